import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { interceptRequests } from '../support/intercept-requests.ts'
import { openTab } from '../support/reused-page.ts'

const words = messages.enquiry
const texts = messages.enquiryList
const [CHAIR, TABLE, SHELF] = ['oak-chair', 'oak-table', 'pine-shelf'] as const

const browser = await useBrowser()
const server = await useServer({
  site: { ...NEUTRAL_SITE, contact: { ...NEUTRAL_SITE.contact, email: 'shop@oak.example' } },
  products: [
    buildProduct({ slug: TABLE, name: 'Oak table' }),
    buildProduct({ slug: SHELF, name: 'Pine shelf' }),
    buildProduct({
      slug: CHAIR,
      name: 'Oak chair',
      options: [{ name: 'Finish', values: ['Natural', 'Black stain'] }],
      variants: [
        buildVariant({ key: 'natural', optionValues: ['Natural'] }),
        buildVariant({ key: 'black-stain', optionValues: ['Black stain'] }),
      ],
    }),
  ],
})

type Stored = readonly {
  readonly product: string
  readonly variant?: string | null
  readonly quantity: number
  readonly note?: string
}[]

/** The first tab of a context, until a page is opened in it. */
const firstTabs = new Map<BrowserContext, Page>()

/** Opens a context whose device has an enquiry list. */
async function openContext(list: Stored = [], viewport = { width: 1280, height: 700 }) {
  const page = await openTab(browser, { viewport })
  const stored = JSON.stringify(list.map((item) => ({ variant: null, note: '', ...item })))
  if (list.length > 0) {
    await page.goto(`${server.url}/about`)
    await page.evaluate((text) => localStorage.setItem('enquiry-list', text), stored)
  }
  const context = page.context()
  firstTabs.set(context, page)
  return context
}

async function openPage(context: BrowserContext, path: string) {
  const page = firstTabs.get(context) ?? (await context.newPage())
  firstTabs.delete(context)
  const complaints = watchComplaints(page)
  await page.goto(server.url + path)
  await waitUntilHydrated(page.locator('h1'))
  return Object.assign(partsOf(page), { complaints })
}

function partsOf(page: Page) {
  const readValues = (selector: string) =>
    page.locator(selector).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  return {
    page,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    quantities: () => readValues('.enquiry-items input[type="number"]'),
    notes: () => readValues('.enquiry-items .enquiry-item-note input'),
    request: page.getByLabel(words.request),
    name: page.getByLabel(words.name, { exact: true }),
    email: page.getByLabel(words.email, { exact: true }),
    search: () => new URL(page.url()).search,
    review: page.locator('.enquiry-review'),
    reload: async () => {
      await page.reload()
      await waitUntilHydrated(page.locator('h1'))
    },
  }
}

const LIST: Stored = [
  { product: CHAIR, variant: 'natural', quantity: 1 },
  { product: TABLE, quantity: 1 },
]
const LIST_PATH = `/contact?item=${CHAIR}:1:natural&item=${TABLE}:1`

test('after a refresh, fields, review and address have what was typed, and the enquiry with it is sent', async () => {
  const context = await openContext(LIST)
  const { page, button, quantities, notes, request, name, email, search, review, reload, complaints } = await openPage(
    context,
    LIST_PATH,
  )
  await page.getByLabel(texts.quantityOf('Oak chair')).fill('50')
  await page.getByLabel(texts.noteOf('Oak chair')).fill('matt, if possible')
  await page.getByLabel(texts.quantityOf('Oak table')).fill('200')
  await request.fill(ENQUIRY.request)
  await button(messages.stepNext).click()
  await name.fill(ENQUIRY.name)
  await email.fill(ENQUIRY.email)
  await button(messages.stepNext).click()
  const date = page.getByLabel(messages.date, { exact: true })
  await expect.poll(() => page.locator('.datepicker input[type="date"]').count()).toBe(0)
  await date.fill('2460-04-01')
  await expect.poll(search).toBe(`?item=${CHAIR}:50:natural&item=${TABLE}:200`)

  await reload()
  await expect.poll(quantities).toEqual(['50', '200'])
  expect(await notes()).toEqual(['matt, if possible', ''])
  expect(await request.inputValue()).toBe(ENQUIRY.request)
  await button(messages.stepNext).click()
  expect([await name.inputValue(), await email.inputValue()]).toEqual([ENQUIRY.name, ENQUIRY.email])
  await button(messages.stepNext).click()
  await button(messages.stepNext).click()
  for (const text of ['50 × Oak chair, Natural, matt, if possible', '200 × Oak table', ENQUIRY.email, 'April 1, 2460'])
    await review.getByText(text).waitFor()
  // The page was opened less than two seconds ago, but what it sends was typed before.
  await button(words.send).click()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const [stored] = await server.context.enquiries.list('all')
  expect(stored).toMatchObject({
    request: ENQUIRY.request,
    preferredTime: '2460-04-01T12:00',
    items: [
      { product: CHAIR, variant: 'natural', quantity: 50, note: 'matt, if possible' },
      { product: TABLE, quantity: 200 },
    ],
  })
  // Only the visitor's details are left in this tab, and nothing on the device.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('enquiry')))).toEqual([])
  await button(words.another).click()
  expect([await request.inputValue(), await name.inputValue()]).toEqual(['', ENQUIRY.name])
  expect(complaints).toEqual([])
})

test.each([
  ['on the device', LIST_PATH, LIST],
  ['from a link', `/contact?item=${TABLE}:3`, []],
  ['of a product’s page', `/contact?product=${TABLE}`, []],
] as const)('what was typed about a list %s survives a visit to a product and Back', async (_which, path, list) => {
  const context = await openContext(list)
  const { page, button, quantities, notes, request, name } = await openPage(context, path)
  await page.getByLabel(texts.quantityOf('Oak table')).fill('20')
  await page.getByLabel(texts.noteOf('Oak table')).fill('oiled')
  await request.fill(ENQUIRY.request)
  const expected = [await quantities(), await notes()]
  await button(messages.stepNext).click()
  await name.fill(ENQUIRY.name)
  await button(messages.stepBack).click()
  for (const isDocument of [false, true]) {
    if (isDocument) await page.goto(`${server.url}/products/${TABLE}`)
    else await page.locator('.enquiry-item-name').getByRole('link', { name: 'Oak table' }).click()
    await page.waitForURL('**/products/*')
    await page.goBack()
    await waitUntilHydrated(page.locator('h1'))
    await expect.poll(async () => [await quantities(), await notes()]).toEqual(expected)
    expect([await request.inputValue(), await name.inputValue()]).toEqual([ENQUIRY.request, ENQUIRY.name])
  }
})

test('a closed tab keeps list, quantities, notes and message, but neither name nor e-mail address', async () => {
  const context = await openContext(LIST)
  const { page, button, request, name, email } = await openPage(context, LIST_PATH)
  await page.getByLabel(texts.quantityOf('Oak table')).fill('20')
  await page.getByLabel(texts.noteOf('Oak table')).fill('oiled')
  await request.fill(ENQUIRY.request)
  await button(messages.stepNext).click()
  await name.fill(ENQUIRY.name)
  await email.fill(ENQUIRY.email)
  await page.close()
  const opened = await openPage(context, '/about')
  await opened.page.locator('.enquiry-link').click()
  await expect.poll(opened.quantities).toEqual(['1', '20'])
  expect(await opened.notes()).toEqual(['', 'oiled'])
  expect(await opened.request.inputValue()).toBe(ENQUIRY.request)
  expect([await opened.name.inputValue(), await opened.email.inputValue()]).toEqual(['', ''])
})

test('what is typed before the scripts are loaded stays, in fields, review and on the device', async () => {
  const context = await openContext(LIST)
  const page = await context.newPage()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/main-*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(server.url + LIST_PATH, { waitUntil: 'commit' })
  const { button, request, quantities, search } = partsOf(page)
  await page.getByLabel(texts.quantityOf('Oak table')).fill('20')
  await request.fill(ENQUIRY.request)
  resolve()
  await waitUntilHydrated(button(messages.stepNext))
  await expect.poll(quantities).toEqual(['1', '20'])
  expect(await request.inputValue()).toBe(ENQUIRY.request)
  await expect.poll(search).toBe(`?item=${CHAIR}:1:natural&item=${TABLE}:20`)
})

test('a list that another tab changes is not called one from a link, and form and address follow it', async () => {
  const context = await openContext(LIST)
  const first = await openPage(context, LIST_PATH)
  await first.request.fill(ENQUIRY.request)
  const other = await openPage(context, `/products/${SHELF}`)
  await other.button(texts.add).click()
  await expect.poll(first.quantities).toEqual(['1', '1', '1'])
  await expect.poll(first.search).toBe(`?item=${CHAIR}:1:natural&item=${TABLE}:1&item=${SHELF}:1`)
  expect(await first.page.getByText(texts.fromLink).count()).toBe(0)
  await other.page.goto(`${server.url}${LIST_PATH}&item=${SHELF}:1`)
  await waitUntilHydrated(other.button(messages.stepNext))
  await other.page.getByLabel(texts.quantityOf('Pine shelf')).fill('7')
  await expect.poll(first.quantities).toEqual(['1', '1', '7'])
  await other.page.getByRole('link', { name: texts.removeProduct('Oak table') }).click()
  await expect.poll(first.quantities).toEqual(['1', '7'])
  await expect.poll(first.search).toBe(`?item=${CHAIR}:1:natural&item=${SHELF}:7`)
  expect(await first.page.getByText(texts.fromLink).count()).toBe(0)
  expect(await first.request.inputValue()).toBe(ENQUIRY.request)
  // Back to an address from before the list has changed.
  await other.page.goto(`${server.url}/about`)
  await first.page.getByLabel(texts.quantityOf('Pine shelf')).fill('8')
  await first.page.getByRole('link', { name: texts.removeProduct('Oak chair') }).click()
  await other.page.goBack()
  await expect.poll(other.quantities).toEqual(['8'])
  expect(await other.page.getByText(texts.fromLink).count()).toBe(0)
  // Someone else's link may have a product of the visitor's list.
  await other.page.goto(`${server.url}/contact?item=${SHELF}:3&item=${TABLE}:1`)
  await other.page.getByText(texts.fromLink).waitFor()
  expect(await other.quantities()).toEqual(['3', '1'])
})

test('a tab whose form was opened empty takes over the message of a tab that was closed later', async () => {
  const context = await openContext()
  const first = await openPage(context, '/contact')
  await followAddedLink(first.page, '/about')
  await first.page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  const other = await openPage(context, '/contact')
  const notified = first.page.evaluate(
    () => new Promise<void>((resolve) => window.addEventListener('storage', () => resolve(), { once: true })),
  )
  await other.request.fill(ENQUIRY.request)
  await notified
  await other.page.close()
  await followAddedLink(first.page, '/contact')
  await expect.poll(() => first.request.inputValue()).toBe(ENQUIRY.request)
})

test('a link that is followed before the address has the changed list keeps its own address', async () => {
  const context = await openContext(LIST)
  const { page } = await openPage(context, LIST_PATH)
  await page.evaluate(runTimersAfterPush)
  await page.getByLabel(texts.quantityOf('Oak table')).fill('20')
  await page.locator('.enquiry-item-name').getByRole('link', { name: 'Oak table' }).click()
  await page.getByRole('heading', { level: 1, name: 'Oak table' }).waitFor()
  expect(page.url()).toBe(`${server.url}/products/${TABLE}`)
})

/** Runs in the page. Delays timers until a page is added to the history, so that they run before React shows it. */
function runTimersAfterPush(): void {
  const delayed: (() => void)[] = []
  const pushState = history.pushState.bind(history)
  Object.assign(window, { setTimeout: (run: () => void) => delayed.push(run) })
  history.pushState = (...entry) => {
    pushState(...entry)
    for (const run of delayed.splice(0)) run()
  }
}

test('a removed product is gone from form, address and mail link, and the focus stays in the step', async () => {
  const context = await openContext(LIST)
  const { page, quantities, search, reload } = await openPage(context, LIST_PATH)
  const mail = async () => decodeURIComponent((await page.locator('main a[href^="mailto:"]').getAttribute('href'))!)
  expect(await mail()).toContain('Oak chair')
  await page.getByRole('link', { name: texts.removeProduct('Oak chair') }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(search).toBe(`?item=${TABLE}:1`)
  expect(await page.locator('.stepper-heading:focus').count()).toBe(1)
  expect([await mail()].map((text) => [text.includes('Oak table'), text.includes('Oak chair')])).toEqual([
    [true, false],
  ])
  await reload()
  await expect.poll(quantities).toEqual(['1'])
  expect(await page.getByText(texts.fromLink).count()).toBe(0)
})

test.each([
  ['the device is offline', words.notSent, goOffline],
  ['the server is busy', words.busy, (page: Page) => respond(page, 503)],
  ['the client has sent too much', words.tooMany, (page: Page) => respond(page, 429)],
  ['the server does not respond', words.notSent, dropRequest],
  ['a network asks for a login', words.notSent, respondWithLogin],
] as const)('if %s, the visitor is told in view and with focus, and can send again', async (_why, message, fail) => {
  const context = await openContext([], { width: 360, height: 640 })
  const { page, button, request, name, email } = await openPage(context, '/contact')
  await page.evaluate(advancePageClock)
  await request.fill(ENQUIRY.request)
  await button(messages.stepNext).click()
  await name.fill(ENQUIRY.name)
  await email.fill(ENQUIRY.email)
  const keys: unknown[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/contact'))
      keys.push((sent.postDataJSON() as { readonly key: string }).key)
  })
  const failing = await fail(page)
  await button(words.send).click()
  const alert = page.getByRole('alert').filter({ hasText: message })
  await expect.poll(() => alert.evaluate((element) => element === document.activeElement)).toBe(true)
  const box = (await alert.boundingBox())!
  expect([box.y >= 0, box.y + box.height <= 640]).toEqual([true, true])
  await failing.stop()
  await button(words.send).click()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  expect(keys).toEqual([keys[0], keys[0]])
})

async function goOffline(page: Page) {
  await page.context().setOffline(true)
  return { stop: () => page.context().setOffline(false) }
}

function respond(page: Page, status: number) {
  const json = { statusCode: status, statusMessage: 'Failed', fatal: false }
  return interceptRequests(page, '*/contact', (request) => request.fulfill({ status, json }))
}

function respondWithLogin(page: Page) {
  return interceptRequests(page, '*/contact', (request) =>
    request.fulfill({ contentType: 'text/html', body: '<h1>Log in</h1>' }),
  )
}

/** Leaves the request without a response until the page's time limit, which ends at once. */
async function dropRequest(page: Page) {
  await page.evaluate(() => {
    const { setTimeout } = window
    const keepLimit = (run: () => void, delayMs?: number) => {
      if (delayMs === 20_000) Object.assign(window, { endLimit: run })
      return setTimeout(run, delayMs)
    }
    Object.assign(window, { setTimeout: keepLimit })
  })
  return interceptRequests(page, '*/contact', () => page.evaluate('endLimit()'))
}
