import { expect, test } from 'vitest'
import { isScale, orderValues } from '../../../server/catalog/search/build/order-values.ts'

const SCALES: readonly (readonly [what: string, locale: string, values: readonly string[]])[] = [
  ['letter sizes', 'en', ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', 'One size']],
  ['sizes written as 2XL', 'en', ['S', 'M', 'L', 'XL', '2XL', '3XL']],
  ['sizes in words', 'en', ['Extra Small', 'Small', 'Medium', 'Large', 'X-Large']],
  ['sizes in German words', 'de', ['Klein', 'Mittel', 'Groß']],
  ['ranges of letter sizes', 'en', ['XS', 'S/M', 'L/XL']],
  ['numbered and combined sizes', 'de', ['36', '38', '38/40', '40', '42', '44', '46']],
  ['letters before numbers', 'en', ['S', 'M', 'L', '38', '40']],
  ['widths with lengths', 'en', ['30/32', '32/30', '32/34', '34/30']],
  ['numbers with an unknown unit', 'en', ['2 constructor', '10 constructor']],
  ['shoe sizes', 'en', ['7', '7.5', '8', '9.5', '10', '10.5', '11', '12']],
  ['sizes with a prefix', 'en', ['EU 36', 'EU 38', 'EU 40', 'US 8', 'US 9']],
  ['decimals with a unit', 'en', ['0.15 l', '0.3 l', '0.5 l']],
  ['inch signs', 'en', ['13.3"', '14"', '15.6"']],
  ['cup sizes', 'en', ['70 A', '70 B', '70 C', '75 A', '75 B']],
  ['sizes with a slash', 'en', ['2/4', '6/8', '10/12', '14/16']],
  ['ranges', 'en', ['1 - 2 mm', '3 - 5 mm', '10 mm']],
  ['threads', 'en', ['M3', 'M8', 'M8 x 5', 'M8 x 30', 'M10']],
]

test.each(SCALES)('orders %s', (_what, locale, values) => {
  expect(isScale(values)).toBe(true)
  for (const mixed of [
    values.toReversed(),
    values.toSorted(),
    values.toSorted((one, other) => one.length - other.length),
  ])
    expect(orderValues(mixed, locale)).toEqual(values)
})

test.each([
  ['en', ['Ägir', 'alpha', 'Éclat', 'Zeta']],
  ['sv', ['alpha', 'Zeta', 'Ägir']],
  ['en', ['3M', '7 For All Mankind', 'Alba', 'Bosch', 'Makita']],
  ['en', ['Glaze 2', 'Glaze 10']],
  ['de', ['Schwarz', 'Weiß']],
  ['en', ['M', 'Oak', 'Ash']],
] as const)('orders other values by name in the language %s: %s', (locale, values) => {
  expect(isScale(values)).toBe(false)
  expect(orderValues(values.toReversed(), locale)).toEqual(
    values.toSorted(new Intl.Collator(locale, { numeric: true }).compare),
  )
})

test('orders an empty list, a single value and equal values', () => {
  expect(orderValues([], 'en')).toEqual([])
  expect(orderValues(['XL'], 'en')).toEqual(['XL'])
  expect(isScale(['5 mm'])).toBe(false)
  expect(orderValues(['b', 'a', 'b'], 'en')).toEqual(['a', 'b', 'b'])
})
