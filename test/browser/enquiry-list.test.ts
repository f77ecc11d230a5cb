import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { ENQUIRY_ITEMS_MAX } from '../../shared/enquiry-fields.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const words = messages.enquiry
const texts = messages.enquiryList
const products = [
  buildProduct({
    slug: 'oak-chair',
    name: 'Oak chair',
    options: [{ name: 'Finish', values: ['Natural', 'Black stain'] }],
    variants: [
      buildVariant({ key: 'natural', optionValues: ['Natural'], sku: 'OC-N' }),
      buildVariant({ key: 'black-stain', optionValues: ['Black stain'], sku: 'OC-B' }),
    ],
  }),
  buildProduct({ slug: 'oak-table', name: 'Oak table' }),
  buildProduct({ slug: 'pine-shelf', name: 'Pine shelf' }),
  // Only for the test that renames it.
  buildProduct({ slug: 'ash-stool', name: 'Ash stool' }),
]

const browser = await useBrowser()
const server = await useServer({ products })

interface OpenOptions extends BrowserContextOptions {
  /** The product of the enquiry list that the device already has. */
  readonly listed?: string
}

async function openPage(path: string, { listed, ...options }: OpenOptions = {}) {
  const page = await openTab(browser, { viewport: { width: 1280, height: 900 }, ...options })
  if (listed !== undefined) {
    await page.addInitScript((product) => {
      const list = [{ product, variant: null, quantity: 1, note: '' }]
      if (localStorage.getItem('enquiry-list') === null) localStorage.setItem('enquiry-list', JSON.stringify(list))
    }, listed)
  }
  const complaints = watchComplaints(page)
  await page.goto(server.url + path)
  return {
    page,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    listLink: page.locator('.enquiry-link'),
    items: page.locator('.enquiry-items > li'),
    async [Symbol.asyncDispose]() {
      expect(complaints).toEqual([])
    },
  }
}

async function readLatest() {
  const [latest] = await server.context.enquiries.list('all')
  return latest
}

test('products are collected on a product page, in a table and in a comparison, and one enquiry asks about all of them', async () => {
  await using opened = await openPage('/products/oak-chair?variant=black-stain')
  const { page, button, listLink, items } = opened
  await waitUntilHydrated(button(texts.add))
  expect(await listLink.getAttribute('aria-label')).toBe(texts.list)
  await page.getByLabel(texts.quantity, { exact: true }).fill('4')
  await button(texts.add).click()
  await page.getByText(texts.listed(4)).waitFor()
  expect(await listLink.getAttribute('aria-label')).toBe(texts.listOf(1))

  await followAddedLink(page, '/products?view=table')
  await button(texts.addProduct('Oak table')).click()
  await expect.poll(() => listLink.getAttribute('aria-label')).toBe(texts.listOf(2))
  await followAddedLink(page, '/products?compare=oak-table,pine-shelf')
  await button(texts.addProduct('Pine shelf')).click()
  await expect.poll(() => listLink.getAttribute('aria-label')).toBe(texts.listOf(3))

  await listLink.click()
  await expect.poll(() => items.count()).toBe(3)
  expect(page.url()).toBe(`${server.url}/contact?item=oak-chair:4:black-stain&item=oak-table:1&item=pine-shelf:1`)
  await waitUntilHydrated(button(messages.stepNext))
  await page.evaluate(advancePageClock)
  expect(await items.first().innerText()).toContain('Black stain · OC-B')
  await page.getByLabel(texts.noteOf('Oak chair')).fill('matt, if possible')
  await page.getByLabel(texts.quantityOf('Oak table')).fill('2')
  await page.getByRole('link', { name: texts.removeProduct('Pine shelf') }).click()
  await expect.poll(() => items.count()).toBe(2)
  expect(await listLink.getAttribute('aria-label')).toBe(texts.listOf(2))

  // An enquiry with a list needs no text, so two clicks send it.
  await button(messages.stepNext).click()
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.email, { exact: true }).fill(ENQUIRY.email)
  await button(words.send).click()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  expect(await readLatest()).toMatchObject({
    request: '',
    items: [
      { product: 'oak-chair', variant: 'black-stain', quantity: 4, note: 'matt, if possible', sku: 'OC-B' },
      { product: 'oak-table', variant: null, quantity: 2, note: '' },
    ],
  })
  // Sending the enquiry has emptied the list.
  expect(await listLink.getAttribute('aria-label')).toBe(texts.list)
})

test('a second click adds nothing, and the list moves nothing when the page is opened again', async () => {
  await using opened = await openPage('/products/oak-chair?variant=natural')
  const { page, button } = opened
  await waitUntilHydrated(button(texts.add))
  await page.getByLabel(texts.quantity, { exact: true }).fill('4')
  await button(texts.add).dblclick()
  await page
    .getByRole('status')
    .filter({ hasText: texts.listed(4) })
    .waitFor()
  await button(texts.addMore).click()
  await page
    .getByRole('status')
    .filter({ hasText: texts.listed(8) })
    .waitFor()
  const before = await page.locator('.product-actions').boundingBox()
  await page.reload()
  await button(texts.addMore).waitFor()
  expect(await page.locator('.product-actions').boundingBox()).toEqual(before)
})

test('an enquiry list can be collected, changed and sent by keyboard alone', async () => {
  await using opened = await openPage('/products/oak-table')
  const { page, button, listLink, items } = opened
  await waitUntilHydrated(button(texts.add))
  const { keyboard } = page
  await page.getByLabel(texts.quantity, { exact: true }).focus()
  await keyboard.press('ArrowUp')
  await keyboard.press('Enter')
  await page.getByText(texts.listed(2)).waitFor()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect.poll(() => items.count()).toBe(1)
  await waitUntilHydrated(button(messages.stepNext))
  await page.evaluate(advancePageClock)
  await page.getByLabel(texts.quantityOf('Oak table')).focus()
  await keyboard.press('ArrowUp')
  await expect.poll(() => listLink.getAttribute('href')).toBe('/contact?item=oak-table:3')
  await keyboard.press('Tab')
  await keyboard.type('oiled')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: words.detailsLegend }).waitFor()
  for (const text of [ENQUIRY.name, ENQUIRY.email]) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await button(words.send).focus()
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  expect((await readLatest())!.items).toMatchObject([{ product: 'oak-table', quantity: 3, note: 'oiled' }])
})

test.each([
  ['products on the list of this device are sent with an enquiry from the plain contact page', false],
  ['a product that the visitor removes from the contact page is not sent', true],
])('%s', async (_title, isRemoved) => {
  await using opened = await openPage('/products/pine-shelf', { listed: 'oak-table' })
  const { page, button, items } = opened
  await waitUntilHydrated(button(texts.add))
  await followAddedLink(page, '/contact')
  await expect.poll(() => items.count()).toBe(1)
  expect(page.url()).toBe(`${server.url}/contact?item=oak-table:1`)
  await page.evaluate(advancePageClock)
  await page.getByLabel(words.request).fill(ENQUIRY.request)
  if (isRemoved) {
    await page.getByRole('link', { name: texts.removeProduct('Oak table') }).click()
    await expect.poll(() => items.count()).toBe(0)
  }
  await button(messages.stepNext).click()
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.email, { exact: true }).fill(ENQUIRY.email)
  await button(words.send).click()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const { request, items: sent } = (await readLatest())!
  expect([request, sent.map(({ product }) => product)]).toEqual([ENQUIRY.request, isRemoved ? [] : ['oak-table']])
})

test('a text that is typed while the contact page takes over the list of this device stays, with the focus', async () => {
  await using opened = await openPage('/contact?utm_source=mail', { listed: 'oak-table' })
  const { page, items } = opened
  const request = page.getByLabel(words.request)
  await request.pressSequentially('Is it')
  await expect.poll(() => items.count()).toBe(1)
  await page.keyboard.type(' oiled?')
  await expect.poll(() => request.inputValue()).toBe('Is it oiled?')
  const note = page.getByLabel(texts.noteOf('Oak table'))
  await note.fill('x'.repeat(201))
  expect(await note.inputValue()).toHaveLength(201)
  await page.getByRole('button', { name: messages.stepNext, exact: true }).click()
  await page.getByText(messages.enquiryErrors.tooLong(200)).waitFor()
})

test('an enquiry list in a link says that it comes from the link, and can be added to the visitor’s own list', async () => {
  await using opened = await openPage('/contact?item=oak-chair:3:natural&item=gone:1&item=oak-chair:1:blue', {
    listed: 'pine-shelf',
  })
  const { page, button, listLink, items } = opened
  await page.getByText(texts.fromLink).waitFor()
  expect(await items.count()).toBe(3)
  expect(await items.nth(1).innerText()).toContain(words.vanished)
  expect(await items.nth(2).innerText()).toContain(words.variantVanished)
  expect(await listLink.getAttribute('aria-label')).toBe(texts.listOf(1))
  await button(texts.save).click()
  await expect.poll(() => listLink.getAttribute('aria-label')).toBe(texts.listOf(4))
  await page.goto(`${server.url}/contact`)
  await expect.poll(() => items.count()).toBe(4)
  expect(await listLink.getAttribute('aria-label')).toBe(texts.listOf(4))
})

test('a full enquiry list accepts no further product, and says so', async () => {
  const full = Array.from({ length: ENQUIRY_ITEMS_MAX }, (_, index) => `item=gone-${index}:1`).join('&')
  await using opened = await openPage(`/contact?${full}`)
  const { page, button, listLink } = opened
  await button(texts.save).click()
  await expect.poll(() => listLink.getAttribute('aria-label')).toBe(texts.listOf(ENQUIRY_ITEMS_MAX))
  const hint = page.getByText(texts.full(ENQUIRY_ITEMS_MAX))
  await followAddedLink(page, '/products/oak-table')
  await button(texts.add).click()
  await hint.waitFor()
  await followAddedLink(page, '/products?view=table')
  await page.getByLabel(texts.quantityOf('Oak table')).fill('2')
  await page.getByLabel(texts.quantityOf('Oak table')).press('Enter')
  await hint.waitFor()
  expect(await page.getByLabel(texts.quantityOf('Oak table')).inputValue()).toBe('2')
  await followAddedLink(page, '/contact?item=oak-table:1')
  await button(texts.save).click()
  await hint.waitFor()
  expect(await listLink.getAttribute('aria-label')).toBe(texts.listOf(ENQUIRY_ITEMS_MAX))
})

test('without scripts, the address carries the enquiry list from page to page, and a quantity of 0 removes a product', async () => {
  await using opened = await openPage('/products/oak-chair?variant=natural', { javaScriptEnabled: false })
  const { page, button, items } = opened
  await page.getByLabel(texts.quantity, { exact: true }).fill('2')
  await button(texts.add).click()
  await page.waitForURL(/\/contact/)
  expect(await items.count()).toBe(1)
  await page.getByRole('link', { name: texts.more }).click()
  expect(new URL(page.url()).search).toBe('?item=oak-chair:2:natural')
  // A search, and a link in its results, carry the list along.
  await page.locator('.navbar-search .field').fill('table')
  await page.keyboard.press('Enter')
  await page.locator('.card').getByRole('link', { name: 'Oak table' }).click()
  await button(texts.add).click()
  await page.waitForURL(/\/contact/)
  expect(await items.count()).toBe(2)
  await page.getByLabel(texts.quantityOf('Oak chair')).fill('0')
  await page.getByLabel(texts.quantityOf('Oak table')).fill('6')
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.email, { exact: true }).fill(ENQUIRY.email)
  await button(words.send).click()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  expect((await readLatest())!.items).toMatchObject([{ product: 'oak-table', quantity: 6 }])
})

test('without scripts, a form that is returned with errors keeps the enquiry list in its address and links', async () => {
  const path = '/contact?item=oak-chair:2:natural'
  const form = await server.request.get(path)
  expect(form.text).toContain(`action="${path}" method="post"`)
  const returned = await server.request
    .post(path)
    .type('form')
    .send({ item: 'oak-chair:2:natural', name: ENQUIRY.name })
  expect(returned.status).toBe(422)
  const links = [...returned.text.matchAll(/<a [^>]*>/g)].map(([link]) => link)
  expect(links.find((link) => link.includes('enquiry-link'))).toContain(`href="${path}"`)
  expect(links.find((link) => link.includes('navbar-name'))).toContain('?item=oak-chair:2:natural')
})

test('pages with an enquiry list in their address are neither cached nor indexed', async () => {
  for (const path of ['/contact', '/products', '/products/oak-table', '/', '/about']) {
    const listed = await server.request.get(`${path}?item=oak-chair:2`)
    expect(listed.status, path).toBe(200)
    expect(listed.headers, path).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    expect(listed.headers, path).not.toHaveProperty('etag')
    expect(/<link rel="canonical" href="([^"]*)"/.exec(listed.text)?.[1], path).not.toContain('item=')
  }
})

test('the visitor’s own list stays their own if one of its products is renamed', async () => {
  await server.context.catalog.write(async (writer) => {
    await writer.renameProduct('ash-stool', 'ash-bench')
    await writer.putProduct(buildProduct({ slug: 'ash-bench', name: 'Ash bench', formerSlugs: ['ash-stool'] }))
  })
  const path = '/contact?item=ash-stool:1'
  await expect.poll(async () => (await server.request.get(path)).text).toContain('Ash bench')
  await using opened = await openPage(path, { listed: 'ash-stool' })
  const { page, listLink, items } = opened
  for (const hasFormerSlug of [true, false]) {
    // The list on the device has the present slug since the first visit.
    if (!hasFormerSlug) await page.goto(server.url + path)
    expect(await items.innerText()).toContain('Ash bench')
    await expect.poll(() => listLink.getAttribute('href')).toBe('/contact?item=ash-bench:1')
    await expect.poll(() => new URL(page.url()).search).toBe('?item=ash-bench:1')
    expect(await page.getByText(texts.fromLink).count()).toBe(0)
  }
})
