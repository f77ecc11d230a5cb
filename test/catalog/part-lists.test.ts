import { expect, test } from 'vitest'
import { parseList } from '../../server/enquiries/part-lists/parse-list.ts'
import { resolveList } from '../../server/enquiries/part-lists/resolve-list.ts'
import { LIST_MATCHES_MAX } from '../../shared/part-list.ts'
import { buildOption, buildProduct, buildVariant } from '../support/products.ts'
import { fillCatalog, useCatalog } from './opened-store.ts'

const one = (slug: string, name: string, given: Parameters<typeof buildVariant>[0]) =>
  buildProduct({ slug, name, variants: [buildVariant(given)] })

const PRODUCTS = [
  one('m6-20', 'Hexagon socket screw DIN 912 M6x20', { sku: 'ABC-1234', mpn: 'MK 77/20', gtin: '4006381333931' }),
  one('m6-25', 'Hexagon socket screw DIN 912 M6x25', { sku: 'ABC-1235' }),
  one('nut', 'Nut M620', { sku: 'M620' }),
  one('nut-6', 'Nut small', { sku: 'M-6.A', mpn: '912' }),
  one('washer', 'Washer', { sku: '100200' }),
  one('washer-b', 'Washer B', { sku: '678' }),
  one('cap', 'Cap M8', { sku: 'CAP-M8' }),
  one('cap-long', 'Cap M8 long', { sku: 'CAP-M8-L' }),
  one('twin-a', 'Twin A', { sku: 'TWIN-1' }),
  one('twin-b', 'Twin B', { sku: 'TWIN 1' }),
  { ...one('sourced', 'Sourced', { sku: 'XY-1' }), sourceId: 'shop/4711' },
  { ...one('hidden', 'Hidden', { sku: 'HID-1' }), visibility: 'hidden' as const, sourceId: 'hid/1' },
  buildProduct({
    slug: 'shirt',
    name: 'Work shirt',
    ...buildOption('Size', { M: { sku: 'SHIRT-M', mpn: 'WS-9' }, L: { sku: 'SHIRT-L', mpn: 'WS-9' } }),
  }),
  { ...one('old', 'Old screw', { sku: 'OLD-1' }), discontinued: 'yes' as const, replacedBy: 'ABC-1234' },
  { ...one('ended', 'Ended screw', { sku: 'ENDED-1' }), discontinued: 'yes' as const },
  one('bearing', 'Bearing', { sku: 'BRG-1', equivalents: [{ maker: 'SKF', number: '6204-2RSH' }] }),
  ...Array.from({ length: 12 }, (_, index) => one(`many-${index}`, `Many ${index}`, { sku: 'MANY-99' })),
]

const store = await useCatalog({ products: PRODUCTS })

async function resolve(text: string, locale = 'en', from = store) {
  return resolveList(from, parseList(text, locale), { language: { locale }, limitMs: 60_000 })
}

/** Writes what the only line became: 'found 20 × m6-20'. */
async function readLine(text: string, from = store): Promise<string> {
  const { lines } = await resolve(text, 'en', from)
  const [{ state, matches, unclear }] = lines as [(typeof lines)[0]]
  const products = matches.map(
    ({ product, variant, quantity }) => `${quantity ?? '-'} × ${[product, variant].filter(Boolean).join(':')}`,
  )
  return [state, products.join(', '), unclear && `?${unclear}`].filter(Boolean).join(' ')
}

test('a former number or that of another maker finds the product to take instead, with the reason', async () => {
  const { lines } = await resolve('OLD-1\t3\n6204 2RSH; 4\nENDED-1, 5', 'de')
  expect(
    lines.map(({ state, matches }) => [
      state,
      ...matches.map(({ product, quantity, reason }) => [product, quantity, reason]),
    ]),
  ).toEqual([
    ['found', ['m6-20', 3, 'Ersetzt OLD-1']],
    ['found', ['bearing', 4, 'Entspricht SKF 6204-2RSH']],
    // A product that ended without a successor is still found, because the owner may have some left.
    ['found', ['ended', 5, null]],
  ])
})

test("a line finds products by article number, maker's number, GTIN and source id, in any spelling", async () => {
  for (const number of ['ABC-1234', 'abc1234', 'ABC 1234', 'MK 77/20', 'mk-77-20', '4006381333931', '04006381333931'])
    expect(await readLine(`${number}\t20`)).toBe('found 20 × m6-20')
  expect(await readLine('shop/4711; 3')).toBe('found 3 × sourced')
  expect(await readLine('SHIRT-L, 2 pcs')).toBe('found 2 × shirt:l')
  expect(await readLine('WS-9, 2 pcs')).toBe('found 2 × shirt')
  expect(await readLine('2 Work shirt L')).toBe('found 2 × shirt:l')
  expect(await readLine('HID-1')).not.toContain('hidden')
  expect(await readLine('hid/1')).not.toContain('hidden')
})

test('a line finds a number of any length, but a short number beside a name is its quantity', async () => {
  const own = await fillCatalog({
    products: [...PRODUCTS, one('two', 'Two', { sku: '12' }), one('a', 'A', { sku: 'A-0' })],
  })
  const lines = {
    'A-0; 12': 'found 12 × a',
    '3 x 12': 'found 3 × two',
    '12\tA\t5': 'found 5 × two',
    '12;Washer B': 'found 12 × washer-b',
  }
  for (const [line, found] of Object.entries(lines)) expect(await readLine(line, own), line).toBe(found)
})

test('the reading that finds a product decides what is the number and what the quantity', async () => {
  expect(await readLine('M6A 20')).toBe('found 20 × nut-6')
  expect(await readLine('20 M6A')).toBe('found 20 × nut-6')
  expect(await readLine('M620')).toBe('found - × nut')
  expect(await readLine('4006381333931 2')).toBe('found 2 × m6-20')
  expect(await readLine('100200 678')).toBe('several - × washer-b, 678 × washer ?100200')
  expect(await readLine('20 x DIN 912 M6x20')).toBe('found 20 × m6-20')
  expect(await readLine('100 DIN 912 M6x20')).toBe('found 100 × m6-20')
  expect(await readLine('Please send 5 pcs of ABC-1234 soon')).toBe('found 5 × m6-20')
  expect(await readLine('ABC-1234 5,000 pcs')).toBe('found 5000 × m6-20')
  expect(await readLine('5.000 pcs ABC-1234')).toBe('found - × m6-20 ?5.000')
  expect(await readLine('2 boxes ABC-1234')).toBe('found - × m6-20 ?2 boxes')
  expect(await readLine('5 work shirts')).toBe('similar 5 × shirt')
  expect(await readLine('ABC-1234 screw 100')).toBe('found - × m6-20 ?100')
})

test('a line says if several products have its number, and a wrong one which are similar', async () => {
  expect(await readLine('TWIN1;4')).toBe('several 4 × twin-a, 4 × twin-b')
  expect(await readLine('DIN 912')).toMatch(/^several .*- × m6-20.*/)
  const mistyped = await resolve('ABC-123A, 5 pcs\nABC-12345\nWHOLLY-UNKNOWN-77\t3')
  expect(mistyped.lines.map(({ state }) => state)).toEqual(['similar', 'similar', 'missing'])
  expect(mistyped.lines[0]!.matches.map(({ product }) => product)).toEqual(expect.arrayContaining(['m6-20', 'm6-25']))
  expect(mistyped.lines[0]!.matches[0]!.quantity).toBe(5)
  expect(mistyped.unmatched).toEqual(['ABC-123A', 'ABC-12345', 'WHOLLY-UNKNOWN-77'])
  const many = await resolve('MANY-99')
  expect(many.lines[0]!.matches).toHaveLength(LIST_MATCHES_MAX)
  // The whole name is preferred to a name that contains it.
  expect(await readLine('5 pcs Cap M8')).toBe('found 5 × cap')
  expect(await readLine('5 pcs M8 cap')).toBe('several 5 × cap, 5 × cap-long')
  // A size is not completed: M6x2 is not M6x20.
  expect(await readLine('5 x DIN 912 M6x2')).toMatch(/^similar/)
})

test('further lines that need a search are returned without one if the time is over', async () => {
  const parsed = parseList('ABC-1234\nABC-123A\nABC-123A\nABC-1235', 'en')
  const { lines } = await resolveList(store, parsed, { language: { locale: 'en' }, limitMs: 0 })
  expect(lines.map(({ state }) => state)).toEqual(['found', 'similar', 'missing', 'found'])
})
