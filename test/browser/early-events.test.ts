import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LOAD_TIMEOUT_MS } from '../../shared/constants.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import {
  recordDocuments,
  skipLoadDelays,
  useBrowser,
  waitUntilHydratedWhenIdle,
  watchComplaints,
} from '../support/browser.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { buildNewEnquiry, STORED_ITEM } from '../support/enquiries.ts'
import { messages } from '../support/english-messages.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { interceptRequests, type HeldRequest } from '../support/intercept-requests.ts'
import { openTab, type PageOptions } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'

const PNG = writeBlankPng(8, 8)
const image = { url: 'https://photos.example/bowl.png', alt: 'A bowl' }

const browser = await useBrowser()
const server = await useServer({
  categories: [buildCategory({ slug: 'bowls', name: 'Bowls' })],
  products: ['Soup bowl', 'Tea bowl'].map((name) =>
    buildProduct({
      slug: name.toLowerCase().replace(' ', '-'),
      name,
      categorySlug: 'bowls',
      images: [image],
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variants: [buildVariant({ key: 's', optionValues: ['S'] }), buildVariant({ key: 'l', optionValues: ['L'] })],
    }),
  ),
})

const PRODUCT = '/products/soup-bowl'
const MAIN = '*/builds/main-*.js'

/** Opens a page whose main script waits until the test releases it. */
async function openHeld(path: string, options: PageOptions = {}) {
  const page = await openTab(browser, options)
  const complaints = watchComplaints(page)
  const documents = recordDocuments(page)
  const requested = Promise.withResolvers<HeldRequest>()
  await interceptRequests(page, MAIN, requested.resolve)
  await interceptRequests(page, image.url, (request) => request.fulfill({ contentType: 'image/png', body: PNG }))
  await page.goto(server.url + path)
  return {
    page,
    documents,
    complaints,
    /** Lets the script load, and waits for the hydration. */
    async hydrate() {
      await (await requested.promise).continue()
      await waitUntilHydratedWhenIdle(page)
    },
    /** Lets the script fail. */
    fail: async () => (await requested.promise).fulfill({ status: 404 }),
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const readList = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('enquiry-list') ?? '[]') as { quantity: number }[])

const TABLE = '/products?attr-size=S&view=table'

test('products added and quantities typed in rows before hydration are added once, although the visitor presses again', async () => {
  const { page, documents, complaints, hydrate } = await openHeld(TABLE)
  await button(page, messages.enquiryList.addProduct('Soup bowl')).dblclick()
  await button(page, messages.enquiryList.addProduct('Soup bowl')).click()
  const quantity = page.getByLabel(messages.enquiryList.quantityOf('Tea bowl'))
  await quantity.fill('7')
  await quantity.press('Enter')
  await hydrate()
  const quantities = async () => (await readList(page)).map((listed) => listed.quantity)
  await expect.poll(quantities).toEqual([1, 7])
  await page.getByRole('link', { name: messages.enquiryList.listOf(2) }).waitFor()
  expect([documents, complaints]).toEqual([[TABLE], []])
})

test('a product page keeps quantity, mark for comparison and the pressed item of the share menu until it is hydrated', async () => {
  const { page, documents, complaints, hydrate } = await openHeld(PRODUCT)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByLabel(messages.enquiryList.quantity, { exact: true }).fill('3')
  await button(page, messages.enquiryList.add).click()
  await button(page, messages.compare).click()
  await button(page, messages.share).click()
  await button(page, messages.copyAddress).click()
  expect(await button(page, messages.compare).getAttribute('aria-pressed')).toBe(null)
  await hydrate()
  await expect.poll(() => readList(page)).toMatchObject([{ product: 'soup-bowl', variant: 's', quantity: 3 }])
  await expect.poll(() => button(page, messages.compare).getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => page.locator('.share-outcome').textContent()).toBe(messages.addressCopied)
  expect(await page.locator('.dropdown-popup:popover-open').count()).toBe(0)
  expect([documents, complaints]).toEqual([[PRODUCT], []])
})

const item = (product: string, quantity: number) => ({ product, variant: 's', quantity, note: '' })

test('an enquiry that is used again before hydration is added to the own list once', async () => {
  const items = [{ ...STORED_ITEM, ...item('tea-bowl', 2) }]
  const { reference } = await server.context.enquiries.add(buildNewEnquiry({ items }))
  const { page, documents, complaints, hydrate } = await openHeld(`/contact?reference=${reference}`)
  await page.evaluate((list) => localStorage.setItem('enquiry-list', list), JSON.stringify([item('soup-bowl', 3)]))
  const again = page.getByRole('link', { name: serverTextsFor({ locale: 'en' }).takeAway.useAgain })
  await again.click()
  await again.press('Enter')
  await hydrate()
  await page.waitForURL('**/contact?item=soup-bowl:3:s&item=tea-bowl:2:s')
  expect(await readList(page)).toEqual([item('soup-bowl', 3), item('tea-bowl', 2)])
  expect([documents, complaints]).toEqual([[`/contact?reference=${reference}`], []])
})

test('if the scripts fail, the link to use an enquiry again opens its list', async () => {
  const items = [{ ...STORED_ITEM, ...item('tea-bowl', 2) }]
  const { reference } = await server.context.enquiries.add(buildNewEnquiry({ items }))
  const { page, fail } = await openHeld(`/contact?reference=${reference}`)
  await page.getByRole('link', { name: serverTextsFor({ locale: 'en' }).takeAway.useAgain }).click()
  await fail()
  await page.waitForURL('**/contact?item=tea-bowl:2:s')
})

test('a picture pressed before hydration opens in the lightbox; with a modifier key the browser opens it in another tab', async () => {
  const { page, documents, hydrate } = await openHeld(PRODUCT)
  const picture = page.locator('.gallery-picture')
  const opened = page.context().waitForEvent('page')
  await picture.click({ modifiers: ['ControlOrMeta'] })
  await (await opened).close()
  await picture.click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await hydrate()
  await page.getByRole('dialog', { name: messages.pictures }).waitFor()
  expect(await page.locator('.lightbox').count()).toBe(1)
  expect(documents).toEqual([PRODUCT])
})

test('the category menu opens once if it is tapped before hydration', async () => {
  const { page, documents, hydrate } = await openHeld('/about', { hasTouch: true })
  await categoryLink(page).tap()
  await hydrate()
  await page.locator('.navbar .dropdown-popup:popover-open').getByRole('link', { name: 'Bowls' }).waitFor()
  expect(documents).toEqual(['/about'])
})

const categoryLink = (page: Page) => page.locator('header').getByRole('link', { name: 'Categories', exact: true })

test('text typed before hydration gets suggestions with one request', async () => {
  const { page, hydrate } = await openHeld('/about')
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/suggestions') requests.push(search)
  })
  await page.locator('.navbar-search .field').focus()
  await page.keyboard.type('bowl')
  await hydrate()
  await page.getByRole('option', { name: 'Soup bowl' }).waitFor()
  expect(requests).toEqual(['?q=bowl'])
})

test('the search that a phone opened before hydration stays open with the focus in its field', async () => {
  const { page, hydrate } = await openHeld('/', {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  })
  const field = page.locator('.navbar-search .field')
  await page.locator('.navbar-search-open').tap()
  await field.waitFor()
  await hydrate()
  expect(await field.evaluate((element) => element.checkVisibility() && element === document.activeElement)).toBe(true)
  await button(page, messages.close).tap()
  await field.waitFor({ state: 'hidden' })
})

test('links and forms that need no scripts work before hydration', async () => {
  const { page, documents } = await openHeld('/products?view=table')
  await page.locator('.navbar-search .field').fill('tea')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?q=tea')
  await categoryLink(page).click()
  await page.waitForURL('**/category')
  expect(documents).toHaveLength(3)
})

test('if the scripts fail, the browser submits a form whose button was pressed before hydration', async () => {
  const { page, documents, fail } = await openHeld(PRODUCT)
  await button(page, messages.enquiryList.add).click()
  await fail()
  await page.waitForURL('**/contact?*')
  expect(documents).toEqual([PRODUCT, '/contact?product=soup-bowl&variant=s&quantity=1'])
})

test('a page whose scripts fail is loaded once more, and then stays usable without them', async () => {
  const page = await openTab(browser)
  await skipLoadDelays(page)
  let failures = 0
  await interceptRequests(page, MAIN, (request) => {
    failures++
    return request.fulfill({ status: 404 })
  })
  await page.goto(server.url + PRODUCT)
  await page.waitForEvent('pageerror')
  expect(failures).toBe(2)
  await button(page, messages.compare).click()
  await page.waitForURL('**/products?compare=soup-bowl')
})

test('if the scripts take too long, the browser submits a form whose button was pressed before hydration', async () => {
  const page = await openTab(browser, { pool: 'clock' })
  await page.clock.install()
  await interceptRequests(page, MAIN, () => {})
  await page.goto(server.url + PRODUCT)
  await button(page, messages.compare).click()
  await page.clock.runFor(LOAD_TIMEOUT_MS - 1_000)
  expect(page.url()).toBe(server.url + PRODUCT)
  await page.clock.runFor(2_000)
  await page.waitForURL('**/products?compare=soup-bowl')
})
