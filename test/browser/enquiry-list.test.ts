import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeQuantityTerms } from '../../server/catalog/rules/order-texts.ts'
import { fillInQuantity } from '../../shared/order-terms.ts'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { ENQUIRY_ITEMS_MAX } from '../../shared/enquiry-fields.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab, type PageOptions } from '../support/reused-page.ts'

const words = messages.enquiry
const texts = messages.enquiryList
const TERMS = { packSize: 100, minimumQuantity: 250, leadTime: '5' }
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
  buildProduct({ slug: 'bolt', name: 'Bolt', variants: [buildVariant({ sku: 'B-8', ...TERMS })] }),
  buildProduct({ slug: 'elm-stool', name: 'Elm stool' }),
  buildProduct({ slug: 'fir-bench', name: 'Fir bench' }),
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

test('products are collected on a product page, in a table and in a comparison, and one enquiry asks about all of them', async () => {
  await using opened = await openPage('/products/oak-chair?variant=black-stain')
  const { page, button, listLink, items } = opened
  await waitUntilHydrated(button(texts.add))
  expect(await listLink.getAttribute('aria-label')).toBe(texts.list)
  await page.getByLabel(texts.quantity, { exact: true }).fill('4')
  // The second click of a double click adds nothing.
  await button(texts.add).dblclick()
  const status = page.getByRole('status')
  await status.filter({ hasText: texts.listed(4) }).waitFor()
  await button(texts.addMore).click()
  await status.filter({ hasText: texts.listed(8) }).waitFor()
  expect(await listLink.getAttribute('aria-label')).toBe(texts.listOf(1))

  await followAddedLink(page, '/products?view=table')
  await button(texts.addProduct('Oak table')).click()
  await expect.poll(() => listLink.getAttribute('aria-label')).toBe(texts.listOf(2))
  await followAddedLink(page, '/products?compare=oak-table,pine-shelf')
  await button(texts.addProduct('Pine shelf')).click()
  await expect.poll(() => listLink.getAttribute('aria-label')).toBe(texts.listOf(3))

  await listLink.click()
  await expect.poll(() => items.count()).toBe(3)
  expect(page.url()).toBe(`${server.url}/contact?item=oak-chair:8:black-stain&item=oak-table:1&item=pine-shelf:1`)
  await waitUntilHydrated(button(messages.stepNext))
  await page.evaluate(advancePageClock)
  expect(await items.first().innerText()).toContain('Black stain · OC-B')
  await page.getByRole('link', { name: texts.removeProduct('Pine shelf') }).click()
  await expect.poll(() => items.count()).toBe(2)

  // An enquiry with a list needs no text, so two clicks send it.
  await button(messages.stepNext).click()
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.email, { exact: true }).fill(ENQUIRY.email)
  await button(words.send).click()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const [latest] = await server.context.enquiries.list('all')
  expect(latest).toMatchObject({
    request: '',
    items: [
      { product: 'oak-chair', variant: 'black-stain', quantity: 8, sku: 'OC-B' },
      { product: 'oak-table', variant: null, quantity: 1 },
    ],
  })
  // Sending the enquiry has emptied the list.
  expect(await listLink.getAttribute('aria-label')).toBe(texts.list)
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
  await followAddedLink(page, '/contact')
  await expect.poll(() => items.count()).toBe(4)
  expect(await listLink.getAttribute('aria-label')).toBe(texts.listOf(4))
})

test('a full enquiry list accepts no further product, and says so', async () => {
  await using opened = await openPage('/contact?item=oak-table:1')
  const { page, button, listLink } = opened
  const hint = page.getByText(texts.full(ENQUIRY_ITEMS_MAX))
  await waitUntilHydrated(button(texts.save))
  await page.evaluate((count) => {
    const list = Array.from({ length: count }, (_, index) => ({
      product: `gone-${index}`,
      variant: null,
      quantity: 1,
      note: '',
    }))
    localStorage.setItem('enquiry-list', JSON.stringify(list))
    window.dispatchEvent(new StorageEvent('storage', { key: 'enquiry-list' }))
  }, ENQUIRY_ITEMS_MAX)
  await button(texts.save).click()
  await hint.waitFor()
  await followAddedLink(page, '/products/oak-table')
  await button(texts.add).click()
  await hint.waitFor()
  expect(await listLink.getAttribute('aria-label')).toBe(texts.listOf(ENQUIRY_ITEMS_MAX))
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

async function openList(path: string, options: PageOptions = {}) {
  const page = await openTab(browser, options)
  const complaints = watchComplaints(page)
  await page.goto(server.url + path)
  return {
    page,
    complaints,
    field: (name: string) => page.getByLabel(texts.quantityOf(name)),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    status: page.locator('#row-quantities [role=status]'),
    list: () =>
      page.evaluate(() =>
        (
          JSON.parse(localStorage.getItem('enquiry-list') ?? '[]') as {
            product: string
            variant: string | null
            quantity: number
            note: string
          }[]
        ).map(({ product, variant, quantity, note }) => [product, variant, quantity, note]),
      ),
  }
}

test('Enter in a quantity adds it, several are added by one button, a listed row shows and changes its own, and its button adds once and then opens the list', async () => {
  const { page, field, button, status, list, complaints } = await openList('/products?sort=name')
  await field('Oak table').fill('5')
  await field('Oak table').press('Enter')
  await status.getByText(`Oak table. ${texts.listed(5)}`).waitFor()
  expect(await list()).toEqual([['oak-table', null, 5, '']])
  await field('Pine shelf').fill('2')
  await field('Elm stool').fill('3')
  await button(`${texts.add}: ${messages.productCount(2)}`).click()
  await status.getByText(texts.listOf(3)).waitFor()
  // Changing and removing.
  await field('Pine shelf').fill('20')
  await field('Elm stool').fill('0')
  await button(`${texts.update}: ${messages.productCount(2)}`).click()
  await status.getByText(texts.listOf(2)).waitFor()
  expect(await list()).toEqual([
    ['oak-table', null, 5, ''],
    ['pine-shelf', null, 20, ''],
  ])
  expect(await field('Elm stool').inputValue()).toBe('')
  await page.reload()
  await expect.poll(() => field('Pine shelf').inputValue()).toBe('20')
  // The button of a row adds one piece, then says how many are listed and opens the list.
  await button(texts.addProduct('Fir bench')).dblclick()
  const listed = button(`Fir bench. ${texts.listed(1)}. ${texts.show}`)
  await listed.waitFor()
  expect((await list()).at(-1)).toEqual(['fir-bench', null, 1, ''])
  expect(await listed.evaluate((element) => element === document.activeElement)).toBe(true)
  await listed.press('Enter')
  await page.waitForURL(`${server.url}/contact?item=oak-table:5&item=pine-shelf:20&item=fir-bench:1`)
  expect(complaints).toEqual([])
})

test('Tab leads from the name to the quantity, its button and the next row; the field of changed rows stays above the bar', async () => {
  const { page, field, button } = await openList('/products?view=table&sort=name', {
    viewport: { width: 360, height: 480 },
  })
  await waitUntilHydrated(page.locator('.row-quantities'))
  await page.getByRole('link', { name: 'Elm stool' }).focus()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(texts.quantityOf('Elm stool'))
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(texts.addProduct('Elm stool'))
  const bar = await button(`${texts.add}: ${messages.productCount(1)}`).boundingBox()
  expect(bar!.y + bar!.height).toBeLessThanOrEqual(480)
  await field('Pine shelf').focus()
  const box = (await field('Pine shelf').boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual(bar!.y)
})

const ORDER_TEXTS = describeQuantityTerms(TERMS, { locale: 'en' })!
const MISFIT = fillInQuantity(ORDER_TEXTS.misfit, '300')
const USE = fillInQuantity(ORDER_TEXTS.use, '300')

test('a quantity that does not fit is told and can be corrected by keyboard', async () => {
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  await page.goto(`${server.url}/products/bolt`)
  const field = page.getByLabel(texts.quantity, { exact: true })
  const add = page.getByRole('button', { name: texts.add, exact: true })
  await waitUntilHydrated(add)
  expect(await field.inputValue()).toBe('300')
  await field.fill('120')
  await page.getByRole('status').filter({ hasText: MISFIT }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('300')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.getByText(MISFIT).count()).toBe(0)
  // It is not refused either.
  await field.fill('120')
  await add.click()
  await page.getByRole('link', { name: texts.listed(120) }).click()

  const listed = page.getByLabel(texts.quantityOf('Bolt'))
  await page.getByRole('status').filter({ hasText: MISFIT }).waitFor()
  expect(await listed.inputValue()).toBe('120')
  await waitUntilHydrated(page.getByRole('button', { name: messages.stepNext, exact: true }))
  await page.getByRole('button', { name: USE }).click()
  await expect.poll(() => listed.inputValue()).toBe('300')
  expect(await page.getByText(MISFIT).count()).toBe(0)
  expect(complaints).toEqual([])
})
