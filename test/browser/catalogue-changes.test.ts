import { expect, test } from 'vitest'
import { useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const browser = await useBrowser()

test('a browser that followed a rename finds the product at its first address again after a rollback', async () => {
  const cup = buildProduct({ slug: 'cup', name: 'Cup' })
  await using server = await startServer({ products: [cup] })
  await server.store.write(async (writer) => {
    await writer.renameProduct('cup', 'mug')
    await writer.putProduct({ ...cup, slug: 'mug', formerSlugs: ['cup'] })
  })
  const page = await browser.newPage()
  await page.goto(`${server.url}/products/cup`)
  expect(new URL(page.url()).pathname).toBe('/products/mug')
  await waitUntilHydrated(page.locator('h1'))
  expect(await server.store.rollback()).toBe(true)
  await page.goto('about:blank')
  await expect.poll(async () => (await fetch(`${server.url}/products/mug`)).status).toBe(404)
  expect((await page.goto(`${server.url}/products/cup`))?.status()).toBe(200)
  expect(new URL(page.url()).pathname).toBe('/products/cup')
  await page.close()
})
