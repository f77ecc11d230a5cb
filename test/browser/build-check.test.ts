import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { MANIFEST_DELAY_MS } from '../../shared/constants.ts'
import { useBrowser, watchComplaints } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const HOUR_MS = 3_600_000

const browser = await useBrowser()

/** A tab with a clock that the test moves. The latest build is the server's own until `latest` is another. */
async function open(server: TestServer, path = '/') {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.clock.install()
  const asked: string[] = []
  const documents: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/builds/meta/') || pathname === '/builds/latest.json') asked.push(pathname + search)
    if (request.resourceType() === 'document') documents.push(pathname)
  })
  const newer: { answer?: { id: string; timestamp: number } } = {}
  await page.route('**/builds/latest.json*', async (route) => {
    if (newer.answer) await route.fulfill({ json: newer.answer })
    else await route.continue()
  })
  await page.goto(server.url + path)
  await page.locator('.progress-bar').waitFor({ state: 'attached' })
  return { page, asked, documents, newer }
}

const NEWER = { id: 'newer', timestamp: Date.now() + HOUR_MS }

/** Lets the answer of a check come in: the page's own clock stands still meanwhile. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}

test('fetches the build manifest one second after the page starts', async () => {
  await using server = await startServer()
  const { page, asked } = await open(server)
  await page.clock.runFor(MANIFEST_DELAY_MS - 100)
  expect(asked).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => asked).toEqual([`/builds/meta/${server.context.build.id}.json`])
  await page.context().close()
})

test('logs a warning and continues if the build manifest cannot be loaded', async () => {
  await using server = await startServer()
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  await page.route('**/builds/meta/**', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.goto(server.url)
  await expect.poll(() => complaints.join('\n')).toContain('warning: The manifest of the build could not be loaded.')
  await page.locator('nav a[href="/about"]').first().click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(complaints.filter((complaint) => !/manifest of the build|status of 404/.test(complaint))).toEqual([])
  await context.close()
})

test('requests the latest build every hour, with a timestamp in the query string', async () => {
  await using server = await startServer()
  const { page, asked, documents } = await open(server)
  // A slow machine's own seconds pass as well.
  await page.clock.runFor(HOUR_MS - 60_000)
  await settle(page)
  const latest = () => asked.filter((path) => path.startsWith('/builds/latest.json'))
  expect(latest()).toEqual([])
  await page.clock.runFor(60_000)
  await expect.poll(latest).toHaveLength(1)
  expect(latest()[0]).toMatch(/^\/builds\/latest\.json\?\d{13}$/)
  await settle(page)
  await page.clock.runFor(HOUR_MS)
  await expect.poll(latest).toHaveLength(2)
  // It is the same build: the next navigation stays in the page.
  await page.locator('nav a[href="/about"]').first().click()
  await page.clock.runFor(500)
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(documents).toEqual(['/'])
  await page.context().close()
})

test('loads the next page as a document and stops checking once a newer build is found', async () => {
  await using server = await startServer({ environment: { BUILD_CHECK_INTERVAL: '60000' } })
  const { page, asked, documents, newer } = await open(server)
  newer.answer = NEWER
  await page.clock.runFor(61_000)
  const latest = () => asked.filter((path) => path.startsWith('/builds/latest.json'))
  await expect.poll(latest).toHaveLength(1)
  await settle(page)
  await page.clock.runFor(10 * 60_000)
  await settle(page)
  expect(latest()).toHaveLength(1)
  expect(documents).toEqual(['/'])
  await page.locator('nav a[href="/about"]').first().click()
  await expect.poll(() => documents).toEqual(['/', '/about'])
  await page.context().close()
})

test('keeps navigating in place if the latest build is older, invalid or cannot be fetched', async () => {
  await using server = await startServer({ environment: { BUILD_CHECK_INTERVAL: '60000' } })
  const { page, asked, documents, newer } = await open(server)
  await page.clock.runFor(2_000)
  await settle(page)
  newer.answer = { id: 'older', timestamp: 1 }
  await page.clock.runFor(60_000)
  const latest = () => asked.filter((path) => path.startsWith('/builds/latest.json'))
  await expect.poll(latest).toHaveLength(1)
  await settle(page)
  await page.route('**/builds/latest.json*', (route) => route.fulfill({ body: '<html>', contentType: 'text/html' }))
  await page.clock.runFor(60_000)
  await expect.poll(latest).toHaveLength(2)
  await settle(page)
  await page.route('**/builds/latest.json*', (route) => route.abort())
  await page.clock.runFor(60_000)
  await expect.poll(() => latest().length).toBeGreaterThanOrEqual(3)
  await settle(page)
  await page.locator('nav a[href="/about"]').first().click()
  await page.clock.runFor(500)
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(documents).toEqual(['/'])
  await page.context().close()
})

test('a hidden tab does not check for a newer build until it is visible again', async () => {
  await using server = await startServer({ environment: { BUILD_CHECK_INTERVAL: '60000' } })
  const { page, asked } = await open(server)
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const latest = () => asked.filter((path) => path.startsWith('/builds/latest.json'))
  await setVisibility('hidden')
  await page.clock.runFor(10 * 60_000)
  await settle(page)
  expect(latest()).toEqual([])
  await setVisibility('visible')
  await expect.poll(latest).toHaveLength(1)
  await page.context().close()
})

test('never checks for a newer build if the interval is 0', async () => {
  await using server = await startServer({ environment: { BUILD_CHECK_INTERVAL: '0' } })
  const { page, asked } = await open(server)
  await page.clock.runFor(5 * HOUR_MS)
  await settle(page)
  expect(asked.filter((path) => path.startsWith('/builds/latest.json'))).toEqual([])
  await page.context().close()
})
