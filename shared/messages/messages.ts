import type { createTexts as createEnglish } from './en.ts'

/** Sites in any other language use the first of these. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'pl', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** @param locale of the site, BCP 47 */
export function languageOf(locale: string): Language {
  const [language] = locale.toLowerCase().split('-')
  return LANGUAGES.find((known) => known === language) ?? LANGUAGES[0]
}

/** Numbers below this have no thousands separator. */
const UNSEPARATED_END = 1_000

export type FormatCount = (count: number) => string

type Texts = ReturnType<typeof createEnglish>

/** The number format is an argument, because German groups digits differently in Austria and Switzerland. */
export type CreateTexts = (formatCount: FormatCount) => Texts

export interface Messages extends Texts {
  readonly formatCount: FormatCount
  /** `lang` attribute of elements that contain only interface texts; undefined if these are in the site's language. */
  readonly langAttribute: Language | undefined
}

/** @param createTexts creates the texts of the language that `languageOf` returns for the locale */
export function createMessages(createTexts: CreateTexts, locale: string): Messages {
  const language = languageOf(locale)
  const isTranslated = locale.toLowerCase().split('-')[0] === language
  // Created on first use, because creating it takes a browser as long as evaluating all scripts of a page. These languages
  // write numbers without separators as JavaScript does, except Arabic in many regions, and if an extension of the locale asks
  // for other digits.
  let format: Intl.NumberFormat | undefined
  const hasPlainDigits = isTranslated && language !== 'ar' && !/-u-/i.test(locale)
  const formatCount: FormatCount = (count) =>
    hasPlainDigits && count < UNSEPARATED_END && Number.isInteger(count)
      ? String(count)
      : (format ??= new Intl.NumberFormat(locale)).format(count)
  return { ...createTexts(formatCount), formatCount, langAttribute: isTranslated ? undefined : language }
}
