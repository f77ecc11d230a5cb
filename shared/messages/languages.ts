/** The languages that the interface is written in, each in the file of its name; the first serves where a site speaks none of them. */
export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** @param locale BCP 47, the site's */
export function languageOf(locale: string): Language {
  const [language] = locale.toLowerCase().split('-')
  return LANGUAGES.find((known) => known === language) ?? LANGUAGES[0]
}
