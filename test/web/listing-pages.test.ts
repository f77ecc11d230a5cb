import { expect, test } from 'vitest'
import { FILTER_SHOWN_VALUES, LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import { messages } from '../support/english-messages.ts'
import { buildAttributes, buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { readPage, type HtmlPart } from '../support/read-html.ts'
import { useServer } from '../support/start-server.ts'

const BRANDS = Array.from({ length: 250 }, (_, index) => `Maker ${String(index).padStart(3, '0')}`)
const pieces = Array.from({ length: 12 }, (_, index) =>
  buildProduct({
    slug: `piece-${index}`,
    name: index < 9 ? `Bowl ${index}` : `Cup ${index}`,
    brand: index % 2 ? 'Odd' : 'Even',
    categorySlug: index < 9 ? 'bowls' : 'cups',
    attributes: buildAttributes({ Glaze: `Glaze ${index}`, Foot: `Foot ${index % 3}`, Rim: `Rim ${index % 3}` }),
    variants: [buildVariant({ priceMinor: 1000 * (index + 1), availability: index === 0 ? 'OutOfStock' : 'InStock' })],
  }),
)
const pipes = Array.from({ length: 12 }, (_, index) =>
  buildProduct({
    slug: `pipe-${index}`,
    brand: index % 2 ? 'Odd' : 'Even',
    categorySlug: 'pipes',
    attributes: buildAttributes({ Length: `${(index + 1) / 2} cm`, Bends: String(index % 3) }),
  }),
)
const vases = BRANDS.map((brand, index) =>
  buildProduct({
    slug: `vase-${index}`,
    name: `Vase ${index}`,
    brand,
    categorySlug: 'vases',
    attributes: buildAttributes({ Colour: ['Navy', 'black/white', 'Harvest'][index % 3]! }),
  }),
)
const cars = ['4', '12'].map((value) =>
  buildProduct({ slug: `car-${value}`, categorySlug: 'cars', attributes: buildAttributes({ Constructor: value }) }),
)
const dish = buildProduct({ slug: 'dish', brand: 'Tornio', categorySlug: 'dishes' })
const tray = { ...dish, slug: 'tray', name: 'tray', variants: [buildVariant({ sku: 'T-1' })] as const }

const server = await useServer({
  categories: [
    ...['table', 'pipes', 'vases', 'cars', 'bare'].map((slug) => buildCategory({ slug, name: slug })),
    buildCategory({ slug: 'bowls', name: 'Bowls', parentSlug: 'table' }),
    buildCategory({ slug: 'cups', name: 'Cups', parentSlug: 'table' }),
    buildCategory({ slug: 'dishes', name: 'Ware' }),
  ],
  products: [...pieces, ...pipes, ...vases, ...cars, dish, tray],
})

const read = (path: string) => readPage(server, path)
const chosen = (box: HtmlPart) => box.attribute('value') + (box.attribute('checked') === undefined ? '' : ' ✓')
const readChoices = (page: HtmlPart, name: string) => page.findAll(`input[type="checkbox"][name="${name}"]`).map(chosen)
const readLabels = (page: HtmlPart) => page.texts('label')
const readSlugs = (page: HtmlPart) => page.attributes('li[data-slug]', 'data-slug')
const readRemovals = (page: HtmlPart) =>
  page.attributes('a[aria-label]', 'aria-label').filter((label) => label.startsWith('Remove filter'))
const readGroups = (page: HtmlPart) =>
  page
    .findAll('details.filter-group')
    .map((group) => group.attribute('aria-label') + (group.attribute('open') === undefined ? ' +' : ''))
const readColumns = async (path: string) => (await read(path)).texts('th[scope="col"]')

test('filters offer the values of the matching products with their counts, and chosen values can be removed', async () => {
  const page = await read('/category/table?brand=Odd&attr-glaze=Glaze+11&attr-glaze=Glaze+9')
  expect(page.text).toContain('2 products')
  for (const label of ['Cups 2', 'Odd 2', 'In stock only 2']) expect(readLabels(page)).toContain(label)
  expect(readChoices(page, 'category')).toEqual(['cups'])
  expect(readChoices(page, 'brand')).toEqual(['Odd ✓'])
  expect(page.find('input[name="min-price"]').attribute('placeholder')).toBe('$100')
  expect(page.find('input[name="max-price"]').attribute('placeholder')).toBe('$120')
  expect(readRemovals(page)).toEqual(
    ['Odd', 'Glaze: Glaze 11', 'Glaze: Glaze 9'].map((label) => `Remove filter: ${label}`),
  )
  const second = await read('/category/vases?attr-colour=Navy&page=2')
  expect(second.find('a[aria-label="Remove filter: Colour: Navy"]').attribute('href')).toBe('/category/vases')
  const { structuredData } = await read('/category/vases?page=2')
  expect(JSON.stringify(structuredData)).toContain(`"position":${LISTING_PAGE_SIZE + 1},`)
  expect(JSON.stringify(structuredData)).not.toContain(`"position":${2 * LISTING_PAGE_SIZE + 1},`)
})

test('folds filters after the first four, and values after the first eight, unless they are chosen', async () => {
  const page = await read('/category/table')
  // The filter by price is one of the first four.
  expect(readGroups(page)).toEqual(['Category', 'Brand', 'Availability', 'Glaze +', 'Foot +', 'Rim +'])
  const folded = page.find('details.filter-group[aria-label="Glaze"] details')
  expect(folded.find('summary').text).toBe(`${pieces.length - FILTER_SHOWN_VALUES} more`)
  expect(readChoices(folded, 'attr-glaze')).toHaveLength(pieces.length - FILTER_SHOWN_VALUES)
  expect(folded.attribute('open')).toBeUndefined()
  const opened = await read('/category/table?attr-glaze=Glaze+9')
  expect(readGroups(opened)).toContain('Glaze')
  expect(opened.find('details.filter-group[aria-label="Glaze"] details').attribute('open')).toBe('')
  // One value more than eight is not folded.
  const bowls = (await read('/category/bowls')).find('details.filter-group[aria-label="Glaze"]')
  expect([readChoices(bowls, 'attr-glaze').length, bowls.texts('details')]).toEqual([FILTER_SHOWN_VALUES + 1, []])
})

test('links that sort or filter have rel="nofollow", and a filtered listing has noindex', async () => {
  const page = await read('/products?brand=Odd&in-stock=1')
  const links = page
    .findAll('a[href]')
    .filter((link) => /^\/products\?.*(?:sort|brand|view)=/.test(link.attribute('href')!))
  expect(links.length).toBeGreaterThan(4)
  for (const link of links) expect(link.attribute('rel')).toBe('nofollow')
  expect(page.meta.get('robots')).toMatch(/^noindex/)
  expect(page.text).not.toContain('Best match')
  expect((await read('/products?q=bowl')).text).toContain('Best match')
})

test('an empty result offers to remove single filters, the one with the most results first', async () => {
  const page = await read('/products?q=bowl&category=table&brand=Odd&max-price=15')
  expect(page.texts('h2')).toContain('No products found')
  const ways = page.findAll('a').filter(({ text }) => text.startsWith('Without the filter'))
  expect(ways.map((way) => `${way.text} ${way.attribute('href')}`)).toEqual([
    'Without the filter up to $15: 4 products /products?q=bowl&category=table&brand=Odd',
    'Without the filter Odd: 1 product /products?q=bowl&category=table&max-price=15',
  ])
  expect(page.attributes('a.chip', 'href')).toContain('/category/table')
  const range = await read('/category/pipes?brand=Odd&from-length=4+in')
  expect(range.text).toContain('Without the filter Length: from 4 in: 6 products')
  expect(range.attributes('[role="img"]', 'aria-label')).not.toContain('0 products')
})

test.each([
  ['/products?q=bowl', 'bowl', '9 products'],
  ['/products?q=bwol', 'bowl', 'Search for “bwol” instead'],
  ['/products?q=bowl+3', 'bowl 3', '1 product matches all words; 8 more match some'],
  ['/products?q=bowl+zzzzzz', 'bowl zzzzzz', 'No product matches all words; 9 match some'],
])('the search %s is headed by “%s” and says %s', async (path, search, count) => {
  const page = await read(path)
  expect(page.find('h1').text).toBe(`Results for “${search}”`)
  expect(page.text).toContain(count)
  expect(page.title).toMatch(new RegExp(`^Search: ${search === 'bowl' ? 'b\\w+' : search} · `))
})

test('a button opens the page of all values, which lists them with counts, and keeps the search, the other filters and a link back', async () => {
  const path = '/category/vases?q=vase&brand=Maker+007&attr-colour=Navy&in-stock=1&sort=name&view=table'
  const button = (await read('/category/vases')).find('button[aria-label="All 250 brands: Brand"]')
  expect(['type', 'name', 'value'].map((name) => button.attribute(name))).toEqual(['submit', 'filter', 'brand'])
  const page = await read(`${path}&filter=brand`)
  // A third of the products are navy, and the chosen brand is not.
  expect(readChoices(page, 'brand')).toHaveLength(85)
  expect(readChoices(page, 'brand').filter((choice) => choice.endsWith('✓'))).toEqual(['Maker 007 ✓'])
  expect(readLabels(page)).toContain('Maker 099 1')
  expect(page.text).toContain('85 values')
  const form = page.find('form.all-values')
  const hidden = form.findAll('input[type="hidden"]')
  expect(hidden.map((input) => `${input.attribute('name')}=${input.attribute('value')}`)).toEqual(
    'q=vase attr-colour=Navy in-stock=1 sort=name view=table'.split(' '),
  )
  // The Enter key submits the form by its first button, which must run the search.
  expect(form.find('button[type="submit"]').attribute('value')).toBe('brand')
  expect(page.attributes('a', 'href')).toContain(path)
  expect(readSlugs(page)).toEqual([])
})

test('the page of all values has noindex, its title and the canonical URL of the list; an unknown filter shows the list', async () => {
  const page = await read('/category/vases?filter=attr-colour')
  expect(page.title).toMatch(/^Colour · vases · /)
  expect(page.meta.get('robots')).toMatch(/^noindex/)
  expect(page.find('link[rel="canonical"]').attribute('href')).toMatch(/\/category\/vases$/)
  expect(readSlugs(await read('/category/table?filter=attr-nowhere'))).toContain('piece-1')
})

test('the swatch of a filter value shows its colour or both of its colours; an unknown colour has no swatch', async () => {
  const labels = (await read('/category/vases')).findAll('label')
  const readFills = (name: string) =>
    labels.find(({ text }) => text.startsWith(name))!.attributes('svg.swatch[aria-hidden="true"] rect', 'fill')
  expect(readFills('Navy')).toEqual(['#1b2a49'])
  expect(labels.find(({ text }) => text.startsWith('black/white'))!.attributes('svg.swatch [fill]', 'fill')).toEqual([
    '#000000',
    '#ffffff',
  ])
  expect(labels.find(({ text }) => text.startsWith('Harvest'))!.findAll('svg')).toEqual([])
})

test('a page without scripts has fields for a range of numbers in the usual unit, and a histogram in words', async () => {
  const page = await read('/category/pipes')
  expect(page.attributes('[role="img"]', 'aria-label')).toContain('12 products from 0.5 cm to 6 cm')
  const fields = ['from-length', 'to-length', 'from-bends'].map((name) => page.find(`input[name="${name}"]`))
  const texts = fields.map((field) => `${field.attribute('aria-label')}: ${field.attribute('placeholder')}`)
  expect(texts).toEqual(['Length from (cm): 0.5', 'Length to (cm): 6', 'Bends from: 0'])
  expect(readChoices(page, 'attr-length')).toEqual([])
  expect(readChoices(page, 'attr-bends')).toHaveLength(3)
})

test('a range filters the list and the counts of other filters, and each end can be removed', async () => {
  const page = await read('/category/pipes?from-length=10+mm&to-length=2.5')
  expect(page.text).toContain('4 products')
  expect(readLabels(page)).toContain('Odd 2')
  expect(page.find('input[name="from-length"]').attribute('value')).toBe('10 mm')
  expect(page.find('input[name="to-length"]').attribute('value')).toBe('2.5')
  expect(page.find('a[aria-label="Remove filter: Length: from 10 mm"]').attribute('href')).toBe(
    '/category/pipes?to-length=2.5',
  )
  expect(readRemovals(page)).toContain('Remove filter: Length: up to 2.5 cm')
  expect(page.meta.get('robots')).toMatch(/^noindex/)
  // Earlier versions let visitors choose the unit.
  expect((await read('/category/pipes?from-length=1&to-length=2&unit-length=in')).text).toContain('3 products')
})

test('accepts an attribute whose name is a property of every JavaScript object', async () => {
  for (const query of ['', '?view=table', '?filter=attr-constructor'])
    expect((await read(`/category/cars${query}`)).text).toContain('Constructor')
})

test.each([
  ['/products?utm_source=a%20b&brand=Oak&q=oak', '/products?q=oak&brand=Oak&utm_source=a%20b'],
  ['/category/vases?filter-q=&filter=brand&brand=Maker+007', '/category/vases?brand=Maker+007&filter=brand'],
  ['/products?page=1&//evil.example', '/products?//evil.example'],
])('%s redirects to %s with 308, as document and as payload', async (requested, ordered) => {
  await server.request.get(requested).expect(308).expect('Location', ordered)
  const { id } = server.context.build
  const payload = (path: string) => `${path.replace('?', '/_payload.json?')}&${id}`
  await server.request.get(payload(requested)).expect(308).expect('Location', payload(ordered))
  await read(ordered)
})

test.each(['/products?utm_source=x&q=bowl', '/products?q=an%20oak', '/about?page=1'])(
  '%s is not redirected',
  async (path) => void (await read(path)),
)

test('a table has no columns that are empty or the same for all products, and no category column on a category page', async () => {
  const { compare, name, price, sku } = messages
  const { quantity } = messages.enquiryList
  expect(await readColumns('/category/dishes?view=table')).toEqual([compare, name, price, sku, quantity])
  expect(await readColumns('/category/dishes?q=dish&view=table')).toEqual([compare, name, price, quantity])
  expect(await readColumns('/products?view=table')).toContain(messages.category)
})

test('an empty category page shows a message and links, without sort and filter controls', async () => {
  const page = await read('/category/bare')
  expect(page.text).toContain(messages.nothingYet)
  expect(page.attributes('a.button', 'href')).toContain('/products')
  expect(page.attributes('a.chip', 'href')).toContain('/category/table')
  for (const word of [messages.sortBy, messages.filters]) expect(page.text).not.toContain(word)
})
