import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { advancePageClock } from '../support/advance-page-clock.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { buildNewEnquiry, ENQUIRY, STORED_ITEM } from '../support/enquiries.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const words = messages.enquiry
const products = [
  buildProduct({
    slug: 'oak-chair',
    name: 'Oak chair',
    options: [{ name: 'Finish', values: ['Natural', 'Black stain'] }],
    variants: [
      buildVariant({ key: 'natural', optionValues: ['Natural'] }),
      buildVariant({ key: 'black-stain', optionValues: ['Black stain'], sku: 'OC-B' }),
    ],
  }),
]

const browser = await useBrowser()
const site = { ...NEUTRAL_SITE, pages: [buildOwnerPage({ slug: 'privacy', title: 'Privacy' })] }
const server = await useServer({ products, site })

/** Returns a function that lists the enquiries that were stored since. */
async function watchStored() {
  const before = new Set((await server.context.enquiries.list('all')).map(({ reference }) => reference))
  return async () => (await server.context.enquiries.list('all')).filter(({ reference }) => !before.has(reference))
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel(words.request).fill(ENQUIRY.request)
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.email, { exact: true }).fill(ENQUIRY.email)
  await page.getByLabel(words.phone).fill(ENQUIRY.phone!)
}

test('without scripts an enquiry can be started from a product, corrected, sent and looked up', async () => {
  const readStored = await watchStored()
  const page = await openTab(browser, { javaScriptEnabled: false })
  await page.goto(`${server.url}/products/oak-chair?variant=black-stain`)
  await page.getByRole('link', { name: messages.askAbout }).click()
  await fillIn(page)
  await page.getByLabel(words.email, { exact: true }).fill('josefine')
  await page.getByLabel(messages.date, { exact: true }).fill('2460-04-01')
  await page.getByLabel(messages.time, { exact: true }).fill('12:00')
  await page.getByRole('button', { name: words.send }).click()

  const summary = page.getByRole('alert')
  await summary.waitFor()
  expect(page.url()).toBe(`${server.url}/contact`)
  await expect.poll(() => page.locator('.enquiry-errors:focus').count()).toBe(1)
  await summary.getByRole('link', { name: messages.enquiryErrors.email }).click()
  const email = page.getByLabel(words.email, { exact: true })
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator(`#${await email.getAttribute('aria-describedby')}`).textContent()).toBe(
    messages.enquiryErrors.email,
  )
  await email.fill(ENQUIRY.email)
  await page.getByRole('button', { name: words.send }).click()

  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const [stored] = await readStored()
  expect(stored).toMatchObject({ ...ENQUIRY, items: [STORED_ITEM] })
  expect(page.url()).toBe(`${server.url}/contact?sent=${stored!.reference}`)
  const shown = (await page.locator('.enquiry-reference').textContent())!
  await page.getByLabel(words.reference).fill(shown.toLowerCase())
  await page.getByRole('button', { name: words.lookUp }).click()
  await page.getByText(words.states.received).waitFor()
  await page.locator('.enquiry-sent-items').getByText('Oak chair, Black stain').waitFor()
  await showMessage(page)
  await page.getByLabel(words.reference).fill('AAAA-AAAA')
  await page.getByRole('button', { name: words.lookUp }).click()
  await page.getByText(words.unknown('AAAA-AAAA')).waitFor()
})

/** Types the e-mail address on the page of an enquiry that was looked up, first a wrong one. */
async function showMessage(page: Page) {
  const form = page.locator('form', { has: page.getByRole('button', { name: words.showMessage }) })
  for (const email of ['stranger@visitor.example', ENQUIRY.email]) {
    await form.getByLabel(words.email).fill(email)
    await form.getByRole('button').click()
    await page.getByText(email === ENQUIRY.email ? ENQUIRY.request : words.otherEmail).waitFor()
  }
  expect(page.url()).not.toContain(ENQUIRY.email)
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
  expect(await page.getByLabel(words.email).isVisible()).toBe(false)
  await button(messages.stepNext).click()
  await page.getByText(messages.enquiryErrors.request).waitFor()
  const request = page.getByLabel(words.request)
  await expect.poll(() => request.evaluate(hasFocus)).toBe(true)
  expect(await request.getAttribute('aria-invalid')).toBe('true')
  await request.fill(ENQUIRY.request)
  await button(messages.stepNext).dblclick()

  await page.getByRole('heading', { name: words.detailsLegend }).waitFor()
  await fillInWrongDetails(page)
  await page.getByLabel(words.email).fill(ENQUIRY.email)
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: words.preferredTimeLegend }).waitFor()
  // The script of the date and time fields loads with this step and replaces the native inputs.
  await expect.poll(() => page.locator('.datepicker input[type="date"]').count()).toBe(0)
  const date = page.getByLabel(messages.date, { exact: true })
  const actions = page.locator('.stepper-actions button:visible')
  expect(await actions.allTextContents()).toEqual([messages.stepBack, messages.stepSkip])
  await date.fill('yesterday or so')
  await expect.poll(() => actions.allTextContents()).toEqual([messages.stepBack, messages.stepNext])
  await button(messages.stepNext).click()
  await expect.poll(() => date.getAttribute('aria-invalid')).toBe('true')
  await date.fill('2460-04-01')
  await button(messages.stepNext).click()
  await page.getByRole('heading', { name: words.reviewHeading }).waitFor()
  for (const text of [ENQUIRY.request, ENQUIRY.name, ENQUIRY.email, 'April 1, 2460']) {
    await page.locator('.enquiry-review').getByText(text.split('\n')[0]!).first().waitFor()
  }
  await page.getByRole('button', { name: words.change(words.preferredTimeLegend) }).click()
  await page.getByRole('heading', { name: words.preferredTimeLegend }).waitFor()
  await button(messages.stepNext).click()
  await button(words.send).dblclick()

  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const [stored, ...others] = await readStored()
  expect(others).toEqual([])
  expect(stored).toMatchObject({
    ...ENQUIRY,
    items: [{ product: 'oak-chair', variant: null }],
    preferredTime: '2460-04-01T12:00',
  })
  expect(await page.locator('.enquiry-reference').textContent()).toBe(
    `${stored!.reference.slice(0, 4)}-${stored!.reference.slice(4)}`,
  )
  expect(sent).toHaveLength(1)
  expect(Number(sent[0]!['filledInMs'])).toBeGreaterThanOrEqual(30_000)
  expect(page.url()).toBe(`${server.url}/contact?product=oak-chair`)

  await button(words.another).click()
  await page.getByRole('heading', { name: words.requestLegend }).waitFor()
  expect(await request.inputValue()).toBe('')
  await page.getByLabel(words.reference).fill(stored!.reference.toLowerCase())
  await page.getByRole('button', { name: words.lookUp }).click()
  await page.getByText(words.states.received).waitFor()
  await showMessage(page)
  await waitUntilHydrated(page.locator('h1'))
  expect(complaints).toEqual([])
})

/** Sees the error of a wrong telephone number after Enter, and that of a wrong e-mail address after Send. */
async function fillInWrongDetails(page: Page): Promise<void> {
  await page.getByText(words.stored).waitFor()
  expect(await page.getByRole('link', { name: words.privacy }).getAttribute('href')).toBe('/about/privacy')
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.email).fill(ENQUIRY.email)
  await page.getByLabel(words.phone).fill('+1')
  await page.keyboard.press('Enter')
  await page.getByText(messages.enquiryErrors.phone).waitFor()
  await page.getByLabel(words.phone).fill(ENQUIRY.phone!)
  await page.getByLabel(words.email).fill('josefine')
  await page.getByRole('button', { name: words.send, exact: true }).click()
  await page.getByText(messages.enquiryErrors.email).waitFor()
}

const hasFocus = (element: Element) => element === document.activeElement

test('a text that is too long stays, with its length and the limit, until it is shortened', async () => {
  const { page, button } = await openForm('/contact')
  const request = page.getByLabel(words.request)
  await request.fill('x'.repeat(4_123))
  await page.getByText(messages.enquiryErrors.tooLong(4_000)).waitFor()
  expect(await page.locator('.field-length').textContent()).toBe('4,123 / 4,000')
  await button(messages.stepNext).click()
  await expect.poll(() => request.evaluate(hasFocus)).toBe(true)
  expect(await request.inputValue()).toHaveLength(4_123)
  await request.fill('x'.repeat(4_000))
  await expect.poll(() => page.locator('.form-error').count()).toBe(0)
  await button(messages.stepNext).click()
  await page.getByRole('heading', { name: words.detailsLegend }).waitFor()
})

test('the preferred time can be skipped, an enquiry resent after a lost response is stored once, and its reference stays in view if the visitor clicks on after Send', async () => {
  const readStored = await watchStored()
  const { page, sent, button } = await openForm('/contact?product=oak-chair&variant=black-stain')
  await fillInSteps(page, button)
  await page.getByText(words.noPreferredTime, { exact: true }).waitFor()
  // The server stores the enquiry, but its response is lost.
  await page.route('**/contact', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(words.send).click()
  await page.getByText(words.notSent).waitFor()
  await page.unroute('**/contact')
  await button(words.send).dblclick()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  expect(sent.map(({ key }) => key)).toEqual([sent[0]!['key'], sent[0]!['key']])
  const [stored, ...others] = await readStored()
  expect(stored).toMatchObject({ ...ENQUIRY, items: [STORED_ITEM], phone: null, preferredTime: null })
  expect(others).toEqual([])

  const reference = page.getByText(`${stored!.reference.slice(0, 4)}-${stored!.reference.slice(4)}`)
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

test('if the server rejects a field of the current step or of another one, its step is open and the field has the focus', async () => {
  const { page, button } = await openForm('/contact')
  let fields: Record<string, string> = {}
  await interceptRequests(page, '*/contact', (request) =>
    request.fulfill({
      status: 422,
      json: { statusCode: 422, statusMessage: 'Unprocessable Content', fatal: false, fields },
    }),
  )
  const expectRejection = async (field: Locator, legend: string, message: string) => {
    await button(words.send).click()
    await page.getByText(message).waitFor()
    await expect.poll(() => field.evaluate(hasFocus), { message: legend }).toBe(true)
    const step = page.getByRole('listitem').filter({ hasText: legend })
    expect(await step.getAttribute('data-state'), legend).toContain('errored')
  }
  await fillInSteps(page, button)
  await page.getByRole('button', { name: words.change(words.detailsLegend) }).click()
  fields = { email: messages.enquiryErrors.email }
  await expectRejection(page.getByLabel(words.email), words.detailsLegend, messages.enquiryErrors.email)
  await button(messages.stepNext).click()
  await button(messages.stepSkip).click()
  await page.getByRole('heading', { name: words.reviewHeading }).waitFor()
  fields = { request: messages.enquiryErrors.request }
  await expectRejection(page.getByLabel(words.request), words.requestLegend, messages.enquiryErrors.request)
})

test('Back to an enquiry that was looked up (loaded as a document or by a navigation) shows its current status', async () => {
  const page = await openTab(browser)
  const { enquiries } = server.context
  for (const isDocument of [true, false]) {
    const { reference } = await enquiries.add(buildNewEnquiry({ request: `Loaded as a document: ${isDocument}` }))
    if (isDocument) {
      await page.goto(`${server.url}/contact?reference=${reference}`)
      await waitUntilHydrated(page.locator('h1'))
    } else {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
      await page.getByText(words.states.answered, { exact: true }).waitFor({ state: 'detached' })
      await page.getByLabel(words.reference, { exact: true }).fill(reference)
      await page.getByRole('button', { name: words.lookUp }).click()
    }
    await page.getByText(words.states.received).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
    await page.waitForURL('**/about')
    await enquiries.markAnswered(reference, new Date())
    await page.goBack()
    await page.getByText(words.states.answered, { exact: true }).waitFor()
  }
})
