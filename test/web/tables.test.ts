import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import { SHARED_DATA_DIR } from '../support/folders.ts'
import { messages } from '../support/english-messages.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { buildScrews } from '../support/screws.ts'
import { startServer } from '../support/start-server.ts'

const categories = [
  buildCategory({ slug: 'screws', name: 'Screws', view: 'table' }),
  buildCategory({ slug: 'bolts', name: 'Bolts' }),
]
const products = [...buildScrews('screws'), buildProduct({ slug: 'bolt', categorySlug: 'bolts' })]

interface Head {
  readonly name: string
  readonly sort: string | undefined
  readonly href: string | undefined
}

function listHeads(html: string): readonly Head[] {
  const head = html.slice(html.indexOf('<thead>'), html.indexOf('</thead>'))
  return head
    .split('<th ')
    .slice(1)
    .map((cell) => ({
      name: cell.replace(/<[^>]*>/g, '').replace(/^[^>]*>/, ''),
      sort: /aria-sort="([^"]*)"/.exec(cell)?.[1],
      href: /href="([^"]*)"/.exec(cell)?.[1]?.replaceAll('&amp;', '&'),
    }))
}

const namesOf = (html: string) => listHeads(html).map(({ name }) => name)

test('a table has the columns of its category, without prices, pictures and availability if all products have the same', async () => {
  await using server = await startServer({ products, categories })
  const { text } = await server.request.get('/category/screws')
  expect(namesOf(text)).toEqual([
    messages.compare,
    messages.name,
    'Thread',
    'Length',
    'Head',
    messages.sku,
    messages.enquiryList.quantity,
  ])
  const row = text.slice(text.indexOf('<tbody>')).split('</tr>')[0]!
  expect(row).toMatch(
    />M3<\/td><td data-numeric="">10 mm<\/td><td>Flat<\/td><td>DIN84-1<\/td><td><div class="row-quantity"><input\s/,
  )
})

test('each sortable column heading links to ascending, then descending, then default order', async () => {
  await using server = await startServer({ products, categories })
  const follow = async (path: string) => {
    const { text } = await server.request.get(path)
    const { sort, href } = listHeads(text).find(({ name }) => name === 'Length')!
    return { sort, href: href!, text }
  }
  const unsorted = await follow('/category/screws?attr-head=Flat')
  expect([unsorted.sort, unsorted.href]).toEqual([undefined, '/category/screws?attr-head=Flat&sort=attr-length'])
  const ascending = await follow(unsorted.href)
  expect([ascending.sort, ascending.href]).toEqual(['ascending', '/category/screws?attr-head=Flat&sort=-attr-length'])
  expect(ascending.text).toContain(`<span>${messages.sortBy}:</span> <span>Length</span>`)
  const descending = await follow(ascending.href)
  expect([descending.sort, descending.href]).toEqual(['descending', '/category/screws?attr-head=Flat'])
  expect(descending.text).toContain(`Length, descending`)
  const unlinked = listHeads(descending.text).flatMap(({ name, href }) => (href === undefined ? [name] : []))
  expect(unlinked).toEqual([messages.compare, messages.enquiryList.quantity])
})

test.each([
  ['/category/screws?view=table', '/category/screws'],
  ['/category/bolts?view=grid', '/category/bolts'],
  ['/products?sort=name&view=grid', '/products?sort=name'],
  ['/category/screws?columns=head&columns=length&columns=thread', '/category/screws?columns=head,length,thread'],
  ['/category/screws?columns=head,length,thread', '/category/screws'],
  ['/category/screws?page=1&columns=', '/category/screws'],
])('%s redirects to %s, as document and as payload', async (requested, canonical) => {
  await using server = await startServer({ products, categories })
  const document = await server.request.get(requested)
  expect(document.status).toBeGreaterThanOrEqual(301)
  expect(document.headers['location']).toBe(canonical)
  const { id } = server.context.build
  const payload = await server.request.get(`${requested.replace('?', '/_payload.json?')}&${id}`)
  const [path, search] = canonical.split('?')
  expect(payload.headers['location']).toBe(`${path}/_payload.json?${search ? `${search}&` : ''}${id}`)
})

test.each(['/category/screws?view=grid', '/category/bolts?view=table', '/category/screws?columns=coating,head'])(
  '%s is not redirected, and its canonical link has no view and no columns',
  async (path) => {
    await using server = await startServer({ products, categories })
    const { status, text } = await server.request.get(path)
    expect(status).toBe(200)
    expect(text).toMatch(new RegExp(`<link rel="canonical" href="[^"?]*${path.split('?')[0]}">`))
  },
)

test('links between the views omit the default of the category', async () => {
  await using server = await startServer({ products, categories })
  const viewsOf = async (path: string) => {
    const { text } = await server.request.get(path)
    return [...text.matchAll(/<a ([^>]*)>(?:Grid|Table)<\/a>/g)].map(([, attributes = '']) => [
      /href="([^"]*)"/.exec(attributes)?.[1],
      attributes.includes('aria-current'),
    ])
  }
  expect(await viewsOf('/category/screws')).toEqual([
    ['/category/screws?view=grid', false],
    ['/category/screws', true],
  ])
  expect(await viewsOf('/category/screws?view=grid')).toEqual([
    ['/category/screws?view=grid', true],
    ['/category/screws', false],
  ])
  expect(await viewsOf('/products')).toEqual([
    ['/products', true],
    ['/products?view=table', false],
  ])
})

test('a form sent without scripts chooses the columns, and keeps the filters and the sort order', async () => {
  await using server = await startServer({ products, categories })
  const { text } = await server.request.get('/category/screws?attr-head=Flat&sort=attr-length')
  const form = text.slice(text.indexOf('<details class="columns"')).split('</form>')[0]!
  expect(form).toContain('action="/category/screws" method="get"')
  const fields = [...form.matchAll(/<input type="(\w+)" name="([^"]*)"(?: checked="")? value="([^"]*)"/g)].map(
    ([, type, name, value]) => [type, name, value],
  )
  expect(fields).toEqual([
    ['hidden', 'attr-head', 'Flat'],
    ['hidden', 'sort', 'attr-length'],
    ...['thread', 'standard', 'length', 'head', 'coating', 'note'].map((key) => ['checkbox', 'columns', key]),
  ])
  const chosen = await server.request.get('/category/screws?attr-head=Flat&sort=attr-length&columns=coating,head')
  expect(namesOf(chosen.text)).toEqual([
    messages.compare,
    messages.name,
    'Head',
    'Coating',
    messages.sku,
    messages.enquiryList.quantity,
  ])
  const filters = chosen.text.slice(chosen.text.indexOf('class="filters-parts"')).split('</form>')[0]!
  for (const key of ['coating', 'head'])
    expect(filters).toContain(`<input type="hidden" name="columns" value="${key}"/>`)
  expect(chosen.text).toMatch(/href="\/category\/screws\?sort=attr-length&amp;columns=coating,head"[^>]*>Clear all</)
})

test('products without pictures are listed in rows, without empty picture frames', async () => {
  const images = [{ url: 'https://cdn.example/a.jpg', alt: '' }]
  const shop = [
    ...buildScrews('screws', 18),
    buildProduct({ slug: 'pictured', images, categorySlug: 'bolts', featured: true }),
  ]
  await using server = await startServer({ products: shop, categories })
  for (const path of ['/products', '/category/screws?view=grid']) {
    const { text } = await server.request.get(path)
    expect(text).toContain('class="product-rows"')
    expect(text).not.toContain('class="picture')
  }
  expect((await server.request.get('/category/bolts')).text).toContain('class="product-grid"')
  for (const path of ['/products/screw-1', '/contact?product=screw-1']) {
    const { text } = await server.request.get(path)
    expect(text).toContain('Cheese head screw DIN 84 M3 x 10 mm 1')
    expect(text).not.toMatch(/class="(picture|gallery)/)
  }
  const home = (await server.request.get('/')).text
  expect([home.match(/class="product-grid"/g)?.length, home.match(/class="product-rows"/g)?.length]).toEqual([1, 1])
})

const fasteners = join(SHARED_DATA_DIR, 'fasteners.csv')
test.runIf(existsSync(fasteners))('a table of real fasteners has the columns that distinguish them', async () => {
  await using server = await startServer({ products: [] })
  await importFile(server.store, fasteners)
  const read = async (path: string) => namesOf((await server.request.get(path)).text)
  await expect
    .poll(() => read('/category/washers?view=table'))
    .toEqual([
      messages.compare,
      messages.name,
      'Standard',
      'Size',
      'Thickness',
      'Inner diameter',
      'Outer diameter',
      messages.sku,
      messages.enquiryList.quantity,
    ])
  expect(await read('/category/flanges?view=table')).toContain('Bolt circle diameter')
  const { text } = await server.request.get('/category/nuts?sort=-attr-width-across-flats&view=table')
  expect(listHeads(text).find(({ name }) => name === 'Width across flats')?.sort).toBe('descending')
})
