import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followAddedLink, openReusedPage, useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { startDemo, type DemoServer } from '../support/demo-server.ts'

const browser = await useBrowser()
let server: DemoServer
beforeAll(async () => {
  server = await startDemo()
})
afterAll(() => server[Symbol.asyncDispose]())

const open = (path: string, width = 1280, height = 800) =>
  openReusedPage(browser, server.url + path, { viewport: { width, height } })

test('the category menu opens on hover, and following one of its links closes it', async () => {
  await using opened = await open('/')
  const { page, complaints } = opened
  const link = page.locator('header').getByRole('link', { name: 'Categories', exact: true })
  await waitUntilHydrated(link)
  await link.hover()
  await page.locator('header').getByRole('link', { name: 'Vases' }).click()
  await page.getByRole('heading', { level: 1, name: 'Vases' }).waitFor()
  expect(await page.locator('.dropdown-popup:popover-open').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('on a list, the filters can be collapsed and stay collapsed while the list changes, and the menu of a card acts on its product', async () => {
  await using opened = await open('/products')
  const { page } = opened
  const field = page.locator('.filters').getByRole('checkbox').first()
  await page.getByRole('button', { name: 'Collapse filters' }).click()
  expect(await field.isVisible()).toBe(false)
  expect(await page.getByRole('heading', { name: 'Filters' }).isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Sort by' }).click()
  await page.getByRole('menuitemradio', { name: 'Newest' }).click()
  await page.waitForURL(/sort=newest/)
  await page.locator('.card').first().waitFor()
  expect(await field.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Collapse filters' }).click()
  expect(await field.isVisible()).toBe(true)

  const card = page.locator('.card').nth(2)
  const slug = await card.getAttribute('data-slug')
  const name = await card.locator('.card-name').innerText()
  await card.hover()
  await card.getByRole('button', { name: `More actions: ${name}` }).click()
  await page.getByRole('menu', { name }).waitFor()
  await page.getByRole('menuitem', { name: 'Ask about this product' }).click()
  await page.waitForURL(`${server.url}/contact?product=${slug}`)
})

test('a list in table view has numbers of equal widths in the font of the site, stays a table in a search, and is sorted by its header links', async () => {
  await using opened = await open('/products?view=table')
  const { page } = opened
  const fonts = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
  })
  expect(fonts).toContain('Instrument Sans')
  expect(
    await page
      .locator('td')
      .first()
      .evaluate((cell) => getComputedStyle(cell).fontVariantNumeric),
  ).toBe('tabular-nums')

  await page.locator('.navbar-search .field').fill('vase')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?q=vase&view=table')
  const header = page.getByRole('columnheader', { name: 'Price' })
  await header.getByRole('link').click()
  await page.waitForURL(/sort=price-asc/)
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await header.getByRole('link').click()
  await page.waitForURL(/sort=price-desc/)
})

test('on a product page, the gallery scrolls to the focused picture on a phone, and the variants table is sortable and links to each variant', async () => {
  await using opened = await open('/products/mushroom-lamp', 360)
  const { page } = opened
  const second = page.locator('.gallery-picture').nth(1)
  await page.locator('.gallery-picture').first().focus()
  await page.keyboard.press('Tab')
  expect(await second.evaluate((element) => element === document.activeElement)).toBe(true)
  const rightEdge = async () => {
    const { x, width } = (await second.boundingBox())!
    return x + width
  }
  await expect.poll(rightEdge).toBeLessThanOrEqual(361)

  await page.setViewportSize({ width: 1280, height: 300 })
  const table = page.getByRole('table', { name: 'All variants' })
  const names = () => table.getByRole('rowheader').allInnerTexts()
  await page.locator('.option').getByRole('link', { name: 'Steel' }).click()
  await expect.poll(() => page.locator('.option-chosen').innerText()).toBe('Steel')
  await waitUntilHydrated(table)
  expect(await names()).toEqual(['Brass', 'Steel'])
  // Short tables have no search field.
  expect(await page.locator('.data-table').getByRole('searchbox').count()).toBe(0)
  const header = table.getByRole('columnheader', { name: 'Shade' })
  await header.getByRole('button').click()
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await header.getByRole('button').click()
  await expect.poll(names).toEqual(['Steel', 'Brass'])
  await table.getByRole('link', { name: 'Brass' }).click()
  await page.waitForURL(/variant=brass/)
})

/** Clicks "Copy link" in an open menu of a page without a clipboard. @returns the link in the dialog that follows */
async function copyByHand(page: Page): Promise<string> {
  // Browsers offer no clipboard to pages without HTTPS.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }))
  const shown = Promise.withResolvers<string>()
  page.once('dialog', (dialog) => {
    shown.resolve(dialog.defaultValue())
    void dialog.dismiss()
  })
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const link = await shown.promise
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'))
  return link
}

/** Clicks "Copy link" in an open menu, and waits for the message. @returns the copied link */
async function copyToClipboard(page: Page): Promise<string> {
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByRole('status').filter({ hasText: 'The link has been copied.' }).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('the links that a product and a card share keep the chosen variant; a message says that one was copied, or a dialog shows it if there is no clipboard', async () => {
  await using opened = await open('/products/carafe?variant=fern')
  const { page, complaints } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const share = page.getByRole('button', { name: 'Share' })
  await share.click()
  const mail = await page.getByRole('menuitem', { name: 'Send by e-mail' }).getAttribute('href')
  expect(new URL(mail!).searchParams.get('body')).toMatch(/\/products\/carafe\?variant=fern$/)
  expect(await copyToClipboard(page)).toMatch(/\/products\/carafe\?variant=fern$/)
  // Without a variant in the address, the page chooses one.
  await followAddedLink(page, '/products/carafe')
  await expect.poll(() => page.locator('.option-chosen').innerText()).toBe('Smoke')
  await share.click()
  expect(await copyByHand(page)).toMatch(/\/products\/carafe\?variant=smoke$/)

  await page.goto(`${server.url}/products?q=carafe&attr-colour=Fern`)
  await waitUntilHydrated(page.locator('h1'))
  const card = page.locator('.card[data-slug="carafe"]')
  const openMenu = async () => {
    await card.hover()
    await card.getByRole('button', { name: /^More actions/ }).click()
  }
  await openMenu()
  expect(await copyToClipboard(page)).toMatch(/\/products\/carafe\?variant=fern$/)
  await openMenu()
  expect(await copyByHand(page)).toMatch(/\/products\/carafe\?variant=fern$/)
  expect(complaints).toEqual([])
})
