import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LOADING_DELAY_MS } from '../../shared/constants.ts'
import {
  followAddedLink,
  openHydrated,
  recordDocuments,
  useBrowser,
  waitUntilHydrated,
  watchComplaints,
} from '../support/browser.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { useServer, type TestServer } from '../support/start-server.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { openTab } from '../support/reused-page.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const browser = await useBrowser()

const WIDE_TABLE = `<table><caption>Sizes</caption><tr>${'<td>a_rather_long_cell_without_any_break</td>'.repeat(2)}</tr></table>`
const aboutHtml = `<p>Thrown from <abbr title="fired at 1240 °C">stoneware</abbr>.</p><p>${'<br>'.repeat(60)}</p><h2 id="care">Care</h2><p>${'<br>'.repeat(60)}</p>${WIDE_TABLE}<p><a href="/about#care">to care</a> <a href="/products">our chairs</a></p>`
const catalog = {
  site: {
    ...NEUTRAL_SITE,
    aboutHtml,
    navigation: [
      { label: 'Products', href: '/products' },
      { label: 'About', href: '/about' },
      { label: 'Care', href: '/about#care' },
      { label: 'Nothing', href: '/about#no-such-place' },
      { label: 'Robots', href: '/robots.txt' },
    ],
  },
  categories: [buildCategory({ slug: 'seats', name: 'Seats' })],
  products: Array.from({ length: 12 }, (_, index) =>
    buildProduct({ slug: `chair-${index}`, name: `Chair ${index}`, categorySlug: 'seats' }),
  ),
}

const server = await useServer(catalog)

const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** Reads the distinct targets of the links that a selector matches. */
const readTargets = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')))].toSorted())

/** Navigates in place to pages of all kinds, and compares their titles with those of the documents. */
async function expectTitlesOfDocuments(page: Page, server: TestServer): Promise<void> {
  for (const path of [
    '/about',
    '/contact',
    '/products?q=chair',
    '/category/seats?q=chair',
    '/products/No%20Slug',
    '/products/chair-1',
    '/',
  ]) {
    const { text } = await server.request.get(path)
    const title = /<title>(.*?)<\/title>/.exec(text)![1]!
    await followAddedLink(page, path)
    await expect.poll(() => page.url()).toBe(server.url + path)
    await expect.poll(() => page.title(), { message: path }).toBe(title)
    await expect.poll(() => page.locator('[data-announcer]').textContent(), { message: path }).toBe(title)
  }
}

test('a new page starts at the top, or at the hash target below the header; Back and Forward restore the scroll position, also after a reload', async () => {
  const page = await openHydrated(browser, `${server.url}/products`, { preloads: true })
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Care' }).click()
  const care = page.getByRole('heading', { name: 'Care' })
  await care.waitFor()
  const placeOfCare = async () => Math.round((await care.boundingBox())!.y)
  const headerHeight = (await page.locator('header.navbar').boundingBox())!.height
  await expect.poll(placeOfCare).toBeLessThan(200)
  expect(await placeOfCare()).toBeGreaterThanOrEqual(headerHeight)

  // A hash target on the current page ends up below the header, too.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('link', { name: 'to care' }).click()
  await expect.poll(placeOfCare).toBeLessThan(200)

  // A link to a missing target starts another page at its top, and does not scroll the current page.
  await page.getByRole('link', { name: 'Nothing' }).first().click()
  await page.waitForURL(/no-such-place/)
  expect(await scrollY(page)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Products' }).first().click()
  await page.getByText('Chair 3').waitFor()
  await page.evaluate(() => window.scrollTo(0, 200))
  // Playwright's own click would scroll the link into view.
  await page.getByRole('link', { name: 'Nothing' }).first().dispatchEvent('click')
  await care.waitFor()
  await expect.poll(() => scrollY(page)).toBe(0)

  await page.evaluate(() => window.scrollTo(0, 400))
  await page.reload()
  await waitUntilHydrated(page)
  await expect.poll(() => scrollY(page)).toBe(400)
  await page.goBack()
  await page.getByText('Chair 3').waitFor()
  await expect.poll(() => scrollY(page)).toBe(200)
  await page.goForward()
  await care.waitFor()
  await expect.poll(() => scrollY(page)).toBe(400)
  await page.goto(`${server.url}/robots.txt`)
  await page.goBack()
  await expect.poll(() => scrollY(page)).toBe(400)
})

test('a link clicked before hydration is followed without a new document', async () => {
  const page = await openTab(browser, { preloads: true })
  await page.addInitScript(() => {
    // The page calls `replaceState` right before it begins to listen for clicks, so this click precedes hydration.
    const replaceState = history.replaceState.bind(history)
    history.replaceState = (...entry) => {
      replaceState(...entry)
      history.replaceState = replaceState
      queueMicrotask(() => document.querySelector<HTMLElement>('a[href="/products/chair-0"]')!.click())
    }
  })
  const documents = recordDocuments(page)
  await page.goto(`${server.url}/products`)
  await page.getByRole('heading', { name: 'Chair 0', level: 1 }).waitFor()
  expect(documents).toEqual(['/products'])
})

test('navigation announces the title and focuses the main content; Back focuses the followed link; titles are those of the documents; only links to the current page have the class active and aria-current; a link to a path that is not a page is left to the browser', async () => {
  const page = await openHydrated(browser, `${server.url}/products`, { preloads: true })
  const documents = recordDocuments(page)
  const announced = page.locator('[data-announcer]')
  expect(await announced.getAttribute('role')).toBe('status')
  expect(await announced.textContent()).toBe('')
  const link = page.getByRole('link', { name: 'Chair 3' })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Chair 3' }).waitFor()
  await expect.poll(() => announced.textContent()).toBe('Chair 3 · Vitrine')
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('href'))
  await expect.poll(focused).toBe('main')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)

  await page.goBack()
  await link.waitFor()
  await expect.poll(() => announced.textContent()).toBe('Products · Vitrine')
  expect(await page.title()).toBe('Products · Vitrine')
  await expect.poll(focused).toBe('/products/chair-3')
  await page.getByRole('link', { name: 'Care' }).first().click()
  await expect.poll(focused).toBe('care')
  await page.locator('.skip-link').focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('main')
  await expectTitlesOfDocuments(page, server)
  expect(documents).toEqual([])

  // Only links to the current page have the class active and aria-current.
  const active = () => readTargets(page, 'a.active')
  const current = () => readTargets(page, 'a[aria-current="page"]')
  await followAddedLink(page, '/products?sort=name')
  await expect.poll(active).toEqual(['/products'])
  expect(await current()).toEqual(['/products'])
  await page.getByRole('link', { name: 'Chair 3' }).click()
  await page.getByRole('heading', { name: 'Chair 3' }).waitFor()
  expect(await active()).toEqual([])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect.poll(active).toEqual(['/about', '/about#care', '/about#no-such-place'])
  await page.getByRole('link', { name: 'our chairs' }).click()
  await expect.poll(active).toEqual(['/products'])
  expect([await current(), documents]).toEqual([['/products'], []])

  const [response] = await Promise.all([
    page.waitForResponse(`${server.url}/robots.txt`),
    page.getByRole('link', { name: 'Robots' }).first().click(),
  ])
  expect(response.status()).toBe(200)
  await expect.poll(() => documents).toEqual(['/robots.txt'])
})

test('the progress bar appears only if loading takes longer than 200 ms', async () => {
  const page = await openTab(browser, { viewport: { width: 1280, height: 600 }, pool: 'clock' })
  await page.clock.install()
  await page.goto(`${server.url}/products`)
  await waitUntilHydrated(page)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const held = Promise.withResolvers<void>()
  await interceptRequests(page, '*/contact/_payload.json*', async (request) => {
    await held.promise
    await request.continue()
  })
  const bar = page.getByRole('progressbar', { name: 'Loading', includeHidden: true })
  const state = () => bar.getAttribute('data-state')
  await page.getByRole('link', { name: 'About' }).first().click()
  await page.getByRole('heading', { name: 'Care' }).waitFor()
  await page.clock.runFor(LOADING_DELAY_MS)
  expect(await state()).toMatch(/idle|done/)

  await page.evaluate(() => {
    document.querySelector('main')!.insertAdjacentHTML('beforeend', '<a href="/contact">slow</a>')
  })
  await page.getByRole('link', { name: 'slow' }).click()
  await page.clock.runFor(LOADING_DELAY_MS - 1)
  expect(await state()).toMatch(/idle|done/)
  await page.clock.runFor(1)
  await expect.poll(state).toBe('loading')
  expect(await page.getByRole('heading', { name: 'Care' }).isVisible()).toBe(true)
  held.resolve()
  await page.getByRole('heading', { name: 'Contact' }).waitFor()
  await expect.poll(state).toBe('done')
  expect(await bar.getAttribute('aria-hidden')).toBe('true')
})

test("widgets in the owner's texts are set up on each page and removed when the visitor leaves it", async () => {
  const page = await openHydrated(browser, `${server.url}/about`, { viewport: { width: 360, height: 600 } })
  const complaints = watchComplaints(page)
  const region = page.getByRole('region', { name: 'Sizes' })
  await region.waitFor()
  await expect.poll(() => region.getAttribute('tabindex')).toBe('0')
  expect(await region.getAttribute('data-state')).toBe('scrollable')
  const term = page.getByText('stoneware', { exact: true })
  await expect.poll(() => term.getAttribute('title')).toBeNull()
  await term.focus()
  await expect.poll(() => page.getByRole('tooltip', { name: 'fired at 1240 °C' }).isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'to care' }).click()
  await page.waitForURL(/#care/)
  await expect.poll(() => page.locator('.prose-table').count()).toBe(1)
  expect(await page.locator('.prose-table .prose-table').count()).toBe(0)

  await page.locator('.navbar-name').click()
  await page.waitForURL(`${server.url}/`)
  await expect.poll(() => page.locator('.prose-table').count()).toBe(0)
  await page.goBack()
  await region.waitFor()
  // A table that fits does not become a scrollable region.
  await page.setViewportSize({ width: 1800, height: 600 })
  await expect.poll(() => page.locator('.prose-table').getAttribute('data-state')).toBe('fitting')
  expect(await page.locator('.prose-table').getAttribute('tabindex')).toBeNull()
  expect(complaints).toEqual([])
})
