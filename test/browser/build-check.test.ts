import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { MANIFEST_DELAY_MS } from '../../shared/constants.ts'
import { useBrowser, watchComplaints } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const HOUR_MS = 3_600_000

const browser = await useBrowser()

async function open(server: TestServer, { isPaused = false } = {}) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.clock.install()
  if (isPaused) await page.clock.pauseAt(Date.now() + 1_000)
  const asked: string[] = []
  const documents: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/builds/meta/') || pathname === '/builds/latest.json') asked.push(pathname + search)
    if (request.resourceType() === 'document') documents.push(pathname)
  })
  const newer: { response?: { id: string; timestamp: number } } = {}
  await interceptRequests(page, '*/builds/latest.json*', async (request) => {
    if (newer.response) await request.fulfill({ json: newer.response })
    else await request.continue()
  })
  await page.goto(server.url)
  await page.locator('.progress-bar').waitFor({ state: 'attached' })
  return { page, asked, documents, newer }
}

/** Advances the clock in steps, because the timer of a check starts only when the response to the previous one is read. */
async function runUntil(page: Page, intervalMs: number, latest: () => readonly string[], count: number): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(intervalMs)
      return latest().length
    })
    .toBeGreaterThanOrEqual(count)
}

const NEWER = { id: 'newer', timestamp: Date.now() + HOUR_MS }

/** Waits until the response to a check has arrived. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}

test('the browser fetches the build manifest one second after the page starts', async () => {
  await using server = await startServer()
  const { page, asked } = await open(server, { isPaused: true })
  await page.clock.runFor(MANIFEST_DELAY_MS - 100)
  expect(asked).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => asked).toEqual([`/builds/meta/${server.context.build.id}.json`])
  await page.context().close()
})

test('the page logs a warning and continues to work if the build manifest cannot be loaded', async () => {
  await using server = await startServer()
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints = watchComplaints(page)
  await interceptRequests(page, '*/builds/meta/*', (request) => request.fulfill({ status: 404, body: 'gone' }))
  await page.goto(server.url)
  await expect.poll(() => complaints.join('\n')).toContain('warning: The manifest of the build could not be loaded.')
  await page.locator('nav a[href="/about"]').first().click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(complaints.filter((complaint) => !/manifest of the build|status of 404/.test(complaint))).toEqual([])
  await context.close()
})

test('an open tab requests the id of the latest build every hour, with a timestamp in the query string', async () => {
  await using server = await startServer()
  const { page, asked, documents } = await open(server)
  await page.clock.runFor(HOUR_MS - 60_000)
  await settle(page)
  const latest = () => asked.filter((path) => path.startsWith('/builds/latest.json'))
  expect(latest()).toEqual([])
  await runUntil(page, 60_000, latest, 1)
  expect(latest()[0]).toMatch(/^\/builds\/latest\.json\?\d{13}$/)
  await settle(page)
  await runUntil(page, HOUR_MS, latest, 2)
  // The latest build is that of the tab, so the next navigation loads no document.
  await page.locator('nav a[href="/about"]').first().click()
  await page.clock.runFor(500)
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(documents).toEqual(['/'])
  await page.context().close()
})

test('once a newer build is found, the tab loads the next page as a document and stops checking', async () => {
  await using server = await startServer({ environment: { BUILD_CHECK_INTERVAL: '60000' } })
  const { page, asked, documents, newer } = await open(server)
  newer.response = NEWER
  const latest = () => asked.filter((path) => path.startsWith('/builds/latest.json'))
  await runUntil(page, 61_000, latest, 1)
  await settle(page)
  await page.clock.runFor(10 * 60_000)
  await settle(page)
  expect(latest()).toHaveLength(1)
  expect(documents).toEqual(['/'])
  await page.locator('nav a[href="/about"]').first().click()
  await expect.poll(() => documents).toEqual(['/', '/about'])
  await page.context().close()
})

test('an open tab keeps navigating without new documents if the latest build is older, invalid or cannot be fetched', async () => {
  await using server = await startServer({ environment: { BUILD_CHECK_INTERVAL: '60000' } })
  const { page, asked, documents, newer } = await open(server)
  await page.clock.runFor(2_000)
  await settle(page)
  newer.response = { id: 'older', timestamp: 1 }
  const latest = () => asked.filter((path) => path.startsWith('/builds/latest.json'))
  await runUntil(page, 60_000, latest, 1)
  await settle(page)
  await interceptRequests(page, '*/builds/latest.json*', (request) =>
    request.fulfill({ body: '<html>', contentType: 'text/html' }),
  )
  await runUntil(page, 60_000, latest, latest().length + 1)
  await settle(page)
  await interceptRequests(page, '*/builds/latest.json*', (request) => request.abort())
  await runUntil(page, 60_000, latest, latest().length + 1)
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

test('an open tab never checks for a newer build if BUILD_CHECK_INTERVAL is 0', async () => {
  await using server = await startServer({ environment: { BUILD_CHECK_INTERVAL: '0' } })
  const { page, asked } = await open(server)
  await page.clock.runFor(5 * HOUR_MS)
  await settle(page)
  expect(asked.filter((path) => path.startsWith('/builds/latest.json'))).toEqual([])
  await page.context().close()
})
