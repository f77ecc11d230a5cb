import { expect, test } from 'vitest'
import { areEqual, findUsualValue } from '../../client/components/comparison/usual-value.ts'
import { buildComparisonRows } from '../../server/web/pages/comparison-rows.ts'
import { orderListingSearch } from '../../server/web/page/page-url.ts'
import { buildProductCard } from '../../server/catalog/store/product-card.ts'
import type { Product } from '../../shared/catalog.ts'
import { readComparison, writeComparison } from '../../shared/comparison.ts'
import { COMPARED_VALUES_MAX } from '../../shared/constants.ts'
import { buildProduct, buildVariant } from '../support/products.ts'

const read = (search: string) => readComparison(new URLSearchParams(search))

test.each([
  ['?compare=a,b,c', ['a', 'b', 'c']],
  ['?compare=b&compare=a', ['b', 'a']],
  ['?compare=b,a&compare=a,c', ['b', 'a', 'c']],
  ['?compare=a%2Cb', ['a', 'b']],
  ['?compare=,a,,%20b%20,', ['a', 'b']],
  ['?compare=', []],
  ['?compare=No+Slug', ['No Slug']],
  ['?q=a', undefined],
])('%s compares %j', (search, slugs) => {
  expect(read(search)).toEqual(slugs)
})

test.each([['a', 'b'], ['гвоздь', 'schraube-8x40'], ['a b', '50%', '&=+#', '😀'], [`${'a'.repeat(199)}😀`]])(
  'a comparison stays the same if it is written, read and written again: %s',
  (...slugs) => {
    const written = writeComparison(read(`?${new URLSearchParams({ compare: slugs.join(',') })}`)!)
    expect(writeComparison(read(written)!)).toBe(written)
  },
)

test.each([
  ['?compare=b&compare=a', '?compare=b,a'],
  ['?compare=a,b&q=oak&view=table', '?compare=a,b'],
  ['?compare=a&utm_source=x&compare=b', '?compare=a,b&utm_source=x'],
  ['?compare=a,a', '?compare=a'],
  ['?compare=a,b', undefined],
  ['?compare=a%2Cb', undefined],
  ['?compare=', undefined],
])('the products page writes the comparison %s in canonical form as %s', (search, ordered) => {
  expect(orderListingSearch({ name: 'products', params: {} }, search)).toBe(ordered)
})

function rowsOf(...products: Product[]): Record<string, readonly string[]> {
  const compared = products.map((product) => ({
    product,
    card: { ...buildProductCard(product), categoryName: product.categorySlug },
  }))
  return Object.fromEntries(buildComparisonRows(compared, { locale: 'en' }).map(({ name, values }) => [name, values]))
}

test('a comparison has a row for each property of any product: options first, then the most frequent attributes', () => {
  const rows = rowsOf(
    buildProduct({
      slug: 'a',
      attributes: [
        { name: 'Rare', value: '1' },
        { name: 'Wood', value: 'Oak' },
      ],
    }),
    buildProduct({
      slug: 'b',
      brand: 'Tornio',
      attributes: [
        { name: 'wood', value: 'Ash' },
        { name: 'wood', value: 'Birch' },
      ],
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [buildVariant({ key: 's', optionValues: ['S'] }), buildVariant({ key: 'm', optionValues: ['M'] })],
    }),
  )
  expect(Object.keys(rows)).toEqual([
    'Price',
    'Availability',
    'Brand',
    'Size',
    'Wood',
    'Rare',
    'Condition',
    'Description',
  ])
  expect(rows).toMatchObject({
    Brand: ['', 'Tornio'],
    Size: ['', 'S\nM'],
    Wood: ['Oak', 'Ash, Birch'],
    Rare: ['1', ''],
  })
})

test('an attribute with the same name as another row is merged into that row', () => {
  const attributes = [{ name: 'brand', value: 'Tornio' }]
  const rows = rowsOf(
    buildProduct({ slug: 'a', attributes }),
    buildProduct({ slug: 'b', brand: 'Tornio', attributes }),
    buildProduct({ slug: 'c', brand: 'Other', attributes }),
  )
  expect(rows).toMatchObject({ Brand: ['Tornio', 'Tornio', 'Other\nTornio'] })
  expect(rows['brand']).toBeUndefined()
})

test('lists option values with their prices if the price depends on the option', () => {
  const variants = ['S', 'M'].flatMap((size, index) =>
    ['Red', 'Blue'].map((colour) =>
      buildVariant({ key: `${size}${colour}`, optionValues: [size, colour], priceMinor: 1000 * (index + 1) }),
    ),
  )
  const rows = rowsOf(
    buildProduct({
      slug: 'a',
      options: [
        { name: 'Size', values: ['S', 'M'] },
        { name: 'Colour', values: ['Red', 'Blue'] },
      ],
      variants: variants as unknown as Product['variants'],
    }),
  )
  expect(rows).toMatchObject({ Price: ['from €10'], Size: ['S: €10\nM: €20'], Colour: ['Red\nBlue'] })
})

test('a long list of option values says how many are left out', () => {
  const values = Array.from({ length: COMPARED_VALUES_MAX + 5 }, (_, index) => `No ${index}`)
  const [list] = rowsOf(
    buildProduct({
      slug: 'a',
      options: [{ name: 'Kind', values }],
      variants: values.map((value) =>
        buildVariant({ key: value, optionValues: [value] }),
      ) as unknown as Product['variants'],
    }),
  )['Kind']!
  expect(list!.split('\n')).toHaveLength(COMPARED_VALUES_MAX + 1)
  expect(list).toMatch(/5 more$/)
})

test('a comparison shows weights as a range, the former price on a second line, and a description of up to 2,000 characters', () => {
  const rows = rowsOf(
    buildProduct({
      slug: 'a',
      shortDescription: `<p>${'long words '.repeat(300)}</p>`,
      variants: [
        buildVariant({ key: 'a', optionValues: ['a'], weightGrams: 900, priceMinor: 4000, compareAtMinor: 5000 }),
        buildVariant({ key: 'b', optionValues: ['b'], weightGrams: 1500, priceMinor: 4000 }),
      ],
    }),
  )
  expect(rows).toMatchObject({ Weight: ['900\u00A0g – 1.5\u00A0kg'], Price: ['€40\nFormer price: €50'] })
  expect(rows['Description']![0]).toMatch(/^long words .*…$/)
  expect(rows['Description']![0]!.length).toBeLessThanOrEqual(2_000)
})

test.each([
  [['1', '1', '2'], '1', false],
  [['1', '2'], undefined, false],
  [['', '', 'x'], '', false],
  [['1', '1'], '1', true],
])(
  'findUsualValue(%j) returns the value that more than half of the products have, if any: %j',
  (values, usual, isEqual) => {
    expect([findUsualValue(values), areEqual(values)]).toEqual([usual, isEqual])
  },
)

test('a comparison reads each of 5,000 variants once for each option', () => {
  let reads = 0
  const variants = Array.from({ length: 5_000 }, (_, index) =>
    Object.defineProperty(buildVariant({ key: `v${index}`, priceMinor: 100 + (index % 700) }), 'optionValues', {
      get: () => {
        reads++
        return [`Size ${index % 2_500}`, index < 2_500 ? 'Oak' : 'Ash']
      },
    }),
  )
  const product = buildProduct({
    slug: 'panel',
    options: [
      { name: 'Size', values: Array.from({ length: 2_500 }, (_, index) => `Size ${index}`) },
      { name: 'Wood', values: ['Oak', 'Ash'] },
    ],
    variants: variants as unknown as Product['variants'],
  })
  const compared = [{ product, card: { ...buildProductCard(product), categoryName: null } }]
  const rows = new Map(buildComparisonRows(compared, { locale: 'en' }).map(({ name, values }) => [name, values[0]!]))
  expect(reads).toBeLessThanOrEqual(2 * variants.length)
  expect(rows.get('Wood')).toBe('Oak\nAsh')
  const sizes = rows.get('Size')!.split('\n')
  expect([sizes.length, sizes[0], sizes.at(-1)]).toEqual([COMPARED_VALUES_MAX + 1, 'Size 0: from €1', '2,480 more'])
})
