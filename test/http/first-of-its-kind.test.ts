import { expect, test } from 'vitest'
import { generateCategories, generateProducts } from '../bench/generate-products.ts'
import { startServer } from '../support/start-server.ts'

// Of its own, so that no other test has loaded what these pages load when they are drawn.
test('the first page with a lazily loaded component is complete and equal to the next one', async () => {
  const catalogue = { categories: generateCategories(), products: [...generateProducts(30)] }
  const first = await drawTable()
  expect(first).toContain('<table')
  expect(first).not.toContain('<!--$!-->')
  expect(await drawTable()).toBe(first)

  async function drawTable(): Promise<string> {
    await using server = await startServer(catalogue)
    const { text } = await server.request.get('/products?view=table')
    return text.slice(text.indexOf('<div id="root"')).replaceAll(server.url, '')
  }
})
