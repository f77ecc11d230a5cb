import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { startServer } from '../support/start-server.ts'

const browser = await useBrowser()

test("pages show the owner's wording before and after hydration and after a navigation", async () => {
  const wording = {
    menu: 'Contents',
    productCount: { one: '{1} piece <i>', other: '{1} pieces <i>' },
    specification: 'Facts',
  }
  const products = ['bowl', 'cup'].map((slug) =>
    buildProduct({ slug, name: slug, attributes: [{ name: 'Material', value: 'Clay' }] }),
  )
  await using server = await startServer({ products, site: { ...NEUTRAL_SITE, wording } })
  const { text } = await server.request.get('/products').expect(200)
  expect(text).toContain('2 pieces &lt;i&gt;')

  const page = await openTab(browser, { viewport: { width: 360, height: 800 } })
  const complaints = watchComplaints(page)
  await page.goto(`${server.url}/products`)
  await waitUntilHydrated(page.locator('h1'))
  await expect.poll(() => page.locator('.toolbar-count').textContent()).toBe('2 pieces <i>')
  await expect.poll(() => page.getByRole('button', { name: 'Contents' }).isVisible()).toBe(true)
  await page.getByRole('link', { name: 'bowl' }).first().click()
  await expect.poll(() => page.getByRole('heading', { name: 'Facts' }).isVisible()).toBe(true)
  expect(complaints).toEqual([])
})
