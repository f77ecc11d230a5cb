import { expect, test } from 'vitest'
import { messagesFor, selectPageWording, serverTextsFor } from '../../../server/platform/language.ts'
import { createTexts } from '../../../shared/messages/en.ts'
import { applyWording } from '../../../shared/messages/wording.ts'

test('replaces texts, texts inside of groups, and texts with values', () => {
  const site = {
    locale: 'de',
    wording: {
      menu: 'Übersicht',
      'sorts.name': 'A bis Z',
      searchFor: '{1}: suchen',
      'order.packs': 'Gebinde: {1}',
    },
  }
  const messages = messagesFor(site)
  expect(messages.menu).toBe('Übersicht')
  expect(messages.sorts.name).toBe('A bis Z')
  expect(messages.sorts.newest).toBe(messagesFor({ locale: 'de' }).sorts.newest)
  expect(messages.searchFor('$& {2}')).toBe('$& {2}: suchen')
  expect(serverTextsFor(site).order.packs('10')).toBe('Gebinde: 10')
  expect(messagesFor(site)).toBe(messages)
})

test.each([
  [1, '1 artykuł'],
  [3, '3 artykuły'],
  [12, '12 artykułów'],
  [12_345, '12\u00A0345 artykułów'],
  [1.5, '1,5 artykułu'],
])('chooses the plural form of %d and writes it in the notation of the language', (count, text) => {
  const productCount = {
    one: '{1} artykuł',
    few: '{1} artykuły',
    many: '{1} artykułów',
    other: '{1} artykułu',
  }
  expect(messagesFor({ locale: 'pl', wording: { productCount } }).productCount(count)).toBe(text)
})

test('a plural form that is missing is that of all other numbers', () => {
  const messages = messagesFor({ locale: 'en', wording: { productCount: { other: '{1} item(s)' } } })
  expect(messages.productCount(1)).toBe('1 item(s)')
})

test('two sites with the same wording keep their own languages', () => {
  const wording = { menu: 'Menu!' }
  expect(messagesFor({ locale: 'de', wording }).close).toBe('Schließen')
  expect(messagesFor({ locale: 'en', wording }).close).toBe('Close')
})

test('keys are unique among the texts of pages and of the server', () => {
  const pageKeys = Object.keys(createTexts(String))
  expect(pageKeys.filter((key) => Object.hasOwn(serverTextsFor({ locale: 'en' }), key))).toEqual([])
})

test('browsers get only the texts that they show', () => {
  expect(selectPageWording({ menu: 'Contents', 'mail.thanks': 'Thanks!' })).toEqual({ menu: 'Contents' })
})

test('texts without wording stay the same', () => {
  const texts = createTexts(String)
  expect(Object.keys(applyWording(texts, {}, { locale: 'en', formatCount: String }))).toEqual(Object.keys(texts))
})
