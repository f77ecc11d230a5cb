import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { delayScripts, followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { startDemo } from '../support/demo-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()
const server = await startDemo()

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

test('links, search, sorting and links in texts, footer and breadcrumb load no new document, only the code of a page when it is first visited', async () => {
  const page = await openTab(browser, { viewport: { width: 1280, height: 800 } })
  const complaints = watchComplaints(page)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const isChunkLoaded = (name: string) => requests.some((request) => request.url().includes(`/builds/${name}-`))
  await page.goto(`${server.url}/products`)
  await waitUntilHydrated(page)
  await search(page, 'bowl')
  await page.waitForURL(`${server.url}/products?q=bowl`)
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
  expect(isChunkLoaded('contact')).toBe(false)
  await followLinkInText(page, '/contact')
  await page.waitForURL(`${server.url}/contact`)
  expect(isChunkLoaded('contact')).toBe(true)

  // The owner's pages open from the footer, from texts and from the breadcrumb.
  expect(isChunkLoaded('about-page')).toBe(false)
  const footer = page.locator('footer')
  await footer.getByRole('link', { name: 'Privacy' }).click()
  await page.waitForURL(`${server.url}/about/privacy`)
  await expect.poll(() => page.title()).toBe('Privacy · Tornio')
  expect(isChunkLoaded('about-page')).toBe(true)
  expect(await footer.locator('a.active').allTextContents()).toEqual(['Privacy'])
  await page.locator('.prose').getByRole('link', { name: 'imprint' }).click()
  await page.waitForURL(`${server.url}/about/imprint`)
  await expect.poll(() => page.locator('h1').textContent()).toBe('Imprint')
  expect(await footer.locator('a.active').allTextContents()).toEqual(['Imprint'])
  await page.locator('.breadcrumb').getByRole('link', { name: 'Studio' }).click()
  await expect.poll(() => page.locator('h1').textContent()).toBe('Studio')
  expect(requests.filter((request) => request.resourceType() === 'document')).toHaveLength(1)
  expect(complaints).toEqual([])
})

/** Clicks "Copy link" in an open menu, and waits for the message. @returns the copied link */
async function copyToClipboard(page: Page): Promise<string> {
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByRole('status').filter({ hasText: 'The link has been copied.' }).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('hydration and choosing another variant keep the scroll position, the links that a product and a card share keep the chosen variant, filters can be collapsed and stay so while the list changes, and the menu of a card acts on its product', async () => {
  const page = await openTab(browser, { viewport: { width: 1280, height: 400 } })
  const complaints = watchComplaints(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const allowScripts = await delayScripts(page)
  await page.goto(`${server.url}/products/carafe`, { waitUntil: 'commit' })
  const fern = page.locator('.option').getByRole('link', { name: 'Fern' })
  await fern.waitFor()
  const scrollY = () => page.evaluate(() => window.scrollY)
  await page.evaluate(() => window.scrollTo(0, 150))
  allowScripts()
  await waitUntilHydrated(page)
  expect(await scrollY()).toBe(150)
  await fern.click()
  await page.waitForURL(/variant=fern/)
  await expect.poll(() => fern.getAttribute('aria-current')).toBe('true')
  expect(await scrollY()).toBe(150)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Share' }).click()
  const mail = await page.getByRole('menuitem', { name: 'Send by e-mail' }).getAttribute('href')
  expect(new URL(mail!).searchParams.get('body')).toMatch(/\/products\/carafe\?variant=fern$/)
  expect(await copyToClipboard(page)).toMatch(/\/products\/carafe\?variant=fern$/)

  await followAddedLink(page, '/products?q=carafe&attr-colour=Fern')
  const card = page.locator('.card[data-slug="carafe"]')
  const openMenu = async () => {
    await card.hover()
    await card.getByRole('button', { name: /^More actions/ }).click()
  }
  await openMenu()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  expect(await copyToClipboard(page)).toMatch(/\/products\/carafe\?variant=fern$/)

  const field = page.locator('.filters').getByRole('checkbox').first()
  await page.getByRole('button', { name: 'Collapse filters' }).click()
  expect(await field.isVisible()).toBe(false)
  expect(await page.getByRole('heading', { name: 'Filters' }).isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Sort by' }).click()
  await page.getByRole('menuitemradio', { name: 'Newest' }).click()
  await page.waitForURL(/sort=newest/)
  await card.waitFor()
  expect(await field.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Collapse filters' }).click()
  expect(await field.isVisible()).toBe(true)

  await openMenu()
  await page.getByRole('menuitem', { name: 'Ask about this product' }).click()
  await page.waitForURL(`${server.url}/contact?product=carafe&variant=fern`)
  expect(complaints).toEqual([])
})
