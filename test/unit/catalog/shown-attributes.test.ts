import { expect, test } from 'vitest'
import { createAttributeTexts } from '../../../server/catalog/rules/shown-attributes.ts'

test.each([
  ['de', '.', '5.3 mm', '5,3 mm'],
  ['de', '.', '13.0 mm', '13,0 mm'],
  ['de', '.', '0.125 mm', '0,125 mm'],
  ['de', '.', '5.125 mm', '5,125 mm'],
  ['de', '.', '.5 mm', ',5 mm'],
  ['de', '.', '6 mm', '6 mm'],
  ['de', '.', '1,200 mm', '1.200 mm'],
  ['de', '.', '1,200.5 mm', '1.200,5 mm'],
  ['de', '.', '1,234,567 mm', '1.234.567 mm'],
  ['de', '.', '5,3 mm', '5,3 mm'],
  ['de', '.', '-0.0 °C', '-0,0 °C'],
  ['de', '.', '5.3 – 6.4 mm', '5,3 – 6,4 mm'],
  ['de', '.', '10.5 mm ± 0.2', '10,5 mm ± 0,2'],
  ['de', '.', '2.5; 3.5 mm', '2,5; 3,5 mm'],
  ['de', '.', 'Ø 5.3 x 10.5 mm', 'Ø 5.3 x 10.5 mm'],
  ['de', '.', 'DIN EN 1.4301', 'DIN EN 1.4301'],
  ['de', '.', '5.3', '5,3'],
  ['en', ',', '5,3 mm', '5.3 mm'],
  ['en', ',', '1.200,5 mm', '1,200.5 mm'],
  ['en', '.', '5,3 mm', '5.3 mm'],
  ['fr', '.', '1,200.5 mm', '1\u202F200,5 mm'],
  ['de-CH', ',', '1.200,5 mm', "1'200.5 mm"],
  ['es', '.', '5.3 mm', '5,3 mm'],
  ['ar', ',', '5,3 mm', '5.3 mm'],
] as const)('in %s, with a decimal "%s", %s is written %s', (locale, decimal, stored, shown) => {
  expect(createAttributeTexts(new Map([['length', decimal]]), { locale }).value('length', stored)).toBe(shown)
})

test('values of other attributes stay as they are, such as a version without a unit', () => {
  expect(createAttributeTexts(new Map([['length', '.']]), { locale: 'de' }).value('bluetooth', '5.3')).toBe('5.3')
})

test("names of Google's attributes are translated, and all others stay as the owner wrote them", () => {
  const { name } = createAttributeTexts(new Map(), { locale: 'de-AT' })
  expect(['Size', 'Age group', 'size', 'Thread', 'constructor'].map(name)).toEqual([
    'Größe',
    'Altersgruppe',
    'size',
    'Thread',
    'constructor',
  ])
})
