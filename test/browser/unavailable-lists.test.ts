import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LOAD_TIMEOUT_MS } from '../../shared/constants.ts'
import { followAddedLink, openHydrated, openReusedPage, useBrowser } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const OFFLINE = 'You are offline. The list has not changed.'
const UNAVAILABLE = 'The site is not responding. The list has not changed.'

const browser = await useBrowser()
const server = await useServer({
  products: Array.from({ length: 60 }, (_, index) =>
    buildProduct({
      slug: `bowl-${index}`,
      name: `Bowl ${index}`,
      brand: index < 30 ? `Maker ${index}` : ['Arita', 'Bizen', 'Tamba'][index % 3]!,
    }),
  ),
})

async function openPage(path: string, options: BrowserContextOptions = {}) {
  const opened = await openReusedPage(browser, server.url + path, options)
  const message = (text: string) => opened.page.getByRole('status').filter({ hasText: text })
  return { ...opened, context: opened.page.context(), message }
}

const readList = (page: Page) =>
  page.locator('[data-slug]').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset['slug']))

const expectOnlyFailedRequests = (complaints: readonly string[]) =>
  expect(
    complaints.filter(
      (complaint) =>
        !/^(warning: The page could not be loaded|warning: The manifest of the build could not be loaded|error: Failed to load resource)/.test(
          complaint,
        ),
    ),
  ).toEqual([])

test('offline, choosing a filter keeps the list, shows a message, and applies when retried online; the filter drawer of a phone shows the message beside its button and keeps the chosen filters; another page shows it in view; if the server responds 503, the list stays until a retry succeeds', async () => {
  const { context, page, message, complaints, close } = await openPage('/products')
  const before = await readList(page)
  await context.setOffline(true)
  await page.getByRole('checkbox', { name: /^Bizen/ }).check()
  await message(OFFLINE).waitFor()
  await page.getByRole('checkbox', { name: /^Tamba/ }).check()
  await message(OFFLINE).waitFor()
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2)
  expect([await readList(page), page.url()]).toEqual([before, `${server.url}/products`])
  await page.getByRole('button', { name: 'Try again' }).click()
  await message(OFFLINE).waitFor()
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('results')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/products?brand=Bizen&brand=Tamba')
  await expect.poll(() => page.locator('.toolbar-count').textContent()).toBe('20 products')
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.locator('.filters').getAttribute('data-state')).toBe('closed')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: /^Tamba/ }).uncheck()
  await page.getByRole('button', { name: 'Show 10 products' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Show 10 products' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  const retry = drawer.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  expect(await drawer.getByRole('status').filter({ hasText: OFFLINE }).count()).toBe(1)
  const { top, bottom } = await retry.evaluate((button) => button.getBoundingClientRect().toJSON() as DOMRect)
  expect([top > 0, bottom < 740]).toEqual([true, true])
  expect(await drawer.getByRole('checkbox', { name: /^Bizen/ }).isChecked()).toBe(true)
  await context.setOffline(false)
  await retry.click()
  await page.waitForURL('**/products?brand=Bizen')
  await expect.poll(() => drawer.count()).toBe(0)
  expect(await message(OFFLINE).count()).toBe(0)

  // Opening another page shows the message in view, and Back keeps the list.
  await page.setViewportSize({ width: 1280, height: 800 })
  // The drawer becomes a column, which shows no message.
  await page.locator('.filters .listing-failure').waitFor({ state: 'detached' })
  await followAddedLink(page, '/products?page=2')
  await page.locator('.table-pagination [aria-current]').filter({ hasText: '2' }).waitFor()
  const last = await readList(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Page 3' }).click()
  await message(OFFLINE).waitFor()
  expect(await message(OFFLINE).evaluate((region) => region.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
  expect([await readList(page), page.url()]).toEqual([last, `${server.url}/products?page=2`])
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/products?page=3')

  const documents = await interceptRequests(page, '*/products*\\?*', (request) =>
    request.fulfill({ status: 503, body: 'no' }),
  )
  const payloads = await interceptRequests(page, '*/_payload.json*', (request) =>
    request.fulfill({ status: 503, body: 'no' }),
  )
  // A list that was shown before would be shown from memory.
  await page.getByRole('checkbox', { name: /^Arita/ }).check()
  await message(UNAVAILABLE).waitFor()
  expect(page.url()).toBe(`${server.url}/products?page=3`)
  await Promise.all([documents.stop(), payloads.stop()])
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/products?brand=Arita')
  await expect.poll(() => page.locator('.toolbar-count').textContent()).toBe('10 products')
  expectOnlyFailedRequests(complaints)
  await close()
})

test('a server that does not respond in time keeps the list, and a retry sends a new request instead of waiting for the preload', async () => {
  const page = await openHydrated(browser, `${server.url}/products`, { preloads: true, pool: 'clock' })
  await page.clock.install()
  const requests: string[] = []
  const preloads = await interceptRequests(page, '*/_payload.json\\?page=2*', (request) => requests.push(request.url))
  const next = page.getByRole('link', { name: 'Next' })
  await next.hover()
  await expect.poll(() => requests.length).toBe(1)
  await next.click()
  await page.clock.runFor(LOAD_TIMEOUT_MS)
  const unavailable = page.getByRole('status').filter({ hasText: UNAVAILABLE })
  await unavailable.waitFor()
  await preloads.stop()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/products?page=2')
  await page.context().close()
})
