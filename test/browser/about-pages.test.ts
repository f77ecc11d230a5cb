import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/neutral-site.ts'
import { expectNoViolations, WIDTHS } from '../support/accessibility.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { startDemo, type DemoServer } from '../support/demo-server.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { startServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()
let demo: DemoServer
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo[Symbol.asyncDispose]())

async function openContext(options: BrowserContextOptions = {}) {
  const page = await openTab(browser, { savesData: true, ...options })
  return { url: demo.url, page }
}

test('links in the footer, in texts and in the breadcrumb open the owner’s pages without loading a new document', async () => {
  const opened = await openContext()
  const { page, url } = opened
  const complaints = watchComplaints(page)
  const documents: string[] = []
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url())
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  const isChunkLoaded = () => scripts.some((path) => path.startsWith('/builds/about-page-'))
  await page.goto(url)
  await waitUntilHydrated(page.locator('h1'))
  expect(isChunkLoaded()).toBe(false)
  const footer = page.locator('footer')
  await footer.getByRole('link', { name: 'Privacy' }).click()
  await page.waitForURL(`${url}/about/privacy`)
  await expect.poll(() => page.title()).toBe('Privacy · Tornio')
  expect(isChunkLoaded()).toBe(true)
  expect(await footer.locator('a.active').allTextContents()).toEqual(['Privacy'])
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/about\/privacy$/)

  await page.locator('.prose').getByRole('link', { name: 'imprint' }).click()
  await page.waitForURL(`${url}/about/imprint`)
  await expect.poll(() => page.locator('h1').textContent()).toBe('Imprint')
  expect(await footer.locator('a.active').allTextContents()).toEqual(['Imprint'])
  await page.goBack()
  await expect.poll(() => page.locator('h1').textContent()).toBe('Privacy')
  await page.locator('.breadcrumb').getByRole('link', { name: 'Studio' }).click()
  await page.waitForURL(`${url}/about`)
  await expect.poll(() => page.locator('h1').textContent()).toBe('Studio')
  expect(documents).toHaveLength(1)
  expect(complaints).toEqual([])

  await page.evaluate(() => {
    document.querySelector('.prose')!.insertAdjacentHTML('beforeend', '<a href="/about/terms">terms</a>')
  })
  await page.getByRole('link', { name: 'terms', exact: true }).click()
  await page.getByText('Page Not Found: /about/terms').waitFor()
  expect(await page.locator('footer').count()).toBe(0)
})

test('without scripts, links in the footer open the owner’s pages', async () => {
  const opened = await openContext({ javaScriptEnabled: false })
  const { page, url } = opened
  await page.goto(`${url}/contact`)
  await page.locator('footer').getByRole('link', { name: 'Imprint' }).click()
  await page.waitForURL(`${url}/about/imprint`)
  expect(await page.locator('h1').textContent()).toBe('Imprint')
  expect(await page.locator('footer a.active').allTextContents()).toEqual(['Imprint'])
  await page.locator('.prose').getByRole('link', { name: 'contact page' }).click()
  await page.waitForURL(`${url}/contact`)
})

test.each(WIDTHS)(
  'the demo’s imprint and privacy page have no axe violations and no horizontal overflow at %i px',
  async (width) => {
    const opened = await openContext({ viewport: { width, height: 800 } })
    const { page, url } = opened
    for (const path of ['/about/imprint', '/about/privacy']) {
      await page.goto(url + path)
      await waitUntilHydrated(page.locator('h1'))
      await expectNoViolations(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  },
)

test('a long word in a title fits on one line in windows of all widths', async () => {
  const pages = [buildOwnerPage({ title: 'Geschäftsbedingungen' })]
  await using server = await startServer({ site: { ...NEUTRAL_SITE, locale: 'de', pages } })
  const page = await openTab(browser)
  await page.goto(`${server.url}/about/imprint`)
  for (const width of [...WIDTHS, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    const lines = await page.locator('h1').evaluate((heading) => {
      const text = document.createRange()
      text.selectNodeContents(heading)
      return text.getClientRects().length
    })
    expect(lines, `at ${width} px`).toBe(1)
  }
})
