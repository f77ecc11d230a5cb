import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { useBuild } from '../support/builds.ts'
import { startDemo, type DemoServer } from '../support/demo-server.ts'
import { listRoutePaths } from '../support/route-paths.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()
let server: DemoServer
beforeAll(async () => {
  server = await startDemo()
})
afterAll(() => server[Symbol.asyncDispose]())

/** Returns the slug in the first link of `main` whose path begins with the prefix. */
async function readSlug(page: Page, prefix: string): Promise<string> {
  const href = await page.locator(`main a[href^="${prefix}"]`).first().getAttribute('href')
  return href!.slice(prefix.length)
}

// React's development build warns of every difference between server and browser.
test('all routes and both error pages of the demo hydrate without errors or warnings', async () => {
  await using development = await startDemo({
    buildDir: await useBuild('development'),
    environment: { NODE_ENV: 'development' },
  })
  const { url } = development
  const page = await openTab(browser)
  const complaints = watchComplaints(page)

  await page.goto(`${url}/products`)
  const product = await readSlug(page, '/products/')
  await page.goto(`${url}/category`)
  const category = await readSlug(page, '/category/')
  for (const path of [...listRoutePaths({ product, category, page: 'imprint' }), '/products?view=table&sort=name']) {
    const response = await page.goto(url + path)
    expect(response?.status(), path).toBe(200)
    await waitUntilHydrated(page.locator('h1'))
    expect(await page.locator('h1').count(), path).toBe(1)
  }
  expect(complaints).toEqual([])

  for (const [path, text] of [
    ['/nowhere?x=1', 'Page not found: /nowhere?x=1'],
    ['/products/no-such', 'Page Not Found: /products/no-such'],
  ] as const) {
    const response = await page.goto(url + path)
    expect(response?.status()).toBe(404)
    await waitUntilHydrated(page.locator('h1'))
    await page.getByText(text).waitFor()
  }
  // The browser itself logs an error for a document with status 404.
  expect(complaints.filter((complaint) => !complaint.includes('status of 404'))).toEqual([])
})

test('links navigate without a new document, and Back restores the scroll position', async () => {
  const page = await openTab(browser, { viewport: { width: 1280, height: 800 } })
  const complaints = watchComplaints(page)
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url())
  })
  await page.goto(`${server.url}/products`)
  await waitUntilHydrated(page.locator('h1'))
  const card = page.locator('main a[href^="/products/"]').last()
  await card.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  const href = (await card.getAttribute('href'))!
  await card.click()
  await page.waitForURL(server.url + href)
  await expect.poll(() => page.title()).not.toBe('Products · Tornio')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(new RegExp(`${href}$`))

  await page.goBack()
  await page.waitForURL(`${server.url}/products`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  await page.goForward()
  await page.waitForURL(server.url + href)
  await page.locator('nav a[href="/about"]').first().click()
  await page.waitForURL(`${server.url}/about`)
  await expect.poll(() => page.locator('a.active').first().getAttribute('href')).toBe('/about')
  expect(documents).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('hydration and choosing another variant keep the scroll position', async () => {
  const page = await openTab(browser, { viewport: { width: 1280, height: 400 } })
  const held = Promise.withResolvers<void>()
  await page.route('**/builds/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${server.url}/products/breakfast-bowl`, { waitUntil: 'commit' })
  await page.locator('.option').getByRole('link', { name: 'Celadon' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 150))
  held.resolve()
  await waitUntilHydrated(page.locator('h1'))
  expect(await page.evaluate(() => window.scrollY)).toBe(150)

  await page.locator('.option').getByRole('link', { name: 'Celadon' }).click()
  await page.waitForURL(/variant=celadon/)
  await expect
    .poll(() => page.locator('.option').getByRole('link', { name: 'Celadon' }).getAttribute('aria-current'))
    .toBe('true')
  expect(await page.evaluate(() => window.scrollY)).toBe(150)
})

test('the chunk of a page is loaded when the page is first visited', async () => {
  const page = await openTab(browser, { savesData: true })
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.goto(`${server.url}/about`)
  await waitUntilHydrated(page.locator('h1'))
  const isChunkOf = (name: string) => files.some((file) => file.startsWith(`/builds/${name}-`) && file.endsWith('.js'))
  expect(isChunkOf('contact')).toBe(false)
  await page.locator('a[href="/contact"]').first().click()
  await page.waitForURL(`${server.url}/contact`)
  expect(isChunkOf('contact')).toBe(true)
})

test('filters, sorting, search and links in texts load no new document', async () => {
  const page = await openTab(browser, { viewport: { width: 1280, height: 800 } })
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url())
  })
  await page.goto(`${server.url}/products`)
  await waitUntilHydrated(page.locator('h1'))
  await page.locator('.navbar-search .field').fill('bowl')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/products?q=bowl`)
  await page.getByRole('link', { name: 'Remove filter: “bowl”' }).waitFor()
  await page.getByRole('button', { name: 'Sort by' }).click()
  await page.getByRole('menuitemradio', { name: 'Price, highest first' }).click()
  await page.waitForURL(`${server.url}/products?q=bowl&sort=price-desc`)
  await page.getByRole('link', { name: 'Remove filter: “bowl”' }).click()
  await page.waitForURL(`${server.url}/products?sort=price-desc`)
  await expect.poll(() => page.locator('.navbar-search .field').inputValue()).toBe('')
  await page.locator('.navbar-search .field').fill('qqqqqqqq')
  await page.keyboard.press('Enter')
  await page.getByText('No products found').waitFor()
  await page.locator('nav a[href="/about"]').first().click()
  await page.waitForURL(`${server.url}/about`)
  // The owner's texts are plain HTML, so this link is not one of React's elements either.
  await page.locator('.prose').waitFor()
  await page.evaluate(() => {
    document.querySelector('.prose')!.insertAdjacentHTML('beforeend', '<a href="/contact">by hand</a>')
  })
  await page.getByRole('link', { name: 'by hand' }).click()
  await page.waitForURL(`${server.url}/contact`)
  expect(documents).toHaveLength(1)
})

test('without scripts all routes and the search, filters, sorting, views and pagination of lists work', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  await page.goto(server.url)
  for (const [name, path] of [
    ['Studio', '/about'],
    ['Contact', '/contact'],
    ['All pieces', '/products'],
    ['Categories', '/category'],
  ] as const) {
    await page.locator(`header a[href="${path}"], footer a[href="${path}"], main a[href="${path}"]`).first().click()
    await page.waitForURL(server.url + path)
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await page.locator('main a[href^="/category/"]').first().click()
  await page.waitForURL('**/category/*')
  await page.locator('.card-link').first().click()
  await page.waitForURL('**/products/*')
  expect(await page.locator('h1').count()).toBe(1)

  await page.goto(`${server.url}/products`)
  await page.getByRole('button', { name: 'Sort by' }).click()
  await page.getByRole('link', { name: 'Price, lowest first' }).click()
  await page.waitForURL(/sort=price-asc/)
  await page.getByLabel('In stock only').check()
  await page.getByLabel('Price from').fill('30')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/\?(?=.*in-stock=1)(?=.*min-price=30)(?=.*sort=price-asc)/)
  await page.getByRole('group', { name: 'View' }).getByRole('link', { name: 'Table' }).click()
  await page.waitForURL(/view=table/)
  expect(await page.locator('main tbody tr').count()).toBe(24)
  await page.locator('nav a[href*="page=2"]').first().click()
  await page.waitForURL(/\?(?=.*page=2)(?=.*sort=price-asc)(?=.*min-price=30)/)
  await page
    .getByRole('link', { name: /^Remove filter/ })
    .first()
    .click()
  await page.waitForURL((url) => !(url.searchParams.has('in-stock') && url.searchParams.has('min-price')))
  await page.locator('.navbar-search .field').fill('bowl')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/products\?q=bowl/)
  expect(await page.locator('.card').count()).toBeGreaterThan(0)
})
