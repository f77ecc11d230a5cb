import { expect, test } from 'vitest'
import type { StoredImage } from '../../shared/catalog.ts'
import type { DocumentData } from '../../shared/document-data.ts'
import type { Card } from '../../shared/shown-catalog.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const picture = (digit: string): StoredImage => ({
  hash: digit.repeat(64),
  format: 'webp',
  width: 800,
  height: 1000,
  alt: digit,
})
const shownPicture = (digit: string) => ({ hash: digit.repeat(20), width: 800, height: 1000 })

const GLAZES = ['Chalk', 'Ochre', 'Moss', 'Ink', 'Rust', 'Slate', 'Snow']

const cup = buildProduct({
  slug: 'cup',
  images: [picture('a'), picture('b'), picture('c')],
  options: [
    { name: 'Glaze', values: GLAZES },
    { name: 'Size', values: ['S', 'L'] },
  ],
  variants: [
    buildVariant({ key: 'chalk', optionValues: ['Chalk', 'S'], imageIndex: 0 }),
    buildVariant({ key: 'ochre-s', optionValues: ['Ochre', 'S'], imageIndex: 1, availability: 'OutOfStock' }),
    buildVariant({ key: 'ochre-l', optionValues: ['Ochre', 'L'], imageIndex: 2 }),
  ],
})
const bowl = buildProduct({
  slug: 'bowl',
  images: [picture('d')],
  options: [{ name: 'Glaze', values: ['Black/White', 'Patina'] }],
  variants: [
    buildVariant({ key: 'bw', optionValues: ['Black/White'] }),
    buildVariant({ key: 'patina', optionValues: ['Patina'] }),
  ],
})

async function readCards(server: Awaited<ReturnType<typeof startServer>>, path: string) {
  const { text } = await server.request.get(path)
  const [, json = ''] = /<script type="application\/json" id="document-data">(.*?)<\/script>/s.exec(text)!
  const { page } = JSON.parse(json) as DocumentData & {
    readonly page: { readonly data: { readonly listing: { readonly items: readonly Card[] } } }
  }
  return { text, cards: new Map(page.data.listing.items.map((card) => [card.slug, card])) }
}

test('a card has dots for the first five colours, names them, and counts the values without a dot', async () => {
  await using server = await startServer({ products: [cup, bowl] })
  const { text, cards } = await readCards(server, '/products')
  expect(cards.get('cup')?.colours).toMatchObject({ label: `Glaze: ${GLAZES.join(', ')}`, more: 2 })
  expect(cards.get('cup')?.colours?.dots).toHaveLength(5)
  expect(cards.get('bowl')?.colours).toEqual({
    label: 'Glaze: Black/White, Patina',
    dots: [['#000000', '#ffffff']],
    more: 1,
  })
  expect(text).toContain(`<span class="visually-hidden">Glaze: ${GLAZES.join(', ')}</span><svg`)
  expect(text).toContain('</svg>+2')
})

test('a card has no colour dots for options that are not colours', async () => {
  const shoe = buildProduct({
    slug: 'shoe',
    options: [{ name: 'Size', values: ['38', '39'] }],
    variants: [buildVariant({ key: '38', optionValues: ['38'] }), buildVariant({ key: '39', optionValues: ['39'] })],
  })
  await using server = await startServer({ products: [shoe] })
  const { text } = await server.request.get('/products')
  expect(text).not.toContain('card-colours')
})

test('the second picture of a product is in the page data, but the HTML does not load it', async () => {
  await using server = await startServer({ products: [cup, bowl] })
  const { text, cards } = await readCards(server, '/products')
  expect(cards.get('cup')?.secondImage).toEqual(shownPicture('b'))
  expect(cards.get('bowl')).not.toHaveProperty('secondImage')
  expect(text).not.toContain(`/images/${'b'.repeat(20)}`)
})

test.each(['grid', 'table'])(
  'a card in the %s shows and links to a variant that matches the filters, preferably one in stock',
  async (view) => {
    const category = buildCategory({ slug: 'cups', view: view === 'table' ? 'table' : 'grid' })
    await using server = await startServer({ categories: [category], products: [{ ...cup, categorySlug: 'cups' }] })
    const { text, cards } = await readCards(server, '/category/cups?attr-glaze=Ochre')
    expect(cards.get('cup')).toMatchObject({ image: shownPicture('c'), variant: 'ochre-l' })
    expect(cards.get('cup')).not.toHaveProperty('secondImage')
    expect(text).toContain('href="/products/cup?variant=ochre-l"')
    expect(text).toContain('data-slug="cup"')
    const small = await readCards(server, '/category/cups?attr-glaze=Ochre&attr-size=S')
    expect(small.cards.get('cup')).toMatchObject({ image: shownPicture('b'), variant: 'ochre-s' })
    const first = await readCards(server, '/category/cups?attr-glaze=Chalk')
    expect(first.cards.get('cup')).toMatchObject({ image: shownPicture('a') })
    expect(first.cards.get('cup')).not.toHaveProperty('variant')
  },
)

const buildScrew = (slug: string, length: string, sku: string, finish = 'Zinc') =>
  buildProduct({
    slug,
    name: 'Screw',
    attributes: [
      { name: 'Finish', value: finish },
      { name: 'Length', value: length },
    ],
    variants: [buildVariant({ sku })],
  })

test('cards of products with the same name show the first attribute that is different for each of them', async () => {
  await using server = await startServer({
    products: [
      buildScrew('one', '10 mm', 'A-1'),
      buildScrew('two', '12 mm', 'A-2', 'Brass'),
      buildScrew('three', '14 mm', 'A-3'),
      buildProduct({ slug: 'nut', name: 'Nut', attributes: [{ name: 'Length', value: '5 mm' }] }),
    ],
  })
  const { cards } = await readCards(server, '/products')
  expect(['one', 'two', 'three', 'nut'].map((slug) => cards.get(slug)?.notes)).toEqual([
    'Length: 10\u00A0mm',
    'Length: 12\u00A0mm',
    'Length: 14\u00A0mm',
    undefined,
  ])
})

test('cards of products with the same name and attributes show their article numbers', async () => {
  await using server = await startServer({
    products: [buildScrew('one', '10 mm', 'A-1'), buildScrew('two', '10 mm', 'A-2')],
  })
  const { cards } = await readCards(server, '/products')
  expect([...cards.values()].map(({ notes }) => notes).toSorted()).toEqual(['A-1', 'A-2'])
})

const buildPlate = (slug: string, name: string, sku: string) =>
  buildProduct({ slug, name, variants: [buildVariant({ sku })] })

test('if cut names are still the same after two of their differences are shown, their cards show the article number', async () => {
  const names = {
    one: 'galvanised-steel red-lacquered thin',
    two: 'galvanised-steel red-lacquered thick',
    three: 'galvanised-steel blue-lacquered thin',
    four: 'stainless red-lacquered thin',
  }
  await using server = await startServer({
    products: Object.entries(names).map(([slug, kind]) =>
      buildPlate(slug, `Mounting plate for distribution boards, ${kind}, for indoor use`, `P-${slug}`),
    ),
  })
  const { cards } = await readCards(server, '/products')
  expect(Object.keys(names).map((slug) => [cards.get(slug)?.ending, cards.get(slug)?.notes])).toEqual([
    ['galvanised-ste … red-lacquered …', 'P-one'],
    ['galvanised-ste … red-lacquered …', 'P-two'],
    ['galvanised-ste … blue-lacquered …', undefined],
    ['stainless …', undefined],
  ])
})

test('rows of a table show what differs below equal names, unless the first column shows it', async () => {
  const products = ['10 mm', '12 mm', '14 mm'].map((length, index) =>
    buildScrew(`screw-${index}`, length, `A-${index}`),
  )
  const others = ['Red', 'Blue'].map((colour, index) =>
    buildProduct({
      slug: `cap-${index}`,
      name: 'Cap',
      attributes: [
        { name: 'Finish', value: 'Zinc' },
        { name: 'Length', value: '5 mm' },
        { name: 'Colour', value: colour },
      ],
    }),
  )
  await using server = await startServer({ products: [...products, ...others] })
  const { cards } = await readCards(server, '/products?view=table')
  expect([...cards.values()].map(({ slug, notes }) => [slug, notes])).toEqual([
    ['screw-0', undefined],
    ['screw-1', undefined],
    ['screw-2', undefined],
    ['cap-0', 'Colour: Red'],
    ['cap-1', 'Colour: Blue'],
  ])
})

test('a product page keeps numbers with their units, and its structured data as they were imported', async () => {
  const values = ['7.5 cm', '10 x 20 mm', '2 metres', '40 °C', '5 %', '12 V DC']
  const attributes = values.map((value, index) => ({ name: `Attribute ${index}`, value }))
  await using server = await startServer({
    products: [
      buildProduct({ slug: 'one', attributes, variants: [buildVariant({ weightGrams: 1200 })] }),
      buildProduct({ slug: 'two' }),
    ],
  })
  const { text } = await server.request.get('/products/one')
  const cells = [...text.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell)
  expect(cells).toEqual([
    '7.5\u00A0cm',
    '10\u00A0x 20\u00A0mm',
    '2 metres',
    '40\u00A0°C',
    '5\u00A0%',
    '12\u00A0V DC',
    '1.2\u00A0kg',
  ])
  expect(text).toContain('"value":"7.5 cm"')
  const comparison = await server.request.get('/products?compare=one,two')
  expect(comparison.text).toContain('7.5\u00A0cm')
})

test('long part numbers in names may break after punctuation', async () => {
  const name = 'Flange EN1092-1/PN6.T01-DN1200'
  await using server = await startServer({
    products: [buildProduct({ slug: 'one', name }), buildProduct({ slug: 'two', name: 'Set-up 12-A' })],
  })
  const { text } = await server.request.get('/products')
  expect(text).toContain('Flange EN1092-<wbr />1/<wbr />PN6.<wbr />T01-<wbr />DN1200')
  expect(text).toContain('<span class="card-name">Set-up 12-A</span>')
})
