import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { BUILD_ID_HEADER, FRAME_ID_HEADER } from '../../shared/urls.ts'
import { recordDocuments, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
import { interceptRequests, type HeldRequest } from '../support/intercept-requests.ts'

const browser = await useBrowser()

const catalog = {
  categories: [buildCategory({ slug: 'seats', name: 'Seats' })],
  products: Array.from({ length: 60 }, (_, index) =>
    buildProduct({ slug: `chair-${index}`, name: `Chair ${index}`, categorySlug: 'seats' }),
  ),
}

function watchRequests(page: Page) {
  const payloads: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/_payload.json')) payloads.push(pathname + search)
  })
  return { documents: recordDocuments(page), payloads }
}

test('a navigation loads the payload of a route by build id, Back and Forward revalidate it; a new navigation aborts the pending one, and only its page is shown', async () => {
  await using server = await startServer(catalog)
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  const { documents, payloads } = watchRequests(page)
  const { id } = server.context.build
  const [second, first, about] = [
    `/products/_payload.json?page=2&${id}`,
    `/products/_payload.json?${id}`,
    `/about/_payload.json?${id}`,
  ]
  await page.goto(`${server.url}/products`)
  await waitUntilHydrated(page)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(/page=2/)
  await page.locator('nav a[href="/about"]').first().click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(payloads).toEqual([second, about])

  const shownPage = (number: string) =>
    expect.poll(() => page.locator('[aria-current="page"]').allTextContents()).toContain(number)
  await page.goBack()
  await shownPage('2')
  await page.goBack()
  await shownPage('1')
  await page.goForward()
  await shownPage('2')
  await page.goForward()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(payloads.slice(2)).toEqual([second, first, second, about])
  // Sorted, because several nodes write their log lines in any order.
  const statusesOf = (payload: string) =>
    server.logLines
      .filter(({ url }) => url === payload)
      .map(({ status }) => Number(status))
      .toSorted()
  await expect.poll(() => [second, first, about].map(statusesOf)).toEqual([[200, 304, 304], [200], [200, 304]])

  const held = Promise.withResolvers<HeldRequest>()
  await interceptRequests(page, '*/contact/_payload.json*', held.resolve)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/contact/_payload.json'))
  await page.locator('nav a[href="/contact"]').first().click()
  const pending = await held.promise
  await page.locator('nav a[href="/products"]').first().click()
  expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED')
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  await pending.continue()
  expect([new URL(page.url()).pathname, documents, complaints]).toEqual(['/products', ['/products'], []])
})

test('navigations load documents if every payload request fails with status 500, or if the payload is from another build', async () => {
  await using server = await startServer(catalog)
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  const { documents } = watchRequests(page)
  const otherBuild = await interceptRequests(page, '*/_payload.json*', async (request) => {
    const { headers, text } = await server.request.get(request.url.slice(server.url.length))
    const others = { [FRAME_ID_HEADER]: headers[FRAME_ID_HEADER.toLowerCase()]!, [BUILD_ID_HEADER]: 'another' }
    await request.fulfill({ headers: others, contentType: 'application/json', body: text })
  })
  await page.goto(server.url)
  await waitUntilHydrated(page)
  await page.locator('nav a[href="/about"]').first().click()
  await expect.poll(() => documents).toEqual(['/', '/about'])
  await page.getByRole('heading', { name: 'About' }).waitFor()
  await otherBuild.stop()

  await interceptRequests(page, '*/_payload.json*', (request) => request.fulfill({ status: 500, body: 'no' }))
  await waitUntilHydrated(page)
  await page.locator('nav a[href="/products"]').first().click()
  await expect.poll(() => documents).toEqual(['/', '/about', '/products'])
  await waitUntilHydrated(page)
  await page.goBack()
  await page.getByRole('heading', { name: 'About', level: 1 }).waitFor()
  expect(await page.getByText('Something went wrong').count()).toBe(0)
  expect(
    complaints.filter(
      (complaint) =>
        !/^(warning: The page could not be loaded in place|error: Failed to load resource)/.test(complaint),
    ),
  ).toEqual([])
})

test('once a newer build is found, the tab loads the next page as a document', async () => {
  await using server = await startServer({ ...catalog, environment: { BUILD_CHECK_INTERVAL: '60000' } })
  const page = await openTab(browser, { pool: 'clock' })
  await page.clock.install()
  const { documents } = watchRequests(page)
  const checked = Promise.withResolvers<void>()
  await interceptRequests(page, '*/builds/latest.json*', async (request) => {
    await request.fulfill({ json: { id: 'newer', timestamp: Date.now() + 3_600_000 } })
    checked.resolve()
  })
  await page.goto(server.url)
  await waitUntilHydrated(page)
  await page.clock.runFor(61_000)
  await checked.promise
  // The response is read before that of a later request.
  await page.evaluate(async () => (await fetch('/robots.txt', { cache: 'no-store' })).text())
  await page.locator('nav a[href="/about"]').first().click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(documents).toEqual(['/', '/about'])
})
