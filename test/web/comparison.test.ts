import { expect, test, vi } from 'vitest'
import { buildComparisonRows, COMPARED_VALUES_MAX } from '../../server/web/pages/comparison.ts'
import { orderListingSearch } from '../../server/web/page-request.ts'
import { buildProductCard } from '../../server/catalog/store/product-card.ts'
import type { Product } from '../../shared/catalog.ts'
import { COMPARED_MAX } from '../../shared/constants.ts'
import type { ShownComparison } from '../../shared/shown-catalog.ts'
import { buildAttributes, buildOption, buildProduct, buildVariant } from '../support/products.ts'
import { readPage } from '../support/read-html.ts'
import { useServer } from '../support/start-server.ts'
import { readComparison as readSlugs } from '../../server/web/pages/page-queries.ts'

const read = (search: string) => readSlugs(new URLSearchParams(search))

test.each([
  ['?compare=a,b,c', ['a', 'b', 'c']],
  ['?compare=b,a&compare=a,c', ['b', 'a', 'c']],
  ['?compare=a%2Cb', ['a', 'b']],
  ['?compare=,a,,%20b%20,', ['a', 'b']],
  ['?compare=No+Slug', ['No Slug']],
  ['?q=a', undefined],
])('%s compares %j', (search, slugs) => {
  expect(read(search)).toEqual(slugs)
})

test.each([
  ['?compare=b&compare=a', '?compare=b,a'],
  ['?compare=a,b&q=oak&view=table', '?compare=a,b'],
  ['?compare=a&utm_source=x&compare=b', '?compare=a,b&utm_source=x'],
  ['?compare=a,a', '?compare=a'],
  ['?compare=a,b', undefined],
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
    buildProduct({ slug: 'a', attributes: buildAttributes({ Rare: '1', Wood: 'Oak' }) }),
    buildProduct({
      slug: 'b',
      brand: 'Tornio',
      attributes: [...buildAttributes({ wood: 'Ash' }), ...buildAttributes({ wood: 'Birch' })],
      ...buildOption('Size', { S: {}, M: {} }),
    }),
  )
  expect(Object.keys(rows)).toEqual('Price Availability Brand Size Wood Rare Condition Description'.split(' '))
  expect(rows).toMatchObject({
    Brand: ['', 'Tornio'],
    Size: ['', 'S\nM'],
    Wood: ['Oak', 'Ash, Birch'],
    Rare: ['1', ''],
  })
})

test('an attribute with the same name as another row is merged into that row', () => {
  const attributes = buildAttributes({ brand: 'Tornio' })
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

test('of many option values, a comparison lists the first and counts the others', () => {
  const count = COMPARED_VALUES_MAX + 5
  const variants = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`Size ${index}`, { priceMinor: 100 + index }]),
  )
  const sizes = rowsOf(buildProduct({ slug: 'panel', ...buildOption('Size', variants) }))['Size']![0]!.split('\n')
  expect([sizes.length, sizes[0], sizes.at(-1)]).toEqual([COMPARED_VALUES_MAX + 1, 'Size 0: €1', '5 more'])
})

const products = [
  ...Array.from({ length: COMPARED_MAX + 2 }, (_, index) =>
    buildProduct({
      slug: `chair-${index}`,
      name: `Chair ${index}`,
      attributes: buildAttributes({ Wood: index % 2 ? 'Oak' : 'Ash', Legs: '4' }),
      variants: [buildVariant({ sku: `C-${index}` })],
    }),
  ),
  buildProduct({ slug: 'new-name', name: 'New name', formerSlugs: ['old-name'] }),
  buildProduct({ slug: 'secret', name: 'Secret', visibility: 'unlisted' }),
  buildProduct({ slug: 'hidden', name: 'Hidden thing', visibility: 'hidden' }),
  buildProduct({ slug: 'hidden-new', visibility: 'hidden', formerSlugs: ['hidden-old'] }),
]

const server = await useServer({ products })

async function readComparison(search: string): Promise<ShownComparison> {
  const { body } = await server.request.get(`/products/_payload.json?${search}&${server.context.build.id}`)
  return (body as { data: { comparison: ShownComparison } }).data.comparison
}

test('shows the products side by side in the requested order, complete without scripts', async () => {
  const page = await readPage(server, '/products?compare=chair-3,chair-0,chair-1')
  const links = page.attributes('thead a', 'href')
  const slugs = links.flatMap((href) => /^\/products\/(.*)/.exec(href)?.[1] ?? [])
  expect(slugs).toEqual(['chair-3', 'chair-0', 'chair-1'])
  expect(links).toContain('/products?compare=chair-3,chair-1')
  const findRow = (name: string) => page.findAll('tbody tr').find((row) => row.text.startsWith(name))!
  expect(findRow('Wood').texts('td')).toEqual(['Oak', 'Ash', 'Oak'])
  expect([findRow('Legs'), findRow('Wood')].map((row) => row.attribute('data-equal'))).toEqual(['', undefined])
  expect(page.title).toMatch(/^Compare products/)
  expect(page.meta.get('robots')).toMatch(/^noindex/)
  expect(page.find('link[rel="canonical"]').attribute('href')).toMatch(/\/products$/)
  for (const [selector, names] of [
    ['.add-to-enquiry input[type="number"]', ['Quantity: Chair 3', 'Quantity: Chair 0', 'Quantity: Chair 1']],
    ['.add-to-enquiry button', ['Add to enquiry: Chair 3', 'Add to enquiry: Chair 0', 'Add to enquiry: Chair 1']],
  ] as const)
    expect(page.attributes(selector, 'aria-label')).toEqual(names)
})

test('redirects former slugs to the present ones, as document and as payload', async () => {
  const [requested, ordered] = ['compare=old-name,chair-0,new-name', 'compare=new-name,chair-0']
  await server.request.get(`/products?${requested}`).expect(301).expect('Location', `/products?${ordered}`)
  const payload = server.request.get(`/products/_payload.json?${requested}&b`)
  await payload.expect('Location', `/products/_payload.json?${ordered}&b`)
})

test('shows unlisted products, and lists unknown and hidden products and invalid slugs as not found', async () => {
  const comparison = await readComparison('compare=chair-0,nothing,hidden,secret,A%20B%3Cb%3E')
  expect(comparison.unknown).toEqual(['nothing', 'hidden', 'A B<b>'])
  expect(comparison.products.map(({ slug }) => slug)).toEqual(['chair-0', 'secret'])
  const { text } = await server.request.get('/products?compare=chair-0,chair-1,hidden,hidden-old,%3Cb%3E')
  expect(text).toContain('Not found: “hidden”, “hidden-old”, “&lt;b&gt;”.')
  expect(text).not.toContain('Hidden thing')
})

test(`of more than ${COMPARED_MAX} products, loads and compares only the first and says so`, async () => {
  const all = Array.from({ length: COMPARED_MAX + 2 }, (_, index) => `chair-${index}`)
  const requested = vi.spyOn(server.context.catalog, 'findProducts')
  const { products: shown, isCut } = await readComparison(`compare=${all.join(',')}`)
  expect([shown.map(({ slug }) => slug), isCut]).toEqual([all.slice(0, COMPARED_MAX), true])
  expect(requested.mock.lastCall![0]).toHaveLength(COMPARED_MAX)
  requested.mockRestore()
  expect((await readPage(server, `/products?compare=${all.join(',')}`)).text).toContain(
    'You can compare at most 8 products.',
  )
  expect((await readComparison(`compare=${all.slice(0, COMPARED_MAX).join(',')}`)).isCut).toBe(false)
})

test.each(['compare=', 'compare=chair-0', 'compare=nothing'])(
  '/products?%s explains how to compare, without a table',
  async (search) => {
    const page = await readPage(server, `/products?${search}`)
    expect(page.text).toContain('Choose “Compare” for two or more products')
    expect(page.findAll('table')).toEqual([])
    expect(page.attributes('main a', 'href').includes('/products/chair-0')).toBe(search === 'compare=chair-0')
  },
)
