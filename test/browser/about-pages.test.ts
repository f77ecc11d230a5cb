import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { expectNoViolations, WIDTHS } from '../support/accessibility.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { startDemo } from '../support/demo-server.ts'
import { buildOwnerPage } from '../support/owner-pages.ts'
import { startServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()
const { url } = await startDemo()

/** Checks the open page at all widths. Its colours are the same at each. */
async function examine(page: Page): Promise<void> {
  for (const [index, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoViolations(page, { hasKnownColors: index > 0 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(overflow, `${page.url()} at ${width} px`).toBeLessThanOrEqual(width)
  }
}

test('links in the footer, in texts and in the breadcrumb open the owner’s pages in place, without axe violations or horizontal overflow', async () => {
  const page = await openTab(browser)
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
  await examine(page)

  await page.locator('.prose').getByRole('link', { name: 'imprint' }).click()
  await page.waitForURL(`${url}/about/imprint`)
  await expect.poll(() => page.locator('h1').textContent()).toBe('Imprint')
  expect(await footer.locator('a.active').allTextContents()).toEqual(['Imprint'])
  await examine(page)
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
  const page = await openTab(browser, { javaScriptEnabled: false })
  await page.goto(`${url}/contact`)
  await page.locator('footer').getByRole('link', { name: 'Imprint' }).click()
  await page.waitForURL(`${url}/about/imprint`)
  expect(await page.locator('h1').textContent()).toBe('Imprint')
  expect(await page.locator('footer a.active').allTextContents()).toEqual(['Imprint'])
  await page.locator('.prose').getByRole('link', { name: 'contact page' }).click()
  await page.waitForURL(`${url}/contact`)
})

test('a long word in a title fits on one line in windows of all widths', async () => {
  const pages = [buildOwnerPage({ title: 'Geschäftsbedingungen' })]
  await using server = await startServer({ site: { ...NEUTRAL_SITE, locale: 'de', pages } })
  const page = await openTab(browser, { javaScriptEnabled: false })
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
