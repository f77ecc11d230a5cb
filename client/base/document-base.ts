/**
 * @returns the beginning of the paths in the document's language: '' for the site's first one, otherwise such as '/de'.
 * Only browsers can call this.
 */
export function documentBase(): string {
  return document.documentElement.dataset['base'] ?? ''
}

/** @returns the path without the beginning of its language; undefined if it is a path of another language */
export function withoutDocumentBase(pathname: string): string | undefined {
  const base = documentBase()
  if (base === '') return pathname
  if (pathname === base) return '/'
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined
}
