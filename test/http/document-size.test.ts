import { brotliCompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'
import { generateCategories, generateProducts } from '../bench/generate-products.ts'
import { startServer } from '../support/start-server.ts'

/** On the wire, as the first visitor gets it: those who follow get less. */
const QUALITY = 4
const LIMITS = { '/': 5_000, '/products': 7_000, '/category/kind-3': 7_000, '/products/low-bowl-0': 5_000 }

/** The data block. */
function readData(html: string): string {
  return /<script type="application\/json" id="document-data">(.*?)<\/script>/s.exec(html)![1]!
}

test('documents stay small, with all that the browser needs to take them over', async () => {
  await using server = await startServer({ categories: generateCategories(), products: [...generateProducts(600)] })
  for (const [path, limit] of Object.entries(LIMITS)) {
    const { text } = await server.request.get(path)
    const { length } = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } })
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
  expect(list).toContain('card-name')
  expect(readData(list)).not.toMatch(/bowl|Maker|Stoneware/i)
})
