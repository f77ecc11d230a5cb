import { expect, test } from 'vitest'
import { messagesFor, serverTextsFor } from '../../server/base/language.ts'
import { createTexts as createGerman } from '../../shared/messages/de.ts'
import { createTexts as createEnglish } from '../../shared/messages/en.ts'
import { createTexts as createSpanish } from '../../shared/messages/es.ts'
import { LANGUAGES, languageOf, type Language } from '../../shared/messages/messages.ts'

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
  if (name === 'passwordMissing') return [['1', '2']]
  if (name === 'sortColumn') return ['1', 'ascending']
  return [7, 8, 9]
}

/** Messages that are the same as in English. */
const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  de: ['gtin', 'name', 'enquiry.name', 'enquiry.optional', 'sorts.name'],
  es: ['gtin', 'status'],
}

const PAGE_TEXTS: Readonly<Record<Language, Texts>> = {
  en: createEnglish(String),
  de: createGerman(String),
  es: createSpanish(String),
}

const SERVER_TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, serverTextsFor(language)]))

test.each([['pages', PAGE_TEXTS] as const, ['server', SERVER_TEXTS] as const])(
  'texts of %s are the same in all languages, and each is translated',
  (kind, byLanguage) => {
    const expected = textsOf(byLanguage['en'])
    expect(expected.size).toBeGreaterThan(0)
    for (const language of LANGUAGES) {
      const own = textsOf(byLanguage[language])
      expect([...own.keys()], language).toEqual([...expected.keys()])
      const left = language === 'en' ? [] : [...own].filter(([name, text]) => text === expected.get(name))
      const allowed = kind === 'pages' ? (SAME_AS_ENGLISH[language] ?? []) : []
      expect(left.map(([name]) => name).filter((name) => !allowed.includes(name))).toEqual([])
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
  ['fr', 'en'],
  ['des', 'en'],
])('the interface of a site with locale %s has the language %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language)
})

test.each([
  ['en-GB', '1 product', '123,456 products'],
  ['en-IN', '1 product', '1,23,456 products'],
  ['de', '1 Produkt', '123.456 Produkte'],
  ['es', '1 producto', '123.456 productos'],
])('counts use the plural forms of the language and the number format of the region: %s', (locale, one, many) => {
  const { productCount } = messagesFor(locale)
  expect([productCount(1), productCount(123_456)]).toEqual([one, many])
})

test.each(['en', 'en-IN', 'de', 'de-AT', 'es', 'es-MX', 'fr', 'ar-EG', 'de-u-nu-arab'])(
  'counts are written as the number format of %s writes them',
  (locale) => {
    const { formatCount } = messagesFor(locale)
    const format = new Intl.NumberFormat(locale)
    for (const count of [0, 7, 999, 1_000, 12_345, 0.5]) expect(formatCount(count)).toBe(format.format(count))
  },
)

test('messages of one locale keep their language and number format when those of another are created', () => {
  const german = messagesFor('de')
  const indian = messagesFor('en-IN')
  expect([german.productCount(123_456), indian.productCount(123_456)]).toEqual([
    '123.456 Produkte',
    '1,23,456 products',
  ])
  expect(messagesFor('de')).toBe(german)
})

test.each([
  ['de-AT', undefined],
  ['EN-gb', undefined],
  ['fr', 'en'],
])('the lang attribute of interface texts on a site in %s is %s', (locale, language) => {
  expect(messagesFor(locale).langAttribute).toBe(language)
})
