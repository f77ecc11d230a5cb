import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { useBrowser, waitUntilHydratedWhenIdle, watchComplaints } from '../support/browser.ts'
import { useBuild } from '../support/builds.ts'
import { interceptRequests } from '../support/intercept-requests.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { openTab, type PageOptions } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'

/** Maximum bytes of the scripts, compressed with brotli, of a visitor who only reads. */
const READER_LIMIT_BYTES = 20_000

const HOUR_MS = 3_600_000

const browser = await useBrowser()
const build = await useBuild('production')
const server = await useServer({
  categories: [buildCategory({ slug: 'bowls' })],
  products: [
    buildProduct({
      slug: 'bowl',
      categorySlug: 'bowls',
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variants: [buildVariant({ key: 's', optionValues: ['S'] }), buildVariant({ key: 'l', optionValues: ['L'] })],
    }),
  ],
  site: {
    ...NEUTRAL_SITE,
    aboutHtml: `<p>${'<br>'.repeat(100)}</p><table><tr><td>Fired at</td><td>1,200 °C</td></tr></table>`,
  },
})

interface OpenOptions extends PageOptions {
  readonly savesData?: boolean
}

/** Opens a tab and records the scripts that it requests. */
async function openPage({ savesData = false, ...options }: OpenOptions = {}) {
  const page = await openTab(browser, options)
  if (savesData) {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    })
  }
  const complaints = watchComplaints(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.push(pathname.replace('/builds/', ''))
  })
  return { page, complaints, scripts }
}

const isMain = (script: string) => script.startsWith('main-')

/** Waits until the idle callback of a start script would have been called. Only its own request for a file comes later. */
function waitUntilIdle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_500 }))
    await fetch('/robots.txt', { cache: 'no-store' })
  })
}

test('a visitor who saves data and only reads a page loads at most 20 KB of scripts in an hour', async () => {
  // In a higher window, the form of the contact page is visible.
  const { page, scripts } = await openPage({ savesData: true, viewport: { width: 1280, height: 150 }, pool: 'clock' })
  await page.clock.install()
  const checked = page.waitForResponse('**/builds/latest.json*')
  await page.goto(`${server.url}/contact`)
  await page.clock.runFor(HOUR_MS)
  await checked
  const bytes = scripts.reduce((sum, file) => sum + statSync(join(build, 'builds', `${file}.br`)).size, 0)
  expect(scripts.filter(isMain)).toEqual([])
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThan(READER_LIMIT_BYTES)
})

test.each<readonly [use: string, act: (page: Page) => Promise<unknown>]>([
  ['points at a link', (page) => page.locator('main .card-link').first().hover()],
  ['presses the pointer', (page) => page.mouse.down()],
])('a page that saves data is hydrated when the visitor %s', async (_use, act) => {
  const { page, scripts, complaints } = await openPage({ savesData: true, hasTouch: true })
  await page.goto(`${server.url}/products`)
  await page.mouse.move(600, 20)
  await page.mouse.move(500, 590)
  await waitUntilIdle(page)
  expect(scripts.filter(isMain)).toEqual([])
  await act(page)
  await waitUntilHydratedWhenIdle(page)
  expect(scripts.filter(isMain)).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('a page that saves data is hydrated when a widget comes into view', async () => {
  const { page, scripts } = await openPage({ savesData: true, viewport: { width: 1280, height: 600 } })
  await page.goto(`${server.url}/about`)
  await waitUntilIdle(page)
  expect(scripts.filter(isMain)).toEqual([])
  await page.evaluate(() => document.querySelector('.prose table')!.scrollIntoView())
  await waitUntilHydratedWhenIdle(page)
})

test('an unused page is hydrated when the browser is idle after all pictures in view are loaded', async () => {
  const { page, scripts } = await openPage()
  const requested = Promise.withResolvers<() => void>()
  await interceptRequests(page, '*/slow.png', (request) => requested.resolve(() => void request.abort()))
  await page.route(`${server.url}/about`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('</main>', '<img src="/slow.png" alt=""></main>')
    await route.fulfill({ response, body })
  })
  await page.goto(`${server.url}/about`, { waitUntil: 'commit' })
  const finish = await requested.promise
  await page.locator('h1').waitFor()
  await waitUntilIdle(page)
  expect(scripts.filter(isMain)).toEqual([])
  finish()
  await waitUntilHydratedWhenIdle(page.locator('.navbar'))
})
