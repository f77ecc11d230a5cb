/** Writes a language tag (BCP 47) as in addresses and sheet columns: 'de-AT' becomes 'de-at'. */
export function languageKey(tag: string): string {
  return tag.toLowerCase()
}

/** Adds the prefix of a language, such as '/de' ('' for the first language), to a path of the site. */
export function withBase(base: string, path: string): string {
  return base !== '' && /^\/(?=$|[?#])/.test(path) ? base + path.slice(1) : base + path
}
