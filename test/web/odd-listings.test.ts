import { expect, test } from 'vitest'
import { messages } from '../support/english-messages.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const categories = [
  buildCategory({ slug: 'table', name: 'Table' }),
  buildCategory({ slug: 'bowls', name: 'Bowls', parentSlug: 'table' }),
  buildCategory({ slug: 'bare', name: 'Bare' }),
]
const columnsOf = (html: string) =>
  [...html.split('</thead>')[0]!.matchAll(/<th scope="col"[^>]*>(?:<[^>]+>)*([^<]*)/g)].map(([, header]) => header)

test('a table has no columns that are empty or the same for all products, and no category column on a category page', async () => {
  const dish = buildProduct({ slug: 'dish', brand: 'Tornio', categorySlug: 'bowls' })
  const tray = buildProduct({
    slug: 'tray',
    brand: 'Tornio',
    categorySlug: 'bowls',
    variants: [buildVariant({ sku: 'T-1' })],
  })
  await using server = await startServer({ categories, products: [dish, tray] })
  const { compare, name, picture, price, availability, brand, category, sku } = messages
  const { quantity } = messages.enquiryList
  const readColumns = async (path: string) => columnsOf((await server.request.get(path)).text)
  expect(await readColumns('/category/bowls?view=table')).toEqual([compare, name, price, sku, quantity])
  expect(await readColumns('/category/bowls?q=dish&view=table')).toEqual([compare, name, price, quantity])
  expect(await readColumns('/products?view=table')).toEqual([compare, name, price, category, sku, quantity])
  const images = [{ url: 'https://cdn.example/a.jpg', alt: '' }]
  const soldOut = [buildVariant({ priceMinor: null, availability: 'OutOfStock' })] as const
  await server.store.write(async (writer) => {
    await writer.putProduct({ ...dish, brand: 'Ursa', images, variants: soldOut })
    await writer.putProduct({ ...tray, variants: [{ ...tray.variants[0], priceMinor: null }] })
  })
  await expect
    .poll(() => readColumns('/category/bowls?view=table'))
    .toEqual([compare, picture, name, availability, brand, sku, quantity])
})

test('an empty category page shows a message and links, without sort and filter controls', async () => {
  await using server = await startServer({
    categories,
    products: [buildProduct({ slug: 'bowl', categorySlug: 'bowls' })],
  })
  const { text } = await server.request.get('/category/bare')
  expect(text).toContain(messages.nothingYet)
  expect(text).toMatch(/<a [^>]*href="\/products"[^>]*class="button"|<a [^>]*class="button"[^>]*href="\/products"/)
  expect(text).toMatch(/<a class="chip"[^>]*href="\/category\/table"/)
  for (const word of [messages.sortBy, messages.filters]) expect(text).not.toContain(word)
})

test('the page of categories links to all products if there are no categories', async () => {
  await using server = await startServer({ products: [buildProduct({ slug: 'bowl' })] })
  const { text } = await server.request.get('/category')
  expect(text).toMatch(/<main.*<a [^>]*href="\/products"/s)
  expect(text).not.toContain(messages.nothingYet)
})
