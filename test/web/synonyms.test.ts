import { expect, test } from 'vitest'
import { buildProduct } from '../support/products.ts'
import { fillStore, startServer } from '../support/start-server.ts'

test('a search page and suggestions find products by a synonym, and no response contains the synonyms', async () => {
  await using server = await startServer()
  await fillStore(server.store, { products: [buildProduct({ slug: 'sofa', name: 'Corner sofa' })] })
  await server.store.write((writer) =>
    writer.putList('synonyms', [{ word: 'divan', synonyms: ['sofa', 'davenport'], isOneWay: false }]),
  )
  const page = await server.request.get('/products?q=divan')
  expect(page.text).toContain('href="/products/sofa"')
  expect(page.text).not.toContain('davenport')
  const payload = await server.request.get('/products/_payload.json?q=divan&some-build')
  expect(payload.body).toMatchObject({ name: 'products' })
  expect(payload.text).not.toContain('davenport')
  const { body } = await server.request.get('/suggestions?q=davenport')
  expect(body).toMatchObject({ products: [{ slug: 'sofa' }] })
})
