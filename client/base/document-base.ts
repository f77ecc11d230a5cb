/** Begins the paths of the document's language: '' for the first language of the site, or such as '/de'. Only in browsers. */
export function documentBase(): string {
  return document.documentElement.dataset['base'] ?? ''
}

/** @returns the path without the beginning of the language's paths, or undefined if it is a path of another language */
export function withoutDocumentBase(pathname: string): string | undefined {
  const base = documentBase()
  if (base === '') return pathname
  if (pathname === base) return '/'
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined
}
