import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { followAddedLink, recordDocuments, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { useBuild } from '../support/builds.ts'
import { startServer, useServer, type TestServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const BOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/147.0.0.0 Safari/537.36'

const browser = await useBrowser()
const server = await useServer({ buildDir: await useBuild('changed') })

const readReports = ({ logLines }: TestServer) => logLines.filter(({ msg }) => msg === 'a browser reported an error')

async function open(url: string, options: Parameters<Browser['newContext']>[0] = {}) {
  const page = await openTab(browser, { ...options })
  const complaints = watchComplaints(page)
  const documents = recordDocuments(page)
  await page.goto(url)
  return { page, complaints, documents }
}

test('a page that fails to render or hydrate in the browser shows the error page, and each error is reported once', async () => {
  const { page, documents } = await open(`${server.url}/products`)
  await waitUntilHydrated(page)
  const failed = page.getByRole('heading', { name: 'Something went wrong' })
  await page.locator('nav a[href="/contact"]').first().click()
  await failed.waitFor()
  // The error is fatal, so the page has no layout. Only the log contains the reason.
  expect(await page.locator('nav').count()).toBe(0)
  await page.getByText('Error 500 · Internal Server Error').waitFor()
  await expect.poll(() => page.title()).toBe('Something went wrong · Vitrine')
  expect(await page.getByText('broken on purpose').count()).toBe(0)
  const reports = () => readReports(server).filter(({ path, bot }) => path === '/contact' && bot === false)
  await expect.poll(reports).toHaveLength(1)
  expect(reports()[0]).toMatchObject({
    level: 40,
    message: 'Error: broken on purpose',
    buildId: server.context.build.id,
  })
  await page.getByRole('link', { name: 'Home' }).click()
  await page.locator('header.navbar').waitFor()
  await expect.poll(() => page.title()).toBe('Vitrine')
  expect(await page.getByText('Something went wrong').count()).toBe(0)
  expect(documents).toEqual(['/products'])

  await page.locator('nav a[href="/contact"]').first().click()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect.poll(() => documents).toEqual(['/products', '/contact'])
  // This document fails to hydrate.
  await expect.poll(reports).toHaveLength(3)
  await failed.waitFor()
  expect(await page.locator('nav').count()).toBe(0)
})

test('a bot keeps the server-rendered page if it fails to hydrate, and the current page and URL if a navigation fails', async () => {
  const { page, complaints } = await open(`${server.url}/contact`, { userAgent: BOT })
  const reports = () => readReports(server).filter(({ path, bot }) => path === '/contact' && bot === true)
  await expect.poll(() => reports().length).toBe(1)
  await expect.poll(() => complaints.join('\n')).toContain('broken on purpose')
  expect(await page.getByRole('heading', { name: 'Contact' }).isVisible()).toBe(true)
  expect(await page.getByText('Something went wrong').count()).toBe(0)

  await page.goto(`${server.url}/about`)
  await waitUntilHydrated(page)
  await followAddedLink(page, '/about?members')
  await expect.poll(() => complaints.join('\n')).toContain('Members only')
  expect(await page.getByRole('heading', { name: 'About' }).isVisible()).toBe(true)
  expect(page.url()).toBe(`${server.url}/about`)
})

test('route middleware can redirect or abort a navigation in the browser; a navigation shows an error page if its middleware fails, and the server logs the reason; an invalid slug shows a 404 page without a request, and an unknown path loads a 404 document', async () => {
  const { page, complaints, documents } = await open(`${server.url}/products`)
  await waitUntilHydrated(page)
  await followAddedLink(page, '/about')
  await page.getByRole('heading', { name: 'About' }).waitFor()
  await followAddedLink(page, '/about?stay')
  await expect.poll(() => page.locator('.progress-bar').getAttribute('data-state')).toBe('idle')
  expect(page.url()).toBe(`${server.url}/about`)
  await followAddedLink(page, '/about?away')
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  expect(page.url()).toBe(`${server.url}/products?sort=name#main`)
  // Back leads to the page before the redirect.
  await page.goBack()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(page.url()).toBe(`${server.url}/about`)
  expect(complaints).toEqual([])

  await followAddedLink(page, '/products')
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  const payloads: string[] = []
  page.on('request', (request) => void (request.url().includes('_payload') && payloads.push(request.url())))
  const goBack = async () => {
    await page.goBack()
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  }
  for (const [path, reason, shown] of [
    ['/about?loop', 'Too many redirects', 'Internal Server Error'],
    ['/category', "Unknown route middleware: 'nobody'.", "Unknown route middleware: 'nobody'."],
  ] as const) {
    await followAddedLink(page, path)
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.getByText(shown).first().waitFor()
    await expect.poll(() => complaints.join('\n')).toContain(reason)
    await expect.poll(() => JSON.stringify(readReports(server))).toContain(reason)
    expect([new URL(page.url()).origin, documents]).toEqual([server.url, ['/products']])
    await goBack()
  }

  await followAddedLink(page, '/products/No%20Slug?x=1')
  await page.getByText('Page Not Found: /products/No%20Slug?x=1').waitFor()
  expect(await page.locator('nav').count()).toBe(0)
  expect(await page.title()).toBe('We could not find this page · Vitrine')
  await goBack()
  // Going back requests the payload of the products page; the other pages request none.
  expect(payloads.filter((url) => !url.includes('/products/_payload'))).toEqual([])
  // Links to unknown paths are left to the browser, which loads them from the server.
  await followAddedLink(page, '/nowhere?x=1')
  await page.getByText('Page not found: /nowhere?x=1').waitFor()
  expect(await page.locator('header.navbar').count()).toBe(1)
  expect(documents).toEqual(['/products', '/nowhere?x=1'])

  await waitUntilHydrated(page)
  await interceptRequests(page, 'https://elsewhere.example/*', (request) => request.fulfill({ body: 'elsewhere' }))
  await followAddedLink(page, '/about?allowed')
  await page.waitForURL('https://elsewhere.example/')
})

test('an error while the page starts is uncaught and reported, and the page stays as the server rendered it; up to ten errors are reported, each once, without AbortError and e-mail addresses', async () => {
  await using unchanged = await startServer()
  const page = await openTab(browser)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'IntersectionObserver', {
      get(): never {
        throw new Error('broken at the start')
      },
    })
  })
  const complaints = watchComplaints(page)
  await page.goto(`${unchanged.url}/contact?email=a@b.example`)
  const reports = () => readReports(unchanged).map(({ message, path }) => ({ message, path }))
  const path = '/contact?email=[redacted]'
  await expect.poll(reports).toEqual([{ message: 'Error: broken at the start', path }])
  await expect.poll(() => complaints.join('\n')).toContain('uncaught: Error: broken at the start')
  expect(await page.getByRole('heading', { name: 'Contact', level: 1 }).isVisible()).toBe(true)

  await page.evaluate(() => {
    const error = new TypeError('nobody caught this')
    reportError(error)
    reportError(error)
    void Promise.reject(new DOMException('moved on', 'AbortError'))
    void Promise.reject(new Error('nor that'))
    for (let count = 0; count < 20; count++) void Promise.reject(new Error(`number ${count}`))
  })
  await expect.poll(() => reports().length).toBe(10)
  const messages = reports().map(({ message }) => message)
  expect(messages.filter((message) => message === 'TypeError: nobody caught this')).toHaveLength(1)
  expect(messages).toContain('Error: nor that')
  expect(messages.join()).not.toContain('moved on')
  expect(new Set(reports().map((report) => report.path))).toEqual(new Set([path]))
})
