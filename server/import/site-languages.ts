import type { Site } from '../../shared/site.ts'
import { languageKey } from '../../shared/languages.ts'
import { isSetByOwner } from '../catalog/rules/neutral-site.ts'
import type { CatalogReader } from '../catalog/store/catalog-reader.ts'
import { ImportError } from './import-error.ts'

/** A language without a region, such as `en`, keeps the region of the stored one, such as `en-GB`. */
export function keepRegion(tag: string, stored: string): string {
  return stored.startsWith(`${tag}-`) ? stored : tag
}

export function isSameLanguage(tag: string, other: string): boolean {
  return new Intl.Locale(tag).language === new Intl.Locale(other).language
}

/**
 * Rejects another first language, because products would keep their texts in the former one. `locale` alone may correct
 * the language of a site that has only one.
 * @param before the settings before the import
 * @param listed `languages` of the imported `site.json`; missing if it has none
 * @throws ImportError if there are products
 */
export async function rejectOldTexts(
  reader: CatalogReader,
  before: Site,
  listed: readonly string[] = [],
  file: string,
): Promise<void> {
  const [main] = listed
  const hasSeveral = listed.length > 1 || before.languages !== undefined
  if (!main || !hasSeveral || !isSetByOwner(before, 'locale') || isSameLanguage(main, before.locale)) return
  if (!(await reader.hasProducts())) return
  const [old] = before.languages ?? [before.locale]
  throw new ImportError(
    { file, column: 'languages' },
    `the first language becomes "${main}", but the products keep their texts in "${old}". Import "languages": ["${old}"] first, then "locale": "${main}" with all products in "${main}", and then this list`,
  )
}

/** Converts a code such as `de_AT` to the key of a language. */
export function codeKey(code: string): string {
  return languageKey(code.trim()).replaceAll('_', '-')
}

/** @returns the language of the site that a code such as `de_AT` means; undefined if the site does not have it */
export function matchLanguage(code: string, languages: readonly string[]): string | undefined {
  const own = codeKey(code)
  const [language] = own.split('-')
  return languages.find((key) => key === own) ?? languages.find((key) => key.split('-')[0] === language)
}

/**
 * Chooses the code of a file for each language of the site: that which is the language itself, or else the one with the
 * most rows.
 * @param counts numbers of rows by code
 * @returns codes by the key of the language
 */
export function chooseCodes(
  counts: ReadonlyMap<string, number>,
  languages: readonly string[],
): ReadonlyMap<string, string> {
  const isExact = (code: string) => Number(languages.includes(codeKey(code)))
  const ranked = [...counts].toSorted(([left, own], [right, other]) => isExact(right) - isExact(left) || other - own)
  const chosen = new Map<string, string>()
  for (const [code] of ranked) {
    const language = matchLanguage(code, languages)
    if (language !== undefined && !chosen.has(language)) chosen.set(language, code)
  }
  return chosen
}

/**
 * Explains why a column or file is left out.
 * @param key of its language
 * @param languages keys of the site's languages, the first one first
 */
export function describeOtherLanguage(what: 'column' | 'file', key: string, languages: readonly string[]): string {
  return key === languages[0]
    ? `"${key}" is the site's first language, so the ${what} was left out; texts in it have no "${key}" in the name of their ${what}`
    : `"${key}" is none of the site's languages (${languages.join(', ')}), so the ${what} was left out; add it to "languages" in site.json`
}
