import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { RELOAD_MARKER_LIFETIME_MS } from '../../shared/constants.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const browser = await useBrowser()
const server = await useServer()

const CONTACT_SCRIPT = '**/builds/contact-*.js'
const WORDS_SCRIPT = '**/builds/en-*.js'
const CONTACT_STYLE = '**/builds/contact-*.css'

/** Opens a tab and records the documents that it requests and its console messages. */
async function open(): Promise<{ page: Page; documents: string[]; complaints: readonly string[] }> {
  const page = await openTab(browser, { savesData: true })
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'document') return
    const { pathname, search } = new URL(request.url())
    documents.push(pathname + search)
  })
  return { page, documents, complaints: watchComplaints(page) }
}

const readMarker = (page: Page) =>
  page.evaluate(
    () => JSON.parse(sessionStorage.getItem('vitrine:reload') ?? 'null') as { path: string; expires: number } | null,
  )
const toContact = (page: Page) => page.locator('nav a[href="/contact"]').first().click()

test.each([
  ['chunk', CONTACT_SCRIPT],
  ['style sheet', CONTACT_STYLE],
])('reloads the target page of a navigation once if its %s fails to load', async (_what, files) => {
  const { page, documents } = await open()
  let failures = 0
  await page.route(files, async (route) => {
    if (documents.length > 1) return route.continue()
    failures++
    return route.fulfill({ status: 404 })
  })
  await page.goto(`${server.url}/about`)
  await waitUntilHydrated(page.locator('h1'))
  const before = Date.now()
  await toContact(page)
  await page.getByRole('heading', { name: 'Contact' }).waitFor()
  await waitUntilHydrated(page.locator('h1'))
  expect(failures).toBeGreaterThan(0)
  expect(documents).toEqual(['/about', '/contact'])
  const marker = (await readMarker(page))!
  expect(marker.path).toBe('/contact')
  expect(marker.expires).toBeGreaterThanOrEqual(before + RELOAD_MARKER_LIFETIME_MS)
  expect(marker.expires).toBeLessThanOrEqual(Date.now() + RELOAD_MARKER_LIFETIME_MS)
  // Back leads to the previous page, as if nothing had failed.
  await page.goBack()
  await page.getByRole('heading', { name: 'About' }).waitFor()
})

test.each([
  ['chunk', CONTACT_SCRIPT, 'Unable to load the page contact'],
  ['style sheet', CONTACT_STYLE, /Unable to preload CSS for \/builds\/contact-\w+\.css/],
  ['chunk and style sheet', '**/builds/contact-*', 'Unable to load the page contact'],
])(
  'if the page was already reloaded once, a failing %s shows an error page; the next navigation leaves it',
  async (_what, files, message) => {
    const { page, documents } = await open()
    await page.goto(`${server.url}/about`)
    await waitUntilHydrated(page.locator('h1'))
    await page.route(files, (route) => route.fulfill({ status: 404 }))
    await page.evaluate(() =>
      sessionStorage.setItem('vitrine:reload', JSON.stringify({ path: '/contact', expires: Date.now() + 10_000 })),
    )
    await toContact(page)
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.getByText(message).waitFor()
    expect(await page.getByText('Unable to').count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/contact')
    expect(documents).toEqual(['/about'])
    await page.locator('nav a[href="/about"]').first().click()
    await page.getByRole('heading', { name: 'About' }).waitFor()
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  },
)

test.each([
  ['has expired', { path: '/contact', expires: Date.now() - 1 }],
  ['was set by a clock that was ahead', { path: '/contact', expires: Date.now() + 600_000 }],
  ['is for another page', { path: '/products', expires: Date.now() + 600_000 }],
])('reloads the target page once if its chunk fails to load and the reload marker %s', async (_what, marker) => {
  const { page, documents } = await open()
  await page.goto(`${server.url}/about`)
  await waitUntilHydrated(page.locator('h1'))
  await page.route(CONTACT_SCRIPT, (route) =>
    documents.length > 1 ? route.continue() : route.fulfill({ status: 404 }),
  )
  await page.evaluate((value) => sessionStorage.setItem('vitrine:reload', JSON.stringify(value)), marker)
  await toContact(page)
  await page.getByRole('heading', { name: 'Contact' }).waitFor()
  await waitUntilHydrated(page.locator('h1'))
  expect(documents).toEqual(['/about', '/contact'])
})

test.each([
  [
    'throws',
    () =>
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
  ],
  ['contains invalid JSON', () => sessionStorage.setItem('vitrine:reload', '{nonsense')],
])('reloads the target page once if a chunk fails to load and session storage %s', async (_what, spoil) => {
  const { page, documents, complaints } = await open()
  await page.addInitScript(spoil)
  await page.route(CONTACT_SCRIPT, (route) =>
    documents.length > 1 ? route.continue() : route.fulfill({ status: 404 }),
  )
  await page.goto(`${server.url}/about`)
  await waitUntilHydrated(page.locator('h1'))
  await toContact(page)
  await expect.poll(() => documents).toEqual(['/about', '/contact'])
  await waitUntilHydrated(page.locator('h1'))
  await page.locator('nav a[href="/about"]').first().click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(documents).toHaveLength(2)
  expect(complaints.filter((complaint) => !complaint.includes('status of 404'))).toEqual([])
})

test.each([
  ['chunk', CONTACT_SCRIPT, true],
  ['chunk', CONTACT_SCRIPT, false],
  ['messages', WORDS_SCRIPT, true],
])(
  'if its %s (%s) fails to load, the server-rendered page stays, after one reload if session storage works (works: %s)',
  async (_what, script, hasStorage) => {
    const { page, documents } = await open()
    if (!hasStorage) {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      })
    }
    const reports: string[] = []
    await interceptRequests(page, '*/client-errors', async (request) => {
      reports.push(request.postData ?? '')
      await request.fulfill({ status: 204 })
    })
    await page.route(script, (route) => route.fulfill({ status: 404 }))
    const thrown = page.waitForEvent('pageerror')
    await page.goto(`${server.url}/contact`)
    await thrown
    await page.getByRole('heading', { name: 'Contact' }).waitFor()
    expect(documents).toEqual(hasStorage ? ['/contact', '/contact'] : ['/contact'])
    await expect.poll(() => reports.length).toBe(1)
  },
)

test('leaving a page before its scripts start opens the next page, although the browser cancels the requests for its scripts', async () => {
  const { page, documents } = await open()
  const main = Promise.withResolvers<void>()
  const about = Promise.withResolvers<void>()
  // Without `modulepreload`, only the main script requests the page's chunk, after the visitor has left.
  await page.route('**/contact', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('modulepreload', 'none') })
  })
  await page.route('**/builds/main-*.js', async (route) => {
    await main.promise
    await route.continue()
  })
  // WebKit aborts the requests of a page that the visitor leaves.
  await page.route(CONTACT_SCRIPT, async (route) => {
    await route.abort()
    about.resolve()
  })
  await interceptRequests(page, '*/about', async (request) => {
    main.resolve()
    await about.promise
    await request.continue()
  })
  await page.goto(`${server.url}/contact`, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Contact' }).waitFor()
  await page.goto(`${server.url}/about`)
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(documents).toEqual(['/contact', '/about'])
})
