import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PRELOADS_CONCURRENT_MAX } from '../../shared/constants.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { startServer, useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
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

/** Returns the path and query of a payload's page, without the build id, or undefined for another file. */
function readPreloadedPath(url: string): string | undefined {
  const { pathname, search } = new URL(url)
  if (!pathname.endsWith('_payload.json')) return undefined
  return pathname.replace(/_payload\.json$/, '') + search.replace(/[?&][^=]*$/, '')
}

/** Records the paths of the pages whose payloads are requested from now on. */
function watchPayloads(page: Page): readonly string[] {
  const payloads: string[] = []
  page.on('request', (request) => {
    const path = readPreloadedPath(request.url())
    if (path !== undefined) payloads.push(path)
  })
  return payloads
}

async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await waitUntilHydrated(page)
}

/** A style sheet that is preloaded does not apply, because its media query does not match. */
function readStyleSheet(page: Page, file: string): Promise<'missing' | 'preloaded' | 'applied'> {
  return page.evaluate((name) => {
    const sheet = [...document.styleSheets].find(({ href }) => href?.endsWith(name))
    if (!sheet) return 'missing'
    return sheet.media.length === 0 ? 'applied' : 'preloaded'
  }, file)
}

/** Records in the document whether the style sheet applies when the form of the contact page appears. */
function watchFirstForm(page: Page, file: string): Promise<void> {
  return page.evaluate((name) => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('form[action="/contact"]')) return
      observer.disconnect()
      const sheets = [...document.styleSheets].filter(({ href }) => href?.endsWith(name))
      document.documentElement.dataset['first'] = sheets.some(({ media }) => media.length === 0) ? 'styled' : 'bare'
    }).observe(document.body, { childList: true, subtree: true })
  }, file)
}

/** Waits until links in view would have been preloaded: in an idle callback after the next frame, or two seconds later. */
function waitUntilIdle(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2_500 })),
        )
      }),
  )
}

const isContact = ({ url }: Readonly<Record<string, unknown>>) => String(url).startsWith('/contact/_payload.json')

test('code, style sheets and payload of a link’s page are preloaded once, when the link is in view; style sheets apply only when their page is rendered, before its first paint', async () => {
  await using server = await startServer(catalog)
  const page = await openTab(browser, { preloads: true, viewport: { width: 1280, height: 600 } })
  const payloads = watchPayloads(page)
  const { about, contact } = server.context.build.pages
  const style = contact.styles.find((name) => !about.styles.includes(name))!
  await openPage(page, `${server.url}/about`)
  await expect.poll(() => payloads).toContain('/contact/')
  expect(payloads).toContain('/')
  expect(payloads).not.toContain('/category/')
  const isLoaded = (file: string) =>
    page.evaluate((name) => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(name)), file)
  await expect.poll(() => isLoaded(contact.scripts[0]!)).toBe(true)
  await expect.poll(() => readStyleSheet(page, style)).toBe('preloaded')

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => payloads).toContain('/category/')
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.locator('nav a[href="/contact"]').first().hover()
  await page.locator('nav a[href="/contact"]').first().focus()
  expect(payloads.filter((path) => path === '/contact/')).toHaveLength(1)
  // The current page, downloads, other windows and other sites are not preloaded.
  expect(payloads.filter((path) => path === '/about/' || path.startsWith('/products/?far'))).toEqual([])

  // The click revalidates the payload without loading its body again.
  await watchFirstForm(page, style)
  await page.locator('nav a[href="/contact"]').first().click()
  await page.getByRole('heading', { name: 'Contact' }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('data-first')).toBe('styled')
  expect(await readStyleSheet(page, style)).toBe('applied')
  expect(payloads.filter((path) => path === '/contact/')).toHaveLength(2)
  // If two nodes run, their log lines may be read in another order than they were written.
  const statuses = () => server.logLines.filter(isContact).map(({ status }) => Number(status))
  await expect.poll(() => statuses().toSorted()).toEqual([200, 304])
})

test('a touched link is preloaded before links that are only in view, with at most four requests at a time; links to other views of a list are preloaded only on hover, and leaving the page aborts', async () => {
  const page = await openTab(browser, { preloads: true, viewport: { width: 1280, height: 1200 } })
  const order: string[] = []
  const open = new Set<string>()
  let most = 0
  const waiting: (() => void)[] = []
  await interceptRequests(page, '*/_payload.json*', async (request) => {
    const path = readPreloadedPath(request.url)!
    if (path === '/about/') return request.continue()
    order.push(path)
    open.add(path)
    most = Math.max(most, open.size)
    await new Promise<void>((resolve) => waiting.push(resolve))
    open.delete(path)
    return request.continue()
  })
  const release = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()!()
  }
  await openPage(page, `${server.url}/products`)
  await expect.poll(() => order.length).toBe(PRELOADS_CONCURRENT_MAX)
  const last = page.locator('main .card-link').last()
  const path = `${await last.getAttribute('href')}/`
  expect(order).not.toContain(path)
  await last.dispatchEvent('touchstart')
  await release()
  await expect.poll(() => order.length).toBe(PRELOADS_CONCURRENT_MAX + 1)
  expect(order.at(-1)).toBe(path)
  for (let count = 0; count < 12; count++) await release()
  // If a request could start at once, that of the hovered link would, and the next release could complete it.
  await expect.poll(() => waiting.length).toBe(PRELOADS_CONCURRENT_MAX)
  // Links are preloaded in document order, so those of the toolbar would come before these products.
  expect(order.filter((other) => other.includes('?'))).toEqual([])
  await page.getByRole('link', { name: 'Table' }).hover()
  await release()
  await expect.poll(() => order).toContain('/products/?view=table')
  expect(most).toBe(PRELOADS_CONCURRENT_MAX)

  const aborted: (string | undefined)[] = []
  page.on('requestfailed', (request) => aborted.push(readPreloadedPath(request.url())))
  await page.locator('nav a[href="/about"]').first().click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  await expect.poll(() => aborted).toContain('/products/?view=table')
})

test('nothing is preloaded on a slow-2g connection or with Save-Data', async () => {
  const page = await openTab(browser, { preloads: true, viewport: { width: 1280, height: 600 } })
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: 'slow-2g', saveData: false } })
  })
  const payloads = watchPayloads(page)
  await openPage(page, `${server.url}/products`)
  await page.locator('nav a[href="/contact"]').first().hover()
  await page.locator('nav a[href="/about"]').first().focus()
  await waitUntilIdle(page)
  expect(payloads, 'on a slow-2g connection').toEqual([])

  await page.evaluate(() => {
    Object.assign((navigator as unknown as { connection: object }).connection, { effectiveType: '4g', saveData: true })
  })
  await page.locator('nav a[href="/about"]').first().click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  await page.locator('nav a[href="/contact"]').first().hover()
  await page.locator('.navbar-name').focus()
  await waitUntilIdle(page)
  expect(payloads, 'with Save-Data').toEqual(['/about/'])
})
