import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { delayScripts, followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY, STORED_ITEM } from '../support/enquiries.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const words = messages.enquiry
const texts = messages.enquiryList
const [CHAIR, TABLE, SHELF] = ['oak-chair', 'oak-table', 'pine-shelf'] as const
const products = [
  buildProduct({ slug: TABLE, name: 'Oak table' }),
  buildProduct({ slug: SHELF, name: 'Pine shelf' }),
  buildProduct({
    slug: CHAIR,
    name: 'Oak chair',
    options: [{ name: 'Finish', values: ['Natural', 'Black stain'] }],
    variants: [
      buildVariant({ key: 'natural', optionValues: ['Natural'] }),
      buildVariant({ key: 'black-stain', optionValues: ['Black stain'], sku: 'OC-B' }),
    ],
  }),
]

const browser = await useBrowser()
const server = await useServer({ products })

/** Returns a function that lists the enquiries that were stored since. */
async function watchStored() {
  const before = new Set((await server.context.enquiries.list('all')).map(({ reference }) => reference))
  return async () => (await server.context.enquiries.list('all')).filter(({ reference }) => !before.has(reference))
}

async function openForm(path: string) {
  const page = await openTab(browser, { viewport: { width: 1280, height: 900 } })
  const complaints = watchComplaints(page)
  const sent: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/contact'))
      sent.push(request.postDataJSON() as Record<string, unknown>)
  })
  await page.goto(server.url + path)
  await waitUntilHydrated(page.getByRole('button', { name: messages.stepNext }))
  await page.evaluate(advancePageClock)
  return { page, complaints, sent, button: (name: string) => page.getByRole('button', { name, exact: true }) }
}

/** Fills in request and contact details, skips the preferred time, and stops at the review. */
async function fillInSteps(page: Page, button: (name: string) => Locator): Promise<void> {
  await page.getByLabel(words.request).fill(ENQUIRY.request)
  await button(messages.stepNext).click()
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.email).fill(ENQUIRY.email)
  await button(messages.stepNext).click()
  await button(messages.stepSkip).click()
}

test('the enquiry form validates each step, shows a review, sends once without a new document and offers a new form', async () => {
  const readStored = await watchStored()
  const { page, complaints, sent, button } = await openForm('/contact?product=oak-chair')
  await button(messages.stepNext).click()
  await page.getByText(messages.enquiryErrors.request).waitFor()
  const request = page.getByLabel(words.request)
  await expect.poll(() => request.evaluate(hasFocus)).toBe(true)
  expect(await request.getAttribute('aria-invalid')).toBe('true')
  // A text that is too long stays, with its length and the limit.
  await request.fill('x'.repeat(4_123))
  await page.getByText(messages.enquiryErrors.tooLong(4_000)).waitFor()
  expect(await page.locator('.field-length').textContent()).toBe('4,123 / 4,000')
  await button(messages.stepNext).click()
  await expect.poll(() => request.evaluate(hasFocus)).toBe(true)
  await request.fill(ENQUIRY.request)
  await expect.poll(() => page.locator('.form-error').count()).toBe(0)
  await button(messages.stepNext).dblclick()

  await page.getByRole('heading', { name: words.detailsLegend }).waitFor()
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.phone).fill(ENQUIRY.phone!)
  await page.getByLabel(words.email).fill('josefine')
  await button(words.send).click()
  await page.getByText(messages.enquiryErrors.email).waitFor()
  await page.getByLabel(words.email).fill(ENQUIRY.email)
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: words.preferredTimeLegend }).waitFor()
  const date = page.getByLabel(messages.date, { exact: true })
  await date.fill('2020-04-01')
  await button(messages.stepNext).click()
  await expect.poll(() => date.getAttribute('aria-invalid')).toBe('true')
  await date.fill('2460-04-01')
  await button(messages.stepNext).click()
  await page.getByRole('heading', { name: words.reviewHeading }).waitFor()
  for (const text of [ENQUIRY.request.split('\n')[0]!, ENQUIRY.name, ENQUIRY.email, 'April 1, 2460'])
    await page.locator('.enquiry-review').getByText(text).first().waitFor()
  await button(words.send).dblclick()

  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const [stored, ...others] = await readStored()
  expect(others).toEqual([])
  expect(stored).toMatchObject({
    ...ENQUIRY,
    items: [{ product: 'oak-chair', variant: null }],
    preferredTime: '2460-04-01T12:00',
  })
  expect(sent).toHaveLength(1)
  expect(Number(sent[0]!['filledInMs'])).toBeGreaterThanOrEqual(30_000)
  expect(page.url()).toBe(`${server.url}/contact?product=oak-chair`)

  await button(words.another).click()
  await page.getByRole('heading', { name: words.requestLegend }).waitFor()
  expect(await request.inputValue()).toBe('')
  expect(complaints).toEqual([])
})

const hasFocus = (element: Element) => element === document.activeElement

test('a rejected field is focused in its step, failures are told in view and with focus, and an enquiry that is sent again after a lost response is stored once; its reference stays if the visitor clicks on after Send', async () => {
  const readStored = await watchStored()
  const { page, sent, button } = await openForm('/contact?product=oak-chair&variant=black-stain')
  await page.setViewportSize({ width: 360, height: 640 })
  await fillInSteps(page, button)
  await page.getByText(words.noPreferredTime, { exact: true }).waitFor()

  const rejecting = await interceptRequests(page, '*/contact', (request) =>
    request.fulfill({
      status: 422,
      json: {
        statusCode: 422,
        statusMessage: 'Unprocessable Content',
        fatal: false,
        fields: { email: messages.enquiryErrors.email },
      },
    }),
  )
  await button(words.send).click()
  await page.getByText(messages.enquiryErrors.email).waitFor()
  await expect.poll(() => page.getByLabel(words.email).evaluate(hasFocus)).toBe(true)
  const step = page.getByRole('listitem').filter({ hasText: words.detailsLegend })
  expect(await step.getAttribute('data-state')).toContain('errored')
  await rejecting.stop()
  await button(messages.stepNext).click()

  // Successive failures have different messages.
  const rejected = sent.length
  for (const [failure, message, fail] of [
    ['the server does not respond', words.notSent, dropRequest],
    ['the server is busy', words.busy, respondBusy],
    ['the server stores the enquiry, but its response is lost', words.notSent, loseResponse],
  ] as const) {
    const failing = await fail(page)
    await button(words.send).click()
    const alert = page.getByRole('alert').filter({ hasText: message })
    await expect.poll(() => alert.evaluate(hasFocus), { message: failure }).toBe(true)
    const box = (await alert.boundingBox())!
    expect([box.y >= 0, box.y + box.height <= 640], failure).toEqual([true, true])
    await failing.stop()
  }
  await button(words.send).dblclick()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const keys = sent.slice(rejected).map(({ key }) => key)
  expect(keys).toEqual(Array.from({ length: 4 }, () => keys[0]))
  const [stored, ...others] = await readStored()
  expect(stored).toMatchObject({ ...ENQUIRY, items: [STORED_ITEM], phone: null, preferredTime: null })
  expect(others).toEqual([])

  const reference = page.getByText(`${stored!.reference.slice(0, 4)}-${stored!.reference.slice(4)}`)
  await button(words.another).scrollIntoViewIfNeeded()
  const another = (await button(words.another).boundingBox())!
  for (const clickCount of [2, 3, 1]) {
    await page.mouse.move(another.x + 10, another.y + 10)
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    await expect.poll(() => reference.isVisible(), { message: `click ${clickCount}` }).toBe(true)
  }
  await page.getByRole('heading', { name: words.requestLegend }).waitFor()
  expect(await page.getByLabel(words.request).inputValue()).toBe('')
})

function respondBusy(page: Page) {
  const json = { statusCode: 503, statusMessage: 'Failed', fatal: false }
  return interceptRequests(page, '*/contact', (request) => request.fulfill({ status: 503, json }))
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

async function loseResponse(page: Page) {
  await page.route('**/contact', async (route) => {
    await route.fetch()
    await route.abort()
  })
  return { stop: () => page.unroute('**/contact') }
}

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
  await waitUntilHydrated(page)
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
      await waitUntilHydrated(page)
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
  const loadScripts = await delayScripts(page, '*/main-*.js')
  await page.goto(server.url + LIST_PATH, { waitUntil: 'commit' })
  const { button, quantities, notes, request, name, email, search, review, reload } = partsOf(page)
  await page.getByLabel(texts.quantityOf('Oak table')).fill('200')
  await request.fill(ENQUIRY.request)
  loadScripts()
  await waitUntilHydrated(button(messages.stepNext))
  await expect.poll(quantities).toEqual(['1', '200'])
  expect(await request.inputValue()).toBe(ENQUIRY.request)
  await expect.poll(search).toBe(`?item=${CHAIR}:1:natural&item=${TABLE}:200`)
  await page.getByLabel(texts.quantityOf('Oak chair')).fill('50')
  await page.getByLabel(texts.noteOf('Oak chair')).fill('matt, if possible')
  await fillInDetails(page)
  await button(messages.stepNext).click()
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
  await review.getByText('50 × Oak chair, Natural, matt, if possible').waitFor()
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

test('what was typed about a list on the device survives a visit to a product and to another document, and Back', async () => {
  const { page, button, quantities, notes, request, name } = await open(await openDevice(LIST), LIST_PATH)
  await page.getByLabel(texts.quantityOf('Oak table')).fill('20')
  await page.getByLabel(texts.noteOf('Oak table')).fill('oiled')
  await request.fill(ENQUIRY.request)
  await button(messages.stepNext).click()
  await name.fill(ENQUIRY.name)
  await button(messages.stepBack).click()
  // Back from another document loads the page again.
  for (const isDocument of [false, true]) {
    if (isDocument) await page.goto(`${server.url}/robots.txt`)
    else await page.locator('.enquiry-item-name').getByRole('link', { name: 'Oak table' }).click()
    await page.waitForURL(isDocument ? '**/robots.txt' : '**/products/*')
    await page.goBack()
    await waitUntilHydrated(page)
    await expect.poll(quantities).toEqual(['1', '20'])
    expect(await notes()).toEqual(['', 'oiled'])
    expect([await request.inputValue(), await name.inputValue()]).toEqual([ENQUIRY.request, ENQUIRY.name])
  }
})

test('what was typed about a single product survives a visit to it and Back', async () => {
  const { page, quantities, notes, request } = await open(await openDevice(), `/contact?product=${TABLE}`)
  await page.getByLabel(texts.quantityOf('Oak table')).fill('22')
  await page.getByLabel(texts.noteOf('Oak table')).fill('oiled')
  await request.fill(ENQUIRY.request)
  await page.locator('.enquiry-item-name').getByRole('link', { name: 'Oak table' }).click()
  await page.waitForURL('**/products/*')
  await page.goBack()
  const readForm = async () => [await quantities(), await notes(), await request.inputValue()]
  await expect.poll(readForm).toEqual([['22'], ['oiled'], ENQUIRY.request])
})

test('a closed tab leaves list, quantities, notes and message to other tabs, but neither name nor e-mail address', async () => {
  const { page, quantities, notes, request, name, email } = await open(await openDevice(), '/about')
  const hasMessage = page.evaluate(waitForDraft)
  const tab = await page.context().newPage()
  await addList(tab, LIST)
  const closed = await open(tab, LIST_PATH)
  await closed.page.getByLabel(texts.quantityOf('Oak table')).fill('20')
  await closed.page.getByLabel(texts.noteOf('Oak table')).fill('oiled')
  await closed.request.fill(ENQUIRY.request)
  await fillInDetails(closed.page)
  await closed.page.close()
  await hasMessage
  await page.locator('.enquiry-link').click()
  await expect.poll(quantities).toEqual(['1', '20'])
  expect(await notes()).toEqual(['', 'oiled'])
  await expect.poll(() => request.inputValue()).toBe(ENQUIRY.request)
  expect([await name.inputValue(), await email.inputValue()]).toEqual(['', ''])
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
  // Someone else's link may have a product of the visitor's list.
  await followAddedLink(other.page, `/contact?item=${SHELF}:3&item=${TABLE}:1`)
  await other.page.getByText(texts.fromLink).waitFor()
  expect(await other.quantities()).toEqual(['3', '1'])
})

test('a removed product is gone from form and address, and a link that is followed before the address has the changed list keeps its own address', async () => {
  const { page, quantities, search, reload } = await open(await openDevice(LIST), LIST_PATH)
  await page.getByRole('link', { name: texts.removeProduct('Oak chair') }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(search).toBe(`?item=${TABLE}:1`)
  // The focus stays in the step.
  expect(await page.locator('.stepper-heading:focus').count()).toBe(1)
  await reload()
  await expect.poll(quantities).toEqual(['1'])
  expect(await page.getByText(texts.fromLink).count()).toBe(0)

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
