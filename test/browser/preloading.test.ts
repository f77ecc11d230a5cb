import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PRELOADS_CONCURRENT_MAX } from '../../shared/constants.ts'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { startServer, useServer } from '../support/start-server.ts'
import { interceptRequests } from '../support/intercept-requests.ts'

const browser = await useBrowser()

const catalog = {
  site: {
    ...NEUTRAL_SITE,
    aboutHtml: `<p>${'<br>'.repeat(200)}</p><p><a href="/category">far below</a> <a href="/contact" download>a file</a> <a href="/products?far" target="_blank">elsewhere</a></p>`,
    navigation: [
      { label: 'About', href: '/about' },
      { label: 'Contact', href: '/contact' },
      { label: 'Elsewhere', href: 'https://elsewhere.example/' },
    ],
  },
  products: Array.from({ length: 24 }, (_, index) => buildProduct({ slug: `chair-${index}`, name: `Chair ${index}` })),
}

const server = await useServer(catalog)

async function open(
  url: string,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<{ page: Page; preloaded: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 600 } })
  await prepare?.(context)
  const page = await context.newPage()
  const preloaded: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('_payload.json'))
      preloaded.push(pathname.replace(/_payload\.json$/, '') + search.replace(/[?&][^=]*$/, ''))
  })
  await page.goto(url)
  await waitUntilHydrated(page.locator('h1'))
  return { page, preloaded }
}

const isContact = ({ url }: Readonly<Record<string, unknown>>) => String(url).startsWith('/contact/_payload.json')

test('links to other sort orders and views of a list are preloaded only on hover', async () => {
  await using server = await startServer({ products: catalog.products })
  const { page, preloaded } = await open(`${server.url}/products`)
  // Links are preloaded in document order, so those of the toolbar would come before these products.
  await expect.poll(() => preloaded.some((path) => path.startsWith('/products/chair-'))).toBe(true)
  expect(preloaded.filter((path) => path.includes('?'))).toEqual([])
  await page.getByRole('link', { name: 'Table' }).hover()
  await expect.poll(() => preloaded).toContain('/products/?view=table')
  await page.context().close()
})

test('preloaded style sheets apply only when their page is rendered, before its first paint', async () => {
  const { page } = await open(`${server.url}/about`)
  const file = server.context.build.pages.contact.styles.find(
    (name) => !server.context.build.pages.about.styles.includes(name),
  )
  const isApplied = () =>
    page.evaluate(
      (name) => [...document.styleSheets].some(({ href, media }) => href?.endsWith(name) && media.length === 0),
      file!,
    )
  await expect
    .poll(() => page.evaluate((name) => [...document.styleSheets].some(({ href }) => href?.endsWith(name)), file!))
    .toBe(true)
  expect(await isApplied()).toBe(false)
  await page.evaluate((name) => {
    new MutationObserver((_changes, observer) => {
      const form = document.querySelector('form[action="/contact"]')
      if (!form) return
      observer.disconnect()
      document.documentElement.dataset['first'] = [...document.styleSheets].some(
        ({ href, media }) => href?.endsWith(name) && media.length === 0,
      )
        ? 'styled'
        : 'bare'
    }).observe(document.body, { childList: true, subtree: true })
  }, file!)
  await page.locator('nav a[href="/contact"]').first().click()
  await expect.poll(() => page.locator('html').getAttribute('data-first')).toBe('styled')
  expect(await isApplied()).toBe(true)
  await page.context().close()
})

test('code and payload of a link’s page are preloaded once, when the link is in view', async () => {
  await using server = await startServer(catalog)
  const { page, preloaded } = await open(`${server.url}/about`)
  await expect.poll(() => preloaded).toContain('/contact/')
  expect(preloaded).toContain('/')
  expect(preloaded).not.toContain('/category/')
  const chunk = server.context.build.pages.contact.scripts[0]!
  await expect
    .poll(() =>
      page.evaluate(
        (name) => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(name)),
        chunk,
      ),
    )
    .toBe(true)

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => preloaded).toContain('/category/')
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.locator('nav a[href="/contact"]').first().hover()
  await page.locator('nav a[href="/contact"]').first().focus()
  expect(preloaded.filter((path) => path === '/contact/')).toHaveLength(1)
  // The current page, downloads, other windows and other sites are not preloaded.
  expect(preloaded.filter((path) => path === '/about/' || path.startsWith('/products/?far'))).toEqual([])
  // The click revalidates the payload without loading its body again.
  await page.locator('nav a[href="/contact"]').first().click()
  await page.getByRole('heading', { name: 'Contact' }).waitFor()
  expect(preloaded.filter((path) => path === '/contact/')).toHaveLength(2)
  await expect.poll(() => server.logLines.filter(isContact).map(({ status }) => status)).toEqual([200, 304])
  await page.context().close()
})

test('a touched link is preloaded before links that are only in view, with at most four requests at a time', async () => {
  const open4 = new Set<string>()
  let most = 0
  const waiting: (() => void)[] = []
  const order: string[] = []
  const context = await browser.newContext({ viewport: { width: 1280, height: 1200 }, hasTouch: true })
  const page = await context.newPage()
  await interceptRequests(page, '*/_payload.json*', async (request) => {
    const url = request.url
    order.push(new URL(url).pathname)
    open4.add(url)
    most = Math.max(most, open4.size)
    await new Promise<void>((resolve) => waiting.push(resolve))
    open4.delete(url)
    await request.continue().catch(() => {})
  })
  await page.goto(`${server.url}/products`)
  await waitUntilHydrated(page.locator('h1'))
  await expect.poll(() => order.length).toBe(PRELOADS_CONCURRENT_MAX)
  const [last] = (await page.locator('main .card-link').all()).slice(-1)
  const path = `${await last!.getAttribute('href')}/_payload.json`
  expect(order).not.toContain(path)
  await last!.dispatchEvent('touchstart')
  waiting.shift()!()
  await expect.poll(() => order.length).toBe(PRELOADS_CONCURRENT_MAX + 1)
  expect(order.at(-1)).toBe(path)
  for (let count = 0; count < 12; count++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()!()
  }
  await expect.poll(() => order.length).toBeGreaterThan(12)
  expect(most).toBe(PRELOADS_CONCURRENT_MAX)
  await context.close()
})

test.each([
  ['on a slow-2g connection', { effectiveType: 'slow-2g', saveData: false }],
  ['with Save-Data', { effectiveType: '4g', saveData: true }],
])('nothing is preloaded %s', async (_where, connection) => {
  const { page, preloaded } = await open(`${server.url}/products`, async (context) => {
    await context.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection)
  })
  await page.locator('nav a[href="/contact"]').first().hover()
  await page.locator('nav a[href="/about"]').first().focus()
  // An idle callback after the next frame, or two seconds later, would preload links in view, so wait that long.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2_500 })),
        )
      }),
  )
  await page.locator('nav a[href="/about"]').first().click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(preloaded).toEqual(['/about/'])
  await page.context().close()
})

test('links in view are preloaded even if the browser is never idle', async () => {
  const { page, preloaded } = await open(`${server.url}/about`, async (context) => {
    await context.addInitScript(() => {
      window.requestIdleCallback = (task, { timeout } = {}) => {
        if (timeout !== undefined) queueMicrotask(() => task({ didTimeout: true, timeRemaining: () => 0 }))
        return 0
      }
    })
  })
  await expect.poll(() => preloaded).toContain('/contact/')
  await page.context().close()
})

test('leaving a page aborts the preloads of its links', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1200 } })
  const page = await context.newPage()
  const aborted: string[] = []
  page.on('requestfailed', (request) => aborted.push(new URL(request.url()).pathname))
  await interceptRequests(page, '*/products/chair-*/_payload.json*', () => {})
  const asked = page.waitForRequest('**/products/chair-*/_payload.json*')
  await page.goto(`${server.url}/products`)
  await asked
  await page.locator('nav a[href="/about"]').first().click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  await expect.poll(() => aborted.filter((path) => path.startsWith('/products/chair-')).length).toBeGreaterThan(0)
  await context.close()
})

test('a page is not preloaded again, even after a minute', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 600 } })
  const page = await context.newPage()
  await page.clock.install()
  const preloaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/contact/_payload.json')) preloaded.push(request.url())
  })
  await page.goto(`${server.url}/about`)
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return preloaded.length
    })
    .toBe(1)
  await page.clock.runFor(60_000)
  const asked = page.waitForRequest('**/category/_payload.json*')
  await page.locator('nav a[href="/contact"]').first().hover()
  await page.locator('main a[href="/category"]').first().focus()
  await asked
  expect(preloaded).toHaveLength(1)
  await context.close()
})
