import { expect, test } from 'vitest'
import { EncodedBody } from '../../server/render/encoded-body.ts'
import { generateCategories, generateProducts } from '../bench/generate-products.ts'
import { startServer } from '../support/start-server.ts'

/** Bytes on the wire, as the first visitor gets them: those who follow get less. */
const LIMITS = { '/': 5_000, '/products': 7_000, '/category/kind-3': 7_000, '/products/low-bowl-0': 5_000 }

/** The data block. */
function readData(html: string): string {
  return /<script type="application\/json" id="document-data">(.*?)<\/script>/s.exec(html)![1]!
}

test('documents stay small, with all that the browser needs to take them over', async () => {
  await using server = await startServer({ categories: generateCategories(), products: [...generateProducts(600)] })
  for (const [path, limit] of Object.entries(LIMITS)) {
    const { text } = await server.request.get(path).set('Accept-Encoding', 'identity')
    const { length } = new EncodedBody(Buffer.from(text)).encode('br')
    expect(length, path).toBeLessThan(limit)
  }
})

test("no page's data stands in its document twice", async () => {
  const [product] = [...generateProducts(1)]
  await using server = await startServer({ categories: generateCategories(), products: [product!, ...[...generateProducts(30)].slice(1)] })
  const page = (await server.request.get(`/products/${product!.slug}`)).text
  const list = (await server.request.get('/products')).text
  expect(page).toContain(product!.description)
  expect(readData(page)).not.toContain('made by hand in small series')
  // What is as usual need not be told.
  expect(readData(page)).not.toContain('buildCheckIntervalMs')
  expect(list).toContain('card-name')
  expect(readData(list)).not.toMatch(/bowl|Maker|Stoneware/i)
})
