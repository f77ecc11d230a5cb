import { expect, test } from 'vitest'
import { serverTextsFor } from '../../../server/platform/language.ts'
import { computeUnitPrice, describePrice } from '../../../server/catalog/rules/price-texts.ts'
import { readMeasure, writeMeasure } from '../../../server/import/unit-pricing.ts'
import { LANGUAGES } from '../../../shared/messages/messages.ts'
import type { Measure } from '../../../shared/catalog.ts'

const read = (text: string): Measure => {
  const reading = readMeasure(text)
  if ('fault' in reading) throw new Error(`${text} ${reading.fault}`)
  return reading.measure
}

const build = (quantity: string, base: string) => ({
  quantity: read(quantity),
  ...(base !== '' && { base: read(base) }),
})

const write = (priceMinor: number, quantity: string, base: string, locale: string, currency = 'EUR') =>
  describePrice({ priceMinor, currency, unitPricing: build(quantity, base) }, { locale }).details?.[0]?.replace(
    /[\u00a0\u202f]/g,
    ' ',
  )

test.each([
  [999, '750 ml', '', '€13.32 / l', '13,32 € / l'],
  [999, '0.75 l', '1 l', '€13.32 / l', '13,32 € / l'],
  [1_999, '2,5 kg', '', '€8 / kg', '8 € / kg'],
  [300, '250 g', '100 g', '€1.20 / 100 g', '1,20 € / 100 g'],
  [450, '33 cl', '100 ml', '€1.36 / 100 ml', '1,36 € / 100 ml'],
  [1_290, '500 mg', 'g', '€25.80 / g', '25,80 € / g'],
  [499, '150 cm', '', '€3.33 / m', '3,33 € / m'],
  [8_950, '3 m²', '', '€29.83 / m²', '29,83 € / m²'],
  [89, '900 cm2', 'm2', '€9.89 / m²', '9,89 € / m²'],
  [12_000, '2 m3', '', '€60 / m³', '60 € / m³'],
  [12_000, '2 m3', '1000 l', '€60 / 1,000 l', '60 € / 1.000 l'],
  [1_500, '10 Stück', '', '€1.50 / piece', '1,50 € / Stück'],
  [1_500, '10 pieces', '100 pcs', '€150 / 100 pieces', '150 € / 100 Stück'],
  [100, '1.5 kg', '2.5 kg', '€1.67 / 2.5 kg', '1,67 € / 2,5 kg'],
])('a price of %i for %s is shown per base "%s" as %s and %s', (priceMinor, quantity, base, english, german) => {
  expect(write(priceMinor, quantity, base, 'en')).toBe(english)
  expect(write(priceMinor, quantity, base, 'de')).toBe(german)
})

test('a unit price is rounded half up to the minor unit of the currency, without errors of binary fractions', () => {
  expect(computeUnitPrice(25, build('1000 g', '500 g'))).toBe(13)
  expect(computeUnitPrice(1, build('0.1 l', '0.35 l'))).toBe(4)
  expect(computeUnitPrice(1, build('0.1 l', '0.349 l'))).toBe(3)
  expect(computeUnitPrice(9_999_999_999_999, build('0.3 kg', ''))).toBe(33_333_333_333_330)
  expect(write(1_000, '750 ml', '', 'en', 'JPY')).toBe('¥1,333 / l')
  expect(write(1_000, '750 ml', '', 'en', 'KWD')).toBe('KWD 1.333 / l')
})

test('a unit price of less than half a minor unit is not shown', () => {
  expect(write(1, '10 kg', '1 g', 'en')).toBeUndefined()
})

test.each(LANGUAGES)('the words for pieces are translated to %s', (locale) => {
  const { piece, pieces } = serverTextsFor({ locale }).prices
  expect(piece).toMatch(/^\p{L}+\.?$/u)
  expect(pieces('100')).toContain('100')
  if (locale !== 'en') expect(piece).not.toBe(serverTextsFor({ locale: 'en' }).prices.piece)
})

test.each([
  ['750 ml', { amount: 750, unit: 'ml' }],
  ['0,75 Liter', { amount: 0.75, unit: 'l' }],
  ['1,1250kg', { amount: 1.125, unit: 'kg' }],
  ['1500 g', { amount: 1_500, unit: 'g' }],
  ['3 qm', { amount: 3, unit: 'm²' }],
  ['10 Stk.', { amount: 10, unit: 'piece' }],
  ['kg', { amount: 1, unit: 'kg' }],
])('reads %s, and what is written for it again', (text, measure) => {
  expect(readMeasure(text)).toEqual({ measure })
  expect(readMeasure(writeMeasure(measure as Measure))).toEqual({ measure })
})

test.each([
  ['0 kg', 'is 0'],
  ['1.500 g', 'ambiguous'],
  ['1,500 g', 'ambiguous'],
  ['1,500.5 g', 'no number'],
  ['750', 'no unit'],
  ['-5 kg', 'no unit'],
  ['5 parsec', 'no unit'],
  ['12 oz', 'no unit'],
  ['99999999999 kg', 'too large'],
])('refuses %s, because it %s', (text, fault) => {
  expect(readMeasure(text)).toEqual({ fault: expect.stringContaining(fault) })
})
