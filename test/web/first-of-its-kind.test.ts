import { expect, test } from 'vitest'
import { generateCategories, generateProducts } from '../bench/generate-products.ts'
import { startServer } from '../support/start-server.ts'

// This test needs its own file, because no other test may load the lazy component first in its process.
test('the first page with a lazily loaded component is complete, and the same as on a second server', async () => {
  const catalogue = { categories: generateCategories(), products: [...generateProducts(30)] }
  const first = await renderTable()
  expect(first).toContain('<table')
  expect(first).not.toContain('<!--$!-->')
  expect(await renderTable()).toBe(first)

  async function renderTable(): Promise<string> {
    await using server = await startServer(catalogue)
    const { text } = await server.request.get('/products?view=table')
    return text.slice(text.indexOf('<div id="root"')).replaceAll(server.url, '')
  }
})
