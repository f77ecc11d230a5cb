import { expect, test } from 'vitest'
import { EncodedBody } from '../../server/web/compression.ts'
import type { StoredImage } from '../../shared/catalog.ts'
import type { Card } from '../../shared/shown-catalog.ts'
import { messages } from '../support/english-messages.ts'
import { buildAttributes, buildCategory, buildOption, buildProduct, buildVariant } from '../support/products.ts'
import { readPage, type HtmlPage, type HtmlPart } from '../support/read-html.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { buildScrews } from '../support/screws.ts'
import { useServer } from '../support/start-server.ts'

const picture = (digit: string): StoredImage => ({
  hash: digit.repeat(64),
  format: 'webp',
  width: 800,
  height: 1000,
  alt: digit,
})
const shownPicture = (digit: string) => ({ hash: digit.repeat(20), width: 800, height: 1000 })
const GLAZES = ['Chalk', 'Ochre', 'Moss', 'Ink', 'Rust', 'Slate', 'Snow']

const cups = [
  buildProduct({
    slug: 'cup',
    categorySlug: 'cups',
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
  }),
  buildProduct({
    slug: 'bowl',
    categorySlug: 'cups',
    images: [picture('d')],
    ...buildOption('Glaze', { 'Black/White': { key: 'black' }, Patina: {} }),
  }),
  buildProduct({
    slug: 'shoe',
    categorySlug: 'cups',
    ...buildOption('Size', { '38': {}, '39': {} }),
  }),
]

const named = (
  categorySlug: string,
  slug: string,
  name: string,
  values: Readonly<Record<string, string>>,
  sku = slug,
) =>
  buildProduct({
    slug,
    name,
    categorySlug,
    attributes: buildAttributes(values),
    variants: [buildVariant({ sku })],
  })
const alike = [
  named('same', 'one', 'Washer', { Finish: 'Zinc', Length: '10 mm' }),
  named('same', 'two', 'Washer', { Finish: 'Brass', Length: '12 mm' }),
  named('same', 'three', 'Washer', { Finish: 'Zinc', Length: '14 mm' }),
  named('same', 'other', 'Ring', { Length: '5 mm' }),
  named('twins', 'twin-1', 'Twin', { Length: '10 mm' }, 'A-1'),
  named('twins', 'twin-2', 'Twin', { Length: '10 mm' }, 'A-2'),
  named('caps', 'cap-1', 'Cap', { Finish: 'Zinc', Length: '5 mm', Colour: 'Red' }),
  named('caps', 'cap-2', 'Cap', { Finish: 'Zinc', Length: '5 mm', Colour: 'Blue' }),
  ...['10 mm', '12 mm', '14 mm'].map((length, index) =>
    named('caps', `plug-${index}`, 'Plug', { Finish: 'Zinc', Length: length }),
  ),
]

const nuts = ['M3', 'M4', 'M5'].map((size, index) =>
  buildProduct({
    slug: `nut-${size.toLowerCase()}`,
    name: `Nut ${size}`,
    attributes: buildAttributes({ Size: size }),
    variants: [buildVariant({ availability: index === 1 ? 'OutOfStock' : 'InStock' })],
  }),
)
const chairs = ['Low', 'High'].map((kind) =>
  buildProduct({ slug: `${kind.toLowerCase()}-chair`, name: `${kind} chair`, family: 'Chairs' }),
)
const kinds = [
  buildProduct({
    slug: 'pennant',
    shortDescription: '<p>In <em>short</em>.</p>',
    externalLink: { label: 'Buy at the swag store', href: 'https://shop.example/pennant?a=1&b=2' },
  }),
  buildProduct({
    slug: 'set',
    categorySlug: 'sets',
    includes: ['pot', 'jug', 'lid'],
    variants: [buildVariant({ priceMinor: null })],
  }),
  buildProduct({ slug: 'jug', variants: [buildVariant({ priceMinor: 1000 })] }),
  buildProduct({ slug: 'pot', variants: [buildVariant({ priceMinor: 3000 })] }),
  buildProduct({ slug: 'lid', visibility: 'hidden', variants: [buildVariant({ priceMinor: 500 })] }),
  buildProduct({
    slug: 'hook',
    name: 'Hook',
    categorySlug: 'hooks',
    ...buildOption('Finish', { Natural: { priceMinor: null }, Black: { priceMinor: null } }),
  }),
  buildProduct({ slug: 'flange', name: 'Flange EN1092-1/PN6.T01-DN1200', categorySlug: 'sets' }),
  buildProduct({ slug: 'pictured', images: [{ url: 'https://cdn.example/a.jpg', alt: '' }], categorySlug: 'bolts' }),
]

const screws = generateScrewCatalogue('screws')
const categories = [
  buildCategory({ slug: 'screws', view: 'table' }),
  buildCategory({ slug: 'slotted', view: 'table' }),
  ...['bolts', 'cups', 'same', 'twins', 'caps', 'sets', 'hooks'].map((slug) => buildCategory({ slug })),
]
const server = await useServer({
  products: [...screws, ...buildScrews('slotted'), ...cups, ...alike, ...nuts, ...chairs, ...kinds],
  categories,
})

const read = (path: string) => readPage(server, path)

function readCards({ data }: HtmlPage): ReadonlyMap<string, Card> {
  const { listing } = data.page!.data as unknown as { readonly listing: { readonly items: readonly Card[] } }
  return new Map(listing.items.map((card) => [card.slug, card]))
}

test('a card has dots for the first five colours, names all, and counts those without a dot', async () => {
  const page = await read('/category/cups')
  const cards = readCards(page)
  expect(cards.get('bowl')?.colours).toEqual({
    label: 'Glaze: Black/White, Patina',
    dots: [['#000000', '#ffffff']],
    more: 1,
  })
  expect(cards.get('cup')?.colours?.dots).toHaveLength(5)
  expect(page.find('[data-slug="cup"] .card-colours').text).toBe(`Glaze: ${GLAZES.join(', ')} +2`)
  expect(page.findAll('[data-slug="shoe"] .card-colours')).toEqual([])
  // The second picture is loaded by scripts.
  expect(cards.get('cup')?.secondImage).toEqual(shownPicture('b'))
  expect(cards.get('bowl')).not.toHaveProperty('secondImage')
  expect(page.attributes('img', 'src').join()).not.toContain('b'.repeat(20))
})

test('a card shows and links to a variant that matches the filters, preferably one in stock', async () => {
  const page = await read('/category/cups?attr-glaze=Ochre')
  expect(readCards(page).get('cup')).toMatchObject({ image: shownPicture('c'), variant: 'ochre-l' })
  expect(readCards(page).get('cup')).not.toHaveProperty('secondImage')
  expect(page.attributes('main a', 'href')).toContain('/products/cup?variant=ochre-l')
  const small = readCards(await read('/category/cups?attr-glaze=Ochre&attr-size=S'))
  expect(small.get('cup')).toMatchObject({ image: shownPicture('b'), variant: 'ochre-s' })
  const first = readCards(await read('/category/cups?attr-glaze=Chalk'))
  expect(first.get('cup')).not.toHaveProperty('variant')
})

test.each([
  [
    'the first attribute that is different for each product of the name, or else the article number',
    'same',
    ['one: Length: 10\u00A0mm', 'two: Length: 12\u00A0mm', 'three: Length: 14\u00A0mm', 'other: other'],
  ],
  ['the article number of products with the same attributes', 'twins', ['twin-1: A-1', 'twin-2: A-2']],
  [
    'in a table, what the first column does not show',
    'caps?view=table',
    ['cap-1: Colour: Red', 'cap-2: Colour: Blue', 'plug-0', 'plug-1', 'plug-2'],
  ],
])('a list shows %s', async (_what, path, expected) => {
  const cards = [...readCards(await read(`/category/${path}`)).values()]
  const shown = cards.map(({ slug, notes }) => `${slug}${notes ? `: ${notes}` : ''}`)
  expect(shown.toSorted()).toEqual(expected.toSorted())
})

test('long part numbers in names may break after punctuation', async () => {
  const { text } = await server.request.get('/category/sets')
  expect(text).toContain(
    'Flange EN1092-</span><wbr/><span>1/</span><wbr/><span>PN6.</span><wbr/><span>T01-</span><wbr/><span>DN1200<',
  )
})

const { compare, name, sku, enquiryList } = messages

test('each sortable column heading links to ascending, then descending, then default order', async () => {
  let path = '/category/slotted?attr-head=Flat'
  const found: unknown[] = []
  for (let round = 0; round < 3; round++) {
    const page = await read(path)
    const heading = page.findAll('thead th').find(({ text }) => text === 'Length')!
    path = heading.find('a').attribute('href')!
    found.push([heading.attribute('aria-sort'), path])
    expect(page.text.includes(`${messages.sortBy}: Length`)).toBe(round > 0)
    if (round === 2) expect(page.text).toContain('Length, descending')
  }
  expect(found).toEqual([
    [undefined, '/category/slotted?attr-head=Flat&sort=attr-length'],
    ['ascending', '/category/slotted?attr-head=Flat&sort=-attr-length'],
    ['descending', '/category/slotted?attr-head=Flat'],
  ])
})

test.each([
  ['/category/slotted?view=table', '/category/slotted'],
  ['/category/slotted?columns=head,length,thread', '/category/slotted'],
  ['/products?view=table&families=products', '/products?view=table'],
])('%s redirects to %s', async (requested, canonical) => {
  await server.request.get(requested).expect(301).expect('Location', canonical)
})

test.each([
  ['/category/slotted', ['/category/slotted?view=grid', '/category/slotted'], 'Table'],
  ['/category/slotted?view=grid', ['/category/slotted?view=grid', '/category/slotted'], 'Grid'],
  ['/category/bolts?view=table', ['/category/bolts', '/category/bolts?view=table'], 'Table'],
])(
  'the links between the views of %s omit the default of the category, as its canonical link does',
  async (path, links, current) => {
    const page = await read(path)
    const views = page.findAll('a').filter(({ text }) => ['Grid', 'Table'].includes(text))
    expect(views.map((link) => link.attribute('href'))).toEqual(links)
    expect(views.filter((link) => link.attribute('aria-current')).map(({ text }) => text)).toEqual([current])
    expect(page.find('link[rel="canonical"]').attribute('href')).toMatch(new RegExp(`${path.split('?')[0]}$`))
  },
)

test('a form sent without scripts chooses the columns, and keeps the filters and the sort order', async () => {
  const inputs = (await read('/category/slotted?attr-head=Flat&sort=attr-length')).findAll('.columns form input')
  expect(inputs.map((input) => ['type', 'name', 'value'].map((key) => input.attribute(key)).join(' '))).toEqual([
    'hidden attr-head Flat',
    'hidden sort attr-length',
    ...['thread', 'standard', 'length', 'head', 'coating', 'note'].map((key) => `checkbox columns ${key}`),
  ])
  const page = await read('/category/slotted?attr-head=Flat&sort=attr-length&columns=coating,head')
  expect(page.texts('thead th')).toEqual([compare, name, 'Head', 'Coating', sku, enquiryList.quantity])
  expect(page.attributes('form.filters-parts input[type="hidden"][name="columns"]', 'value')).toEqual(['coating,head'])
  const clear = page.findAll('a').find(({ text }) => text === 'Clear all')!
  expect(clear.attribute('href')).toBe('/category/slotted?sort=attr-length&columns=coating,head')
})

test('products without pictures are listed in rows, without empty picture frames', async () => {
  const page = await read('/category/slotted?view=grid')
  expect([page.findAll('.product-rows').length, page.findAll('.picture')]).toEqual([1, []])
  expect((await read('/category/bolts')).findAll('.product-grid')).toHaveLength(1)
  for (const path of ['/products/screw-1', '/contact?product=screw-1']) {
    const product = await read(path)
    expect(product.text).toContain('Cheese head screw DIN 84 M3 x 10 mm 1')
    expect([...product.findAll('.picture'), ...product.findAll('.gallery')]).toEqual([])
  }
})

/** Lists the links of a group: texts with notes, slugs and marks. */
const readGroup = (page: HtmlPart, label: string) =>
  page
    .findAll(`[role="group"][aria-label="${label}"] a`)
    .map(
      (link) =>
        `${link.text} ${link.attribute('href')!.replace('/products/', '')}${link.attribute('aria-current') ? ' current' : ''}${link.attribute('data-available') === 'false' ? ' marked' : ''}`,
    )

test('a product links to all lengths of its thread and all threads of its length, or else to the nearest product', async () => {
  const page = await read('/products/din912-m6x20')
  const lengths = readGroup(page, 'Length')
  expect(lengths).toHaveLength(36)
  expect(lengths.slice(6, 8)).toEqual(['20 mm din912-m6x20 current', '22 mm din912-m6x22'])
  // More than 30 times the diameter is not in stock.
  expect(lengths.at(-1)).toBe('200 mm (out of stock) din912-m6x200 marked')
  const nearest = readGroup(await read('/products/din84-m20x200'), 'Thread')
  expect(nearest.slice(0, 2)).toEqual([
    'M3 (180 mm, out of stock) din84-m3x180 marked',
    'M4 (out of stock) din84-m4x200 marked',
  ])
})

test('a product shows the matrix of its family with what is in stock, in a small page', async () => {
  const { text } = await server.request.get('/products/din912-m3x100').set('Accept-Encoding', 'identity')
  expect(new EncodedBody(Buffer.from(text)).encode('br').length).toBeLessThan(13_000)
  const page = await read('/products/din912-m3x100')
  const cells = page.findAll('td a[aria-label]')
  expect(cells).toHaveLength(394)
  expect(page.texts('h2')).toContain('Thread / Length')
  const current = cells.find((cell) => cell.attribute('aria-current') === 'page')!
  expect([current.attribute('href'), current.attribute('data-available')]).toEqual(['/products/din912-m3x100', 'false'])
  expect(current.attribute('aria-label')).toBe('M3, 100\u00A0mm (out of stock)')
  expect(text).not.toContain('din84-')
})

test('a family with one size, or named by the owner, has links that keep the enquiry list, but no matrix', async () => {
  const page = await read('/products/nut-m3?item=bowl')
  const sizes = [
    'M3 nut-m3?item=bowl:1 current',
    'M4 (out of stock) nut-m4?item=bowl:1 marked',
    'M5 nut-m5?item=bowl:1',
  ]
  expect(readGroup(page, 'Size')).toEqual(sizes)
  expect(page.findAll('.family-matrix')).toEqual([])
  const chairGroup = readGroup(await read('/products/low-chair'), 'Chairs')
  expect(chairGroup).toEqual(['High chair high-chair', 'Low chair low-chair current'])
  expect((await server.request.get('/products/bowl')).text).not.toContain('family')
})

const FAMILIES = '/category/screws?families=rows'
const readRows = (page: HtmlPart) => page.findAll('tbody th a').map((link) => `${link.attribute('href')} ${link.text}`)

test('a table shows each family as a row with its ranges, which links to the list of its products', async () => {
  const page = await read(FAMILIES)
  expect(readRows(page)).toHaveLength(5)
  expect(readRows(page)[0]).toBe(
    '/category/screws?family=din912-m3x8&families=rows Hexagon socket head cap screw with metric thread, steel 8.8, zinc plated, DIN 912 394 sizes, M3 to M20, 8 to 200 mm',
  )
  for (const text of ['€0.29', '369 of 394 in stock', '1,970 products · 5 rows', '1–5 of 5'])
    expect(page.text).toContain(text)
  expect(page.find('tbody th a').attribute('rel')).toBe('nofollow')
  // A family cannot be compared.
  expect(page.attributes('tbody [aria-label]', 'aria-label').filter((label) => label.startsWith('Compare'))).toEqual([])
  const kept = page.find('form.filters-parts input[type="hidden"][name="families"]')
  expect(kept.attribute('value')).toBe('rows')
  const choices = page.findAll('.toolbar a').filter(({ text }) => ['Products', 'Families'].includes(text))
  expect(choices.map((link) => [link.text, link.attribute('href'), link.attribute('aria-current')])).toEqual([
    ['Families', FAMILIES, 'true'],
    ['Products', '/category/screws', undefined],
  ])
})

test('the list of a family has its products, keeps the other filters, and its name can be removed', async () => {
  const page = await read('/category/screws?family=din912-m3x8&attr-thread=M6&families=rows')
  expect(readRows(page)).toHaveLength(24)
  expect(page.text).toContain('36 products')
  expect(page.text).not.toContain(' rows')
  expect(page.find('input[name="family"][checked]').attribute('value')).toBe('din912-m3x8')
  const removal = page
    .findAll('a[aria-label]')
    .find((link) => link.attribute('aria-label')!.startsWith('Remove filter: Hexagon socket head cap screw'))!
  expect(removal.attribute('href')).toBe('/category/screws?attr-thread=M6&families=rows')
})

test('addresses with a choice of rows or a family have noindex, and lists without families offer no choice', async () => {
  for (const path of [FAMILIES, '/products?family=din912-m3x8'])
    expect((await read(path)).meta.get('robots')).toMatch(/^noindex/)
  for (const path of ['/category/slotted', '/products'])
    expect((await read(path)).attributes('a', 'href').join(' ')).not.toContain('families=rows')
})

test('results of a search show families as cards', async () => {
  const search = await read('/products?q=DIN+912&families=rows')
  expect(search.attributes('li.card a', 'href')[0]).toBe('/products?q=DIN+912&family=din912-m3x8&families=rows')
  expect(search.find('li.card').text).toContain('394 sizes, M3 to M20, 8 to 200 mm · 369 of 394 in stock')
})

test('a product with an external link shows the link with its label, and its short description', async () => {
  const page = await read('/products/pennant')
  const link = page.find('a[href="https://shop.example/pennant?a=1&b=2"]')
  expect([link.text, link.attribute('rel')]).toEqual(['Buy at the swag store', 'noopener nofollow'])
  expect(page.find('.product-summary').text).toBe('In short .')
  expect(page.meta.get('description')).toBe('In short.')
  expect((await read('/products/jug')).findAll('.product-summary')).toEqual([])
})

test('a set lists its public products and shows "from" with the lowest of their prices', async () => {
  const page = await read('/products/set')
  expect(page.find('.product-price').text).toBe('from €10')
  const included = page.findAll('section').find(({ text }) => text.startsWith('Included products'))!
  expect(included.attributes('[data-slug]', 'data-slug')).toEqual(['pot', 'jug'])
  expect((await read('/category/sets')).find('[data-slug="set"]').text).toContain('from €10')
})

const readFields = (page: HtmlPart) => page.attributes('input', 'name').filter((field) => field.startsWith('item:'))

test.each(['', '&view=grid'])('each row of a list without pictures has a quantity (%s)', async (view) => {
  const page = await read(`/category/slotted?attr-coating=Zinc${view}`)
  expect(readFields(page)).toEqual(['item:screw-1', 'item:screw-13'])
  expect(page.find('#row-quantities').attribute('action')).toBe('/contact')
})

test('a variant is chosen on the page of its product, unless a filter leaves only one', async () => {
  const { choose } = messages.enquiryList
  const both = await read('/category/hooks?attr-finish=Black&attr-finish=Natural')
  expect(readFields(both)).toEqual([])
  expect(both.findAll('a[href="/products/hook"]').map(({ text }) => text)).toContain(choose)
  for (const value of ['Natural', 'Black'])
    expect(readFields(await read(`/category/hooks?attr-finish=${value}`))).toEqual([`item:hook:${value.toLowerCase()}`])
})

test.each([
  ['item:screw-1=4&item:screw-2=&item:hook:black=2', '/contact?item=screw-1:4&item=hook:2:black'],
  ['item=screw-1:1&item:screw-1=4&item:screw-3=1', '/contact?item=screw-1:5&item=screw-3:1'],
  ['item:screw-1=-3&item:screw-2=1.5&item:screw-3=many&item:=3&item:screw-1:x=100000', '/contact'],
  ['item%3Ascrew-1=0&item=screw-2:3', '/contact?item=screw-2:3'],
])('without scripts, /contact?%s leads to %s', async (search, address) => {
  const { headers } = await server.request.get(`/contact?${search}`).expect(308)
  expect(headers['location']).toBe(address)
})

test('the list in an address joins the form of its rows', async () => {
  const page = await read('/category/slotted?item=hook:2:black')
  expect(page.find('#row-quantities input[type="hidden"][name="item"]').attribute('value')).toBe('hook:2:black')
})

test('pages with an enquiry list in their address are neither cached nor indexed, and a form that is returned keeps the list', async () => {
  for (const path of ['/products', '/products/screw-1', '/', '/about']) {
    const { headers, text } = await server.request.get(`${path}?item=screw-1:2`).expect(200)
    expect(headers, path).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    expect(headers, path).not.toHaveProperty('etag')
    expect(/<link rel="canonical" href="([^"]*)"/.exec(text)?.[1], path).not.toContain('item=')
  }
  const path = '/contact?item=screw-1:2'
  const { text } = await server.request.post(path).type('form').send({ item: 'screw-1:2', name: 'A' }).expect(422)
  const links = [...text.matchAll(/<a [^>]*>/g)].map(([link]) => link)
  expect(links.find((link) => link.includes('enquiry-link'))).toContain(`href="${path}"`)
  expect(links.find((link) => link.includes('navbar-name'))).toContain('?item=screw-1:2')
})
