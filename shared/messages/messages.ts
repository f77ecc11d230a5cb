import type { createTexts as createEnglish } from './en.ts'

/** Languages of the interface, each in the file of its name. The first is used for sites in any other language. */
export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** @param locale of the site, BCP 47 */
export function languageOf(locale: string): Language {
  const [language] = locale.toLowerCase().split('-')
  return LANGUAGES.find((known) => known === language) ?? LANGUAGES[0]
}

/** Formats an integer in the site's locale: '1,234', '1.234', '1’234'. */
export type FormatCount = (count: number) => string

/** Texts of the interface in one language; English defines their shape. */
type Texts = ReturnType<typeof createEnglish>

/** What the file of a language exports. The number format is an argument: Austria and Switzerland group digits differently in German. */
export type CreateTexts = (formatCount: FormatCount) => Texts

export interface Messages extends Texts {
  readonly formatCount: FormatCount
  /**
   * `lang` attribute of elements that contain interface texts only. Undefined if the texts are in the site's language;
   * `en` if the site's language has no translation.
   */
  readonly langAttribute: Language | undefined
}

/**
 * Builds the messages of a locale.
 * @param createTexts of the language that `languageOf` returns for the locale
 * @param locale BCP 47
 */
export function createMessages(createTexts: CreateTexts, locale: string): Messages {
  // Created on first use: in a browser, creating it takes as long as evaluating all scripts of a page.
  let format: Intl.NumberFormat | undefined
  const formatCount: FormatCount = (count) => (format ??= new Intl.NumberFormat(locale)).format(count)
  const language = languageOf(locale)
  const isTranslated = locale.toLowerCase().split('-')[0] === language
  return { ...createTexts(formatCount), formatCount, langAttribute: isTranslated ? undefined : language }
}
