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

test('the table view omits a shared brand, the category on its own page, and an empty SKU column', async () => {
  const dish = buildProduct({ slug: 'dish', brand: 'Tornio', categorySlug: 'bowls' })
  const products = [
    dish,
    buildProduct({ slug: 'tray', brand: 'Tornio', categorySlug: 'bowls', variants: [buildVariant({ sku: 'T-1' })] }),
  ]
  await using server = await startServer({ categories, products })
  const { name, picture, price, availability, brand, category, sku } = messages
  const tell = async (path: string) => columnsOf((await server.request.get(path)).text)
  expect(await tell('/category/bowls?view=table')).toEqual([picture, name, price, availability, sku])
  expect(await tell('/category/bowls?q=dish&view=table')).toEqual([picture, name, price, availability])
  expect(await tell('/products?view=table')).toEqual([picture, name, price, availability, category, sku])
  await server.store.write((writer) => writer.putProduct({ ...dish, brand: 'Ursa' }))
  await expect.poll(() => tell('/category/bowls?view=table')).toEqual([picture, name, price, availability, brand, sku])
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
