import { expect, test } from 'vitest'
import { messagesFor, serverTextsFor } from '../../../server/platform/language.ts'
import { LANGUAGES, languageOf, type CreateTexts } from '../../../shared/messages/messages.ts'

type Texts = { readonly [key: string]: unknown }

/** Collects every text by its path; functions are called with sample values. */
function textsOf(texts: Texts, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] => {
      const name = `${path}${key}`
      if (typeof value === 'string') return [[name, value]]
      if (typeof value === 'function')
        return [[name, (value as (...values: unknown[]) => string)(...sampleValues(name))]]
      return [...textsOf(value as Texts, `${name}.`)]
    }),
  )
}

/** Returns arguments for a message: numbers, which all languages format alike, unless the message needs others. */
function sampleValues(name: string): unknown[] {
  if (name === 'sortColumn') return ['1', 'ascending']
  return [7, 8, 9]
}

/** Messages that are the same as in English. */
const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  de: ['googleNames.Material', 'gtin', 'name', 'enquiry.name', 'enquiry.optional', 'sorts.name'],
  es: ['googleNames.Color', 'googleNames.Material', 'gtin', 'status'],
  fr: ['contact', 'gtin', 'menu', 'suggestionCount', 'suggestions'],
  it: ['gtin'],
  nl: ['contact', 'family.modes.rows', 'gtin', 'menu'],
  pt: ['googleNames.Material', 'gtin', 'menu'],
  pl: ['gtin', 'menu'],
  ar: ['gtin'],
}

const PAGE_TEXTS: Readonly<Record<string, Texts>> = Object.fromEntries(
  await Promise.all(
    LANGUAGES.map(async (language) => {
      const file = (await import(`../../../shared/messages/${language}.ts`)) as { readonly createTexts: CreateTexts }
      return [language, file.createTexts(String)]
    }),
  ),
)

const SERVER_TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, serverTextsFor({ locale: language })]))

test.each([['pages', PAGE_TEXTS] as const, ['server', SERVER_TEXTS] as const])(
  'texts of %s are the same in all languages, and each is translated',
  (_kind, byLanguage) => {
    const expected = textsOf(byLanguage['en']!)
    expect(expected.size).toBeGreaterThan(0)
    for (const language of LANGUAGES) {
      const own = textsOf(byLanguage[language]!)
      expect([...own.keys()], language).toEqual([...expected.keys()])
      const left = language === 'en' ? [] : [...own].filter(([name, text]) => text === expected.get(name))
      // Only French has a space before a colon.
      const allowed = ['labelled', ...(SAME_AS_ENGLISH[language] ?? [])]
      expect(
        left.map(([name]) => name).filter((name) => !allowed.includes(name)),
        `texts of ${language} that are the same as in English: translate them, or name them in SAME_AS_ENGLISH`,
      ).toEqual([])
      for (const [name, text] of own) {
        expect(text.trim(), name).toBe(text)
        expect(text, name).not.toBe('')
        // No text may contain straight quotation marks, hyphens used as dashes, or missing values.
        expect(text, name).not.toMatch(/["']| - |undefined|NaN/)
        expect(listValues(text), name).toEqual(listValues(expected.get(name)!))
      }
    }
  },
)

/** Lists the digits and placeholders of a text, in any order. */
function listValues(text: string): readonly string[] {
  return (text.match(/\d|\{\w+\}/g) ?? []).toSorted()
}

test.each([
  ['de-AT', 'de'],
  ['ES-mx', 'es'],
  ['en-GB', 'en'],
  ['pt-BR', 'pt'],
  ['ar-EG', 'ar'],
  ['sv', 'en'],
  ['des', 'en'],
])('the interface of a site with locale %s has the language %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language)
})

test.each([
  ['en-GB', '1 product', '123,456 products'],
  ['en-IN', '1 product', '1,23,456 products'],
  ['de', '1 Produkt', '123.456 Produkte'],
  ['es', '1 producto', '123.456 productos'],
  ['fr', '1 produit', '123\u202F456 produits'],
  ['it', '1 prodotto', '123.456 prodotti'],
  ['nl', '1 product', '123.456 producten'],
  ['pt', '1 produto', '123.456 produtos'],
  ['pl', '1 produkt', '123\u00A0456 produktów'],
  ['ar', 'منتج واحد', '123,456 منتجًا'],
])('counts use the plural forms of the language and the number format of the region: %s', (locale, one, many) => {
  const { productCount } = messagesFor({ locale })
  expect([productCount(1), productCount(123_456)]).toEqual([one, many])
})

test.each('en en-IN de de-AT es es-MX fr it nl pt pl ar ar-EG sv de-u-nu-arab'.split(' '))(
  'counts are written as the number format of %s writes them',
  (locale) => {
    const { formatCount } = messagesFor({ locale })
    const format = new Intl.NumberFormat(locale)
    for (const count of [0, 7, 999, 1_000, 12_345, 0.5]) expect(formatCount(count)).toBe(format.format(count))
  },
)

test.each([
  ['de-AT', undefined],
  ['EN-gb', undefined],
  ['sv', 'en'],
])('the lang attribute of interface texts on a site in %s is %s', (locale, language) => {
  expect(messagesFor({ locale }).langAttribute).toBe(language)
})

test.each(LANGUAGES)('counts in %s have a form for each category of CLDR', (locale) => {
  const { productCount } = messagesFor({ locale })
  const rules = new Intl.PluralRules(locale)
  const formOf = (count: number) => productCount(count).replaceAll(/[\d\s.,\u066C\u0660-\u0669]/g, '')
  const forms = new Map<string, string>()
  for (let count = 0; count <= 1_200; count++) {
    const category = rules.select(count)
    forms.set(category, forms.get(category) ?? formOf(count))
    // In Arabic, 'zero' has the form of 'other'.
    expect(formOf(count), String(count)).toBe(forms.get(category))
  }
  // In French, Italian, Spanish and Portuguese, 'many' is the form of 'other' after millions, which are not counted here.
  forms.delete('zero')
  expect(new Set(forms.values()).size, [...forms.keys()].join()).toBe(forms.size)
})
