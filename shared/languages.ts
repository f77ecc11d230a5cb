/** How a further language (BCP 47) is written in addresses and in the columns of sheets: 'de-AT' becomes 'de-at'. */
export function languageKey(tag: string): string {
  return tag.toLowerCase()
}

/** Adds the beginning of a language's paths ('' for the first language, or such as '/de') to a path of the site. */
export function withBase(base: string, path: string): string {
  return base !== '' && /^\/(?=$|[?#])/.test(path) ? base + path.slice(1) : base + path
}
