import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '../../shared/messages/en.ts'
import { launchBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const words = messages.enquiry
const products = [buildProduct({ slug: 'oak-chair', name: 'Oak chair' })]

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel(words.request).fill(ENQUIRY.request)
  await page.getByLabel(words.name, { exact: true }).fill(ENQUIRY.name)
  await page.getByLabel(words.email, { exact: true }).fill(ENQUIRY.email)
  await page.getByLabel(words.phone).fill(ENQUIRY.phone!)
}

test('the whole way without scripts: from the product to an enquiry, put right, sent and looked up', async () => {
  await using server = await startServer({ products })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  page.setDefaultTimeout(5_000)
  await page.goto(`${server.url}/products/oak-chair`)
  await page.getByRole('link', { name: messages.askAbout }).click()
  await fillIn(page)
  await page.getByLabel(words.email, { exact: true }).fill('josefine')
  await page.getByLabel(words.date).fill('2460-04-01')
  await page.getByLabel(`${words.time} (`).fill('12:00')
  await page.getByRole('button', { name: words.send }).click()

  const summary = page.getByRole('alert')
  await summary.waitFor()
  expect(page.url()).toBe(`${server.url}/contact`)
  await expect.poll(() => page.locator('.enquiry-errors:focus').count()).toBe(1)
  await summary.getByRole('link', { name: words.errors.email }).click()
  const email = page.getByLabel(words.email, { exact: true })
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator(`#${await email.getAttribute('aria-describedby')}`).textContent()).toBe(words.errors.email)
  await email.fill(ENQUIRY.email)
  await page.getByRole('button', { name: words.send }).click()

  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  const [stored] = await server.context.enquiries.list('all')
  expect(stored).toMatchObject(ENQUIRY)
  expect(page.url()).toBe(`${server.url}/contact?sent=${stored!.reference}`)
  const shown = (await page.locator('.enquiry-reference').textContent())!
  await page.getByLabel(words.reference).fill(shown.toLowerCase())
  await page.getByRole('button', { name: words.lookUp }).click()
  await page.getByText(words.states.received).waitFor()
  await page.getByLabel(words.reference).fill('AAAA-AAAA')
  await page.getByRole('button', { name: words.lookUp }).click()
  await page.getByText(words.unknown('AAAA-AAAA')).waitFor()
  await context.close()
})

test('with scripts the same form tells how long it took, and what comes back needs no time at all', async () => {
  await using server = await startServer({ products })
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  const sent: (string | null)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URLSearchParams(request.postData() ?? '').get('filledInMs'))
  })
  await page.goto(`${server.url}/contact?product=oak-chair`)
  await waitUntilHydrated(page.locator('h1'))
  await page.getByRole('button', { name: words.send }).click()
  // So fast is only a robot: it is thanked, and nothing is kept.
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  expect(Number(sent[0])).toBeLessThan(2_000)
  expect(await server.context.enquiries.list('all')).toEqual([])

  await page.goto(`${server.url}/contact?product=oak-chair`)
  await waitUntilHydrated(page.locator('h1'))
  await page.evaluate(() => {
    const { now } = performance
    performance.now = () => now.call(performance) + 30_000
  })
  await page.getByRole('button', { name: words.send }).click()
  await page.getByRole('alert').waitFor()
  expect(Number(sent[1])).toBeGreaterThanOrEqual(30_000)
  await waitUntilHydrated(page.locator('h1'))
  await expect.poll(() => page.locator('.enquiry-errors:focus').count()).toBe(1)
  await fillIn(page)
  await page.getByRole('button', { name: words.send }).click()
  await page.getByRole('heading', { name: words.sentHeading }).waitFor()
  expect(sent[2]).toBe('')
  expect(await server.context.enquiries.list('all')).toMatchObject([{ name: ENQUIRY.name, product: 'oak-chair' }])
  // The 422 itself is what Chromium complains of.
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
  await context.close()
})

test.each([
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const)('axe finds nothing at $width px in the $colorScheme theme, with errors, thanks and status', async ({ width, colorScheme }) => {
  await using server = await startServer({ products })
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
  const page = await context.newPage()
  const examine = async (name: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${name} ${id}: ${html}`))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), name).toBeLessThanOrEqual(0)
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  await page.goto(`${server.url}/contact?product=oak-chair`)
  await examine('form')
  await page.evaluate((action) => {
    const form = document.querySelector<HTMLFormElement>(`form[method="post"][action="${action}"]`)!
    // Sent as without scripts: no time is told.
    form.submit()
  }, '/contact')
  await page.getByRole('alert').waitFor()
  await examine('errors')
  await page.goto(`${server.url}/contact?sent=ABCD2345`)
  await examine('sent')
  await page.goto(`${server.url}/contact?reference=ABCD2345`)
  await examine('unknown')
  const { enquiries } = server.context
  const { reference } = await enquiries.add({ enquiry: ENQUIRY, receivedAt: new Date(), deduplication: { key: 'a', since: null }, isMailed: false })
  await enquiries.markAnswered(reference, new Date())
  await page.goto(`${server.url}/contact?reference=${reference}`)
  await examine('status')
  await context.close()
})
