import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { payloadUrl } from '../../shared/urls.ts'
import { recordDocuments, useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { fillStore, startServer, type TestServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const browser = await useBrowser()

const cup = (priceMinor: number) => buildProduct({ slug: 'cup', name: 'Cup', variants: [buildVariant({ priceMinor })] })

/** Changes the price and waits for several responses with it, because each node that responds has its own cache. */
async function changePrice(server: TestServer, priceMinor: number): Promise<void> {
  await fillStore(server.store, { products: [cup(priceMinor)] })
  for (const path of ['/products', '/products/cup']) {
    let current = 0
    const fetchAgain = async () => {
      const text = await (await fetch(server.url + payloadUrl(path, '', server.context.build.id))).text()
      current = text.includes(`€${(priceMinor / 100).toFixed(2)}`) ? current + 1 : 0
      return current
    }
    await expect.poll(fetchAgain).toBeGreaterThanOrEqual(4)
  }
}

test('a page preloaded before a price change shows the new price, also after Back and Forward, which show the pages in memory if the server cannot be reached or is too busy', async () => {
  await using server = await startServer({ products: [cup(5010)] })
  const page = await openTab(browser, { preloads: true })
  const documents = recordDocuments(page)
  const preloaded = page.waitForResponse('**/products/cup/_payload.json*')
  await page.goto(`${server.url}/products`)
  await preloaded
  await waitUntilHydrated(page)
  await changePrice(server, 6010)
  await page.locator('main a[href="/products/cup"]').first().click()
  const expectPage = async (heading: string, price: RegExp) => {
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await expect.poll(() => page.locator('main').textContent()).toMatch(price)
  }
  await expectPage('Cup', /€60\.10/)
  expect(await page.locator('main').textContent()).not.toContain('€50.10')
  await page.goBack()
  await expectPage('Products', /€60\.10/)
  await changePrice(server, 7010)
  await page.goForward()
  await expectPage('Cup', /€70\.10/)

  await page.context().setOffline(true)
  await page.goBack()
  // A link in view may have been preloaded since.
  await expectPage('Products', /€[67]0\.10/)
  await page.context().setOffline(false)
  await interceptRequests(page, '*/_payload.json*', (request) =>
    request.fulfill({ status: 503, json: { statusCode: 503, statusMessage: 'Service Unavailable', fatal: true } }),
  )
  await page.goForward()
  await expectPage('Cup', /€70\.10/)
  expect(documents).toEqual(['/products'])
})

test('the next navigation of an open tab loads a document if the layout data has changed', async () => {
  const site = { ...NEUTRAL_SITE, contact: { ...NEUTRAL_SITE.contact, phone: '+43 1 1111' } }
  await using server = await startServer({ products: [cup(5010)], site })
  const page = await openTab(browser)
  const documents = recordDocuments(page)
  await page.goto(`${server.url}/products`)
  await waitUntilHydrated(page)
  expect(await page.locator('footer').textContent()).toContain('+43 1 1111')
  await fillStore(server.store, { site: { ...site, contact: { ...site.contact, phone: '+43 2 2222' } } })
  await expect.poll(async () => (await fetch(`${server.url}/products/cup`)).text()).toContain('+43 2 2222')
  await page.locator('main a[href="/products/cup"]').first().click()
  await page.getByRole('heading', { name: 'Cup' }).waitFor()
  await expect.poll(() => page.locator('footer').textContent()).toContain('+43 2 2222')
  await waitUntilHydrated(page)
  await page.locator('nav a[href="/about"]').first().click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(documents).toEqual(['/products', '/products/cup'])
})
