import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { delayScripts, followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
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

/** Opens the first tab of a device that has an enquiry list. */
async function openDevice(list: Stored = []): Promise<Page> {
  const page = await openTab(browser, { viewport: { width: 1280, height: 700 } })
  if (list.length > 0) await addList(page, list)
  return page
}

/** Stores a list on the device when the page opens its first document. */
async function addList(page: Page, list: Stored): Promise<void> {
  const stored = JSON.stringify(list.map((item) => ({ variant: null, note: '', ...item })))
  await page.addInitScript((text) => {
    if (sessionStorage.getItem('has-list') === null) localStorage.setItem('enquiry-list', text)
    sessionStorage.setItem('has-list', 'true')
  }, stored)
}

async function open(page: Page, path: string) {
  const complaints = watchComplaints(page)
  await page.goto(server.url + path)
  await waitUntilHydrated(page.locator('h1'))
  return Object.assign(partsOf(page), { complaints })
}

/** Opens another tab of the same device. */
const openOther = async (page: Page, path: string) => open(await page.context().newPage(), path)

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

test('what is typed before the scripts are loaded, and later, is in fields, review and address, also after a refresh, and is sent', async () => {
  const page = await openDevice(LIST)
  const complaints = watchComplaints(page)
  const loadScripts = await delayScripts(page, '**/main-*.js')
  await page.goto(server.url + LIST_PATH, { waitUntil: 'commit' })
  const { button, quantities, notes, request, name, email, search, review, reload } = partsOf(page)
  await page.getByLabel(texts.quantityOf('Oak table')).fill('200')
  await request.fill(ENQUIRY.request)
  loadScripts()
  await waitUntilHydrated(button(messages.stepNext))
  await expect.poll(quantities).toEqual(['1', '200'])
  expect(await request.inputValue()).toBe(ENQUIRY.request)
  await expect.poll(search).toBe(`?item=${CHAIR}:1:natural&item=${TABLE}:200`)
  await page.unrouteAll()
  await page.getByLabel(texts.quantityOf('Oak chair')).fill('50')
  await page.getByLabel(texts.noteOf('Oak chair')).fill('matt, if possible')
  await fillInDetails(page)
  await button(messages.stepNext).click()
  await expect.poll(() => page.locator('.datepicker input[type="date"]').count()).toBe(0)
  await page.getByLabel(messages.date, { exact: true }).fill('2460-04-01')
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
  expect((await server.context.enquiries.list('all'))[0]).toMatchObject(REFRESHED)
  // Only the visitor's details are left in this tab, and nothing on the device.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('enquiry')))).toEqual([])
  await button(words.another).click()
  expect([await request.inputValue(), await name.inputValue()]).toEqual(['', ENQUIRY.name])
  expect(complaints).toEqual([])
})

/** The enquiry that is sent after a refresh. */
const REFRESHED = {
  request: ENQUIRY.request,
  preferredTime: '2460-04-01T12:00',
  items: [
    { product: CHAIR, variant: 'natural', quantity: 50, note: 'matt, if possible' },
    { product: TABLE, quantity: 200 },
  ],
}

/** Opens the second step and fills it in. */
async function fillInDetails(page: Page): Promise<void> {
  const { button, name, email } = partsOf(page)
  await button(messages.stepNext).click()
  await name.fill(ENQUIRY.name)
  await email.fill(ENQUIRY.email)
}

test('what was typed about a list on the device, from a link or of a product’s page survives a visit to a product and Back', async () => {
  const { page, button, quantities, notes, request, name } = await open(await openDevice(LIST), LIST_PATH)
  for (const [path, typed] of [
    [LIST_PATH, '20'],
    [`/contact?item=${TABLE}:3`, '21'],
    [`/contact?product=${TABLE}`, '22'],
  ] as const) {
    if (path !== LIST_PATH) {
      await followAddedLink(page, '/about')
      await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
      await followAddedLink(page, path)
    }
    await expect.poll(async () => (await quantities()).length, { message: path }).toBe(path === LIST_PATH ? 2 : 1)
    await expect.poll(async () => new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
    await page.getByLabel(texts.quantityOf('Oak table')).fill(typed)
    await page.getByLabel(texts.noteOf('Oak table')).fill(`oiled ${typed}`)
    await request.fill(`${ENQUIRY.request} ${typed}`)
    const expected = [await quantities(), await notes()]
    await button(messages.stepNext).click()
    await name.fill(`${ENQUIRY.name} ${typed}`)
    await button(messages.stepBack).click()
    for (const isDocument of [false, true]) {
      // Back from another document loads the page again.
      if (isDocument) await page.goto(`${server.url}/robots.txt`)
      else await page.locator('.enquiry-item-name').getByRole('link', { name: 'Oak table' }).click()
      await page.waitForURL(isDocument ? '**/robots.txt' : '**/products/*')
      await page.goBack()
      await waitUntilHydrated(page.locator('h1'))
      await expect.poll(async () => [await quantities(), await notes()], { message: path }).toEqual(expected)
      expect([await request.inputValue(), await name.inputValue()], path).toEqual([
        `${ENQUIRY.request} ${typed}`,
        `${ENQUIRY.name} ${typed}`,
      ])
    }
  }
})

test('a closed tab leaves list, quantities, notes and message to tabs that were opened before or later, but neither name nor e-mail address', async () => {
  const earlier = await open(await openDevice(), '/contact')
  await followAddedLink(earlier.page, '/about')
  await earlier.page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  const hasMessage = earlier.page.evaluate(waitForDraft)
  const tab = await earlier.page.context().newPage()
  await addList(tab, LIST)
  const closed = await open(tab, LIST_PATH)
  await closed.page.getByLabel(texts.quantityOf('Oak table')).fill('20')
  await closed.page.getByLabel(texts.noteOf('Oak table')).fill('oiled')
  await closed.request.fill(ENQUIRY.request)
  await fillInDetails(closed.page)
  await closed.page.close()
  await hasMessage
  const later = await openOther(earlier.page, '/about')
  for (const { page, quantities, notes, request, name, email } of [earlier, later]) {
    await page.locator('.enquiry-link').click()
    await expect.poll(quantities).toEqual(['1', '20'])
    expect(await notes()).toEqual(['', 'oiled'])
    await expect.poll(() => request.inputValue()).toBe(ENQUIRY.request)
    expect([await name.inputValue(), await email.inputValue()]).toEqual(['', ''])
  }
})

/** Runs in the page, until another tab has stored a message. */
function waitForDraft(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('storage', ({ key }) => key === 'enquiry-draft' && resolve())
  })
}

test('a list that another tab changes is not called one from a link, and form, address and link follow it', async () => {
  const first = await open(await openDevice(LIST), LIST_PATH)
  await first.request.fill(ENQUIRY.request)
  const other = await openOther(first.page, `/products/${SHELF}`)
  await other.button(texts.add).click()
  await expect.poll(first.quantities).toEqual(['1', '1', '1'])
  await expect.poll(first.search).toBe(`?item=${CHAIR}:1:natural&item=${TABLE}:1&item=${SHELF}:1`)
  expect(await first.page.locator('.enquiry-link').getAttribute('aria-label')).toBe(texts.listOf(3))
  expect(await first.page.getByText(texts.fromLink).count()).toBe(0)
  await other.page.locator('.enquiry-link').click()
  await other.page.getByLabel(texts.quantityOf('Pine shelf')).fill('7')
  await expect.poll(first.quantities).toEqual(['1', '1', '7'])
  await other.page.getByRole('link', { name: texts.removeProduct('Oak table') }).click()
  await expect.poll(first.quantities).toEqual(['1', '7'])
  await expect.poll(first.search).toBe(`?item=${CHAIR}:1:natural&item=${SHELF}:7`)
  expect(await first.page.getByText(texts.fromLink).count()).toBe(0)
  expect(await first.request.inputValue()).toBe(ENQUIRY.request)
  // Back to an address from before the list has changed.
  await expect.poll(other.search).toBe(`?item=${CHAIR}:1:natural&item=${SHELF}:7`)
  await other.page.goto(`${server.url}/robots.txt`)
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

test('a removed product is gone from form, address and mail link, and a link that is followed before the address has the changed list keeps its own address', async () => {
  const { page, quantities, search, reload } = await open(await openDevice(LIST), LIST_PATH)
  const mail = async () => decodeURIComponent((await page.locator('main a[href^="mailto:"]').getAttribute('href'))!)
  expect(await mail()).toContain('Oak chair')
  await page.getByRole('link', { name: texts.removeProduct('Oak chair') }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(search).toBe(`?item=${TABLE}:1`)
  // The focus stays in the step.
  expect(await page.locator('.stepper-heading:focus').count()).toBe(1)
  expect([await mail()].map((text) => [text.includes('Oak table'), text.includes('Oak chair')])).toEqual([
    [true, false],
  ])
  await reload()
  await expect.poll(quantities).toEqual(['1'])
  expect(await page.getByText(texts.fromLink).count()).toBe(0)

  await page.evaluate(runTimersAfterPush)
  await page.getByLabel(texts.quantityOf('Oak table')).fill('20')
  await page.locator('.enquiry-item-name').getByRole('link', { name: 'Oak table' }).click()
  await page.getByRole('heading', { level: 1, name: 'Oak table' }).waitFor()
  expect(page.url()).toBe(`${server.url}/products/${TABLE}`)

  await open(page, `/contact?item=${TABLE}:20`)
  await page.evaluate(runTimersAfterPush)
  await page.getByLabel(texts.quantityOf('Oak table')).fill('21')
  await followAddedLink(page, `/contact?item=${SHELF}:3`)
  await page.getByText(texts.fromLink).waitFor()
  expect(await quantities()).toEqual(['3'])
  expect(search()).toBe(`?item=${SHELF}:3`)
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

test('if an enquiry cannot be sent, the visitor is told in view and with focus, and can send it again under the same key', async () => {
  const page = await openDevice()
  await page.setViewportSize({ width: 360, height: 640 })
  const { button, request } = await open(page, '/contact')
  await page.evaluate(advancePageClock)
  await request.fill(ENQUIRY.request)
  await fillInDetails(page)
  const keys: unknown[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/contact'))
      keys.push((sent.postDataJSON() as { readonly key: string }).key)
  })
  // Successive failures have different messages.
  for (const [failure, message, fail] of [
    ['the device is offline', words.notSent, goOffline],
    ['the server is busy', words.busy, () => respond(page, 503)],
    ['the server does not respond', words.notSent, dropRequest],
    ['the client has sent too much', words.tooMany, () => respond(page, 429)],
    ['a network asks for a login', words.notSent, respondWithLogin],
  ] as const) {
    const failing = await fail(page)
    await button(words.send).click()
    const alert = page.getByRole('alert').filter({ hasText: message })
    await expect
      .poll(() => alert.evaluate((element) => element === document.activeElement), { message: failure })
      .toBe(true)
    const box = (await alert.boundingBox())!
    expect([box.y >= 0, box.y + box.height <= 640], failure).toEqual([true, true])
    await failing.stop()
  }
  await button(words.send).click()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  expect(keys).toEqual(Array.from({ length: 6 }, () => keys[0]))
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
    // oxlint-disable-next-line no-restricted-properties -- the page's own function runs all other timers
    const { setTimeout } = window
    const keepLimit = (run: () => void, delayMs?: number) => {
      if (delayMs === 20_000) Object.assign(window, { endLimit: run })
      return setTimeout(run, delayMs)
    }
    Object.assign(window, { setTimeout: keepLimit })
  })
  return interceptRequests(page, '*/contact', () => page.evaluate('endLimit()'))
}
