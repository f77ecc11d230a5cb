import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { RELOAD_MARKER_LIFETIME_MS } from '../../shared/constants.ts'
import {
  delayScripts,
  followAddedLink,
  recordDocuments,
  skipLoadDelays,
  useBrowser,
  waitUntilHydrated,
  watchComplaints,
} from '../support/browser.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
import { interceptRequests, type HeldRequest } from '../support/intercept-requests.ts'

const browser = await useBrowser()
const server = await useServer()

const CONTACT_SCRIPT = '*/builds/contact-*.js'
const CONTACT_STYLE = '*/builds/contact-*.css'
const ABOUT_STYLE = '*/builds/about-*.css'
const WORDS_SCRIPT = '*/builds/en-*.js'

const respondNotFound = (request: HeldRequest) => request.fulfill({ status: 404 })

/** Opens a tab and records the documents that it requests and its console messages. */
async function open() {
  const page = await openTab(browser)
  return { page, documents: recordDocuments(page), complaints: watchComplaints(page) }
}

const readMarker = (page: Page) =>
  page.evaluate(() => {
    const [expires, path] = (sessionStorage.getItem('vitrine:reload') ?? '').split(' ')
    return path === undefined ? null : { path, expires: Number(expires) }
  })
const setMarker = (page: Page, marker: string) =>
  page.evaluate((text) => sessionStorage.setItem('vitrine:reload', text), marker)
const buildMarker = (path: string, lastsMs: number) => `${Date.now() + lastsMs} ${path}`
const follow = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).first().click()

/** Lets files of a page fail to load until the tab requests another document. */
async function failInDocument(page: Page, documents: readonly string[], files: string) {
  const count = documents.length
  let failures = 0
  const failing = await interceptRequests(page, files, (request) => {
    if (documents.length > count) return request.continue()
    failures++
    return respondNotFound(request)
  })
  return { ...failing, countFailures: () => failures }
}

test('reloads the target page of a navigation once if its chunk or style sheet fails to load and no valid marker says that it was reloaded', async () => {
  const { page, documents, complaints } = await open()
  await page.goto(`${server.url}/about`)
  await waitUntilHydrated(page)
  for (const [what, path, files, marker] of [
    ['no marker', '/contact', CONTACT_SCRIPT, () => 'null'],
    ['a marker of another page', '/about', ABOUT_STYLE, () => buildMarker('/contact', 9_000)],
  ] as const) {
    await setMarker(page, marker())
    const expected = [...documents, path]
    const failing = await failInDocument(page, documents, files)
    const before = Date.now()
    await follow(page, path)
    await page.getByRole('heading', { name: path === '/contact' ? 'Contact' : 'About', level: 1 }).waitFor()
    await waitUntilHydrated(page)
    expect(failing.countFailures(), what).toBeGreaterThan(0)
    expect(documents, what).toEqual(expected)
    const next = (await readMarker(page))!
    expect(next.path, what).toBe(path)
    expect(next.expires, what).toBeGreaterThanOrEqual(before + RELOAD_MARKER_LIFETIME_MS)
    expect(next.expires, what).toBeLessThanOrEqual(Date.now() + RELOAD_MARKER_LIFETIME_MS)
    await failing.stop()
  }
  // Back leads to the previous page, as if nothing had failed.
  await page.goBack()
  await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor()
  await waitUntilHydrated(page)
  const loaded = documents.length
  await follow(page, '/about')
  await page.getByRole('heading', { name: 'About', level: 1 }).waitFor()
  expect(documents).toHaveLength(loaded)
  expect(complaints.filter((complaint) => !complaint.includes('status of 404'))).toEqual([])
})

test('if the page was already reloaded once, a failing chunk or style sheet shows an error page; the next navigation leaves it', async () => {
  const { page, documents } = await open()
  await page.goto(`${server.url}/about`)
  await waitUntilHydrated(page)
  for (const [path, files, message] of [
    ['/contact', CONTACT_STYLE, /Unable to preload CSS for \/builds\/contact-\w+\.css/],
    // The chunks of other pages, because a browser does not request a failed module again.
    ['/products', '*/builds/products-*.js', 'Unable to load the page products'],
    ['/', '*/builds/index-*', 'Unable to load the page index'],
  ] as const) {
    await interceptRequests(page, files, respondNotFound)
    await setMarker(page, buildMarker(path, RELOAD_MARKER_LIFETIME_MS))
    await followAddedLink(page, path)
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.getByText(message).waitFor()
    expect(await page.getByText('Unable to').count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe(path)
    await follow(page, '/about')
    await page.getByRole('heading', { name: 'About' }).waitFor()
    expect(await page.getByText('Something went wrong').count()).toBe(0)
    expect(documents).toEqual(['/about'])
  }
})

test('without session storage, a page whose chunk fails to load stays without a reload, and the target of a navigation is reloaded once', async () => {
  const { page, documents, complaints } = await open()
  await skipLoadDelays(page)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  const reports = await collectReports(page)
  const failing = await interceptRequests(page, CONTACT_SCRIPT, respondNotFound)
  const thrown = page.waitForEvent('pageerror')
  await page.goto(`${server.url}/contact`)
  await thrown
  await page.getByRole('heading', { name: 'Contact' }).waitFor()
  expect(documents).toEqual(['/contact'])
  await expect.poll(() => reports.length).toBe(1)

  await failing.stop()
  const earlier = complaints.length
  await follow(page, '/about')
  await page.getByRole('heading', { name: 'About' }).waitFor()
  await waitUntilHydrated(page)
  await failInDocument(page, documents, CONTACT_SCRIPT)
  await follow(page, '/contact')
  await expect.poll(() => documents).toEqual(['/contact', '/about', '/contact'])
  await page.getByRole('heading', { name: 'Contact' }).waitFor()
  await waitUntilHydrated(page)
  await follow(page, '/about')
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(documents).toHaveLength(3)
  expect(complaints.slice(earlier).filter((complaint) => !complaint.includes('status of 404'))).toEqual([])
})

/** Collects the errors that the page reports to the server. */
async function collectReports(page: Page): Promise<readonly string[]> {
  const reports: string[] = []
  await interceptRequests(page, '*/client-errors', async (request) => {
    reports.push(request.postData ?? '')
    await request.fulfill({ status: 204 })
  })
  return reports
}

test('if its chunk or messages fail to load, the server-rendered page stays after one reload', async () => {
  const { page, documents } = await open()
  await skipLoadDelays(page)
  const reports = await collectReports(page)
  for (const [path, script, heading] of [
    ['/contact', CONTACT_SCRIPT, 'Contact'],
    ['/about', WORDS_SCRIPT, 'About'],
  ] as const) {
    const expected = [...documents, path, path]
    const reported = reports.length
    await interceptRequests(page, script, respondNotFound)
    const thrown = page.waitForEvent('pageerror')
    await page.goto(server.url + path)
    await thrown
    await page.getByRole('heading', { name: heading }).waitFor()
    expect(documents).toEqual(expected)
    await expect.poll(() => reports.length, { message: path }).toBe(reported + 1)
  }
})

test('a page whose chunk fails to load while the server is not available stays, and is reloaded when the server responds', async () => {
  const { page, documents } = await open()
  await skipLoadDelays(page)
  let checks = 0
  const available = Promise.withResolvers<void>()
  const failing = await interceptRequests(page, CONTACT_SCRIPT, respondNotFound)
  await interceptRequests(page, '*/contact', async (request) => {
    if (request.isDocument) return request.continue()
    checks++
    if (checks === 1) return request.abort()
    if (checks === 2) return request.fulfill({ status: 503 })
    await available.promise
    return request.continue()
  })
  await page.goto(`${server.url}/contact`)
  await expect.poll(() => checks).toBe(3)
  expect(documents).toEqual(['/contact'])
  await failing.stop()
  available.resolve()
  await expect.poll(() => documents).toEqual(['/contact', '/contact'])
  await waitUntilHydrated(page)
})

test('leaving a page before its scripts start opens the next page, although the browser cancels the requests for its scripts', async () => {
  const { page, documents } = await open()
  const about = Promise.withResolvers<void>()
  // Without the list of scripts, only the main script requests the page's chunk, after the visitor has left.
  await page.route('**/contact', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"scripts":\[.*?\]/, '"scripts":[]')
    await route.fulfill({ response, body })
  })
  const loadMain = await delayScripts(page, '*/builds/main-*.js')
  // WebKit aborts the requests of a page that the visitor leaves.
  await interceptRequests(page, CONTACT_SCRIPT, async (request) => {
    await request.abort()
    about.resolve()
  })
  await interceptRequests(page, '*/about', async (request) => {
    loadMain()
    await about.promise
    await request.continue()
  })
  await page.goto(`${server.url}/contact`, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Contact' }).waitFor()
  await page.goto(`${server.url}/about`)
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(documents).toEqual(['/contact', '/about'])
})
