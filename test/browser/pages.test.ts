import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delayScripts, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
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

/** Returns the slug in the first link of a page's `main` whose path begins with the prefix. */
async function fetchSlug(url: string, prefix: string): Promise<string> {
  const [, main = ''] = (await (await fetch(url)).text()).split('<main')
  return main.split(`href="${prefix}`)[1]!.split('"')[0]!
}

async function search(page: Page, words: string): Promise<void> {
  await page.locator('.navbar-search .field').fill(words)
  await page.keyboard.press('Enter')
}

/** Follows a link in a text of the owner, which is plain HTML and not one of React's elements. */
async function followLinkInText(page: Page, href: string): Promise<void> {
  await page.locator('.prose').waitFor()
  await page.evaluate((path) => {
    document.querySelector('.prose')!.insertAdjacentHTML('beforeend', `<a href="${path}">by hand</a>`)
  }, href)
  await page.getByRole('link', { name: 'by hand' }).click()
}

// React's development build warns of every difference between server and browser.
test('all routes and both error pages of the demo hydrate without errors or warnings', async () => {
  await using development = await startDemo({
    buildDir: await useBuild('development'),
    environment: { NODE_ENV: 'development' },
  })
  const { url } = development
  const page = await openTab(browser, { preloads: true })
  const complaints = watchComplaints(page)

  const product = await fetchSlug(`${url}/products`, '/products/')
  const category = await fetchSlug(`${url}/category`, '/category/')
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

test('links, search, filters and sorting load no new document, only the code of a page when it is first visited, and Back restores the scroll position', async () => {
  const page = await openTab(browser, { viewport: { width: 1280, height: 800 } })
  const complaints = watchComplaints(page)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const isChunkLoaded = (name: string) => requests.some((request) => request.url().includes(`/builds/${name}-`))
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

  await search(page, 'bowl')
  await page.waitForURL(`${server.url}/products?q=bowl`)
  await page.getByRole('link', { name: 'Remove filter: “bowl”' }).waitFor()
  await page.getByRole('button', { name: 'Sort by' }).click()
  await page.getByRole('menuitemradio', { name: 'Price, highest first' }).click()
  await page.waitForURL(`${server.url}/products?q=bowl&sort=price-desc`)
  await page.getByRole('link', { name: 'Remove filter: “bowl”' }).click()
  await page.waitForURL(`${server.url}/products?sort=price-desc`)
  await expect.poll(() => page.locator('.navbar-search .field').inputValue()).toBe('')
  await search(page, 'qqqqqqqq')
  await page.getByText('No products found').waitFor()
  await page.locator('nav a[href="/about"]').first().click()
  await page.waitForURL(`${server.url}/about`)
  await expect.poll(() => page.locator('a.active').first().getAttribute('href')).toBe('/about')
  expect(isChunkLoaded('contact')).toBe(false)
  await followLinkInText(page, '/contact')
  await page.waitForURL(`${server.url}/contact`)
  expect(isChunkLoaded('contact')).toBe(true)
  expect(requests.filter((request) => request.resourceType() === 'document')).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('hydration and choosing another variant keep the scroll position', async () => {
  const page = await openTab(browser, { viewport: { width: 1280, height: 400 } })
  const allowScripts = await delayScripts(page)
  await page.goto(`${server.url}/products/breakfast-bowl`, { waitUntil: 'commit' })
  await page.locator('.option').getByRole('link', { name: 'Celadon' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 150))
  allowScripts()
  await waitUntilHydrated(page.locator('h1'))
  expect(await page.evaluate(() => window.scrollY)).toBe(150)

  await page.locator('.option').getByRole('link', { name: 'Celadon' }).click()
  await page.waitForURL(/variant=celadon/)
  await expect
    .poll(() => page.locator('.option').getByRole('link', { name: 'Celadon' }).getAttribute('aria-current'))
    .toBe('true')
  expect(await page.evaluate(() => window.scrollY)).toBe(150)
})

test('without scripts all routes and the search, filters, sorting, views and pagination of lists work', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  await page.goto(server.url)
  for (const [name, path] of [
    ['Studio', '/about'],
    ['Contact', '/contact'],
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

  await page.locator('header a[href="/products"]').first().click()
  await page.getByRole('heading', { level: 1, name: 'All pieces' }).waitFor()
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
  await search(page, 'bowl')
  await page.waitForURL(/\/products\?q=bowl/)
  expect(await page.locator('.card').count()).toBeGreaterThan(0)
})
