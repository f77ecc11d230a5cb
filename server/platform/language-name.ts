/** Names a language (BCP 47), by default in itself: 'Deutsch (Österreich)'. */
export function nameLanguage(tag: string, locale = tag): string {
  const name = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
