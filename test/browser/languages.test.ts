import { expect, test } from 'vitest'
import { messagesFor } from '../../server/platform/language.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { buildCategory, buildProduct } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
import { TRANSLATED_CATEGORIES, TRANSLATED_PRODUCTS, TRANSLATED_SITE } from '../support/translated-catalogue.ts'

const browser = await useBrowser()

const products = [buildProduct({ slug: 'vase', name: 'Lange Bodenvase', categorySlug: 'tisch' })]
const categories = [buildCategory({ slug: 'tisch', name: 'Tisch' })]

test('a right-to-left page mirrors the header, opens the filter drawer on the right and isolates English text', async () => {
  await using server = await startServer({ site: { ...NEUTRAL_SITE, locale: 'he' }, products, categories })
  const page = await openTab(browser, { viewport: { width: 360, height: 800 } })
  await page.goto(`${server.url}/products?view=table`)
  const leftOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!.x
  expect(await leftOf('.overlay-trigger.navbar-menu')).toBeLessThan(await leftOf('.navbar-name'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  // Untranslated words keep their direction: "1 product", not "product 1".
  const [number, word] = await page.locator('.toolbar-count').evaluate(({ firstChild }) =>
    [0, 2].map((offset) => {
      const range = document.createRange()
      range.setStart(firstChild!, offset)
      range.setEnd(firstChild!, offset + 1)
      return range.getBoundingClientRect().x
    }),
  )
  expect(number).toBeLessThan(word!)
  // The drawer slides in from the side where lines start, which is the right.
  await waitUntilHydrated(page)
  await page.locator('.toolbar .overlay-trigger').click()
  await expect.poll(async () => (await page.locator('.filters').boundingBox())!.x).toBeGreaterThan(20)
})

const TRANSLATED = { site: TRANSLATED_SITE, products: TRANSLATED_PRODUCTS, categories: TRANSLATED_CATEGORIES }

test('the language switch follows the page, its filters and the enquiry list, also by keyboard', async () => {
  await using server = await startServer(TRANSLATED)
  const page = await openTab(browser, { viewport: { width: 1280, height: 800 } })
  const complaints = watchComplaints(page)
  await page.goto(`${server.url}/products?attr-material=Oak`)
  await waitUntilHydrated(page)
  const link = page
    .getByRole('navigation', { name: messagesFor({ locale: 'en' }).language })
    .getByRole('link')
    .first()
  await page.locator('.card-link').first().click()
  await expect.poll(() => link.getAttribute('href')).toBe('/de-at/products/eichenschale')
  await page.getByRole('button', { name: messagesFor({ locale: 'en' }).enquiryList.add }).click()
  await expect.poll(() => page.locator('.enquiry-link').textContent()).toContain('1')
  await page.goBack()
  await expect.poll(() => link.getAttribute('href')).toBe('/de-at/products?attr-material=Oak')
  await link.press('Enter')
  await page.waitForURL('**/de-at/products?attr-material=Oak')
  await waitUntilHydrated(page)
  await expect.poll(() => page.locator('.enquiry-link').textContent()).toContain('1')
  await page.locator('.enquiry-link').click()
  await expect.poll(() => page.getByText('Eichenschale').first().isVisible()).toBe(true)
  // At the width of a tablet the navigation shows codes instead of names, and the names stay for screen readers.
  await page.setViewportSize({ width: 768, height: 800 })
  expect(await page.locator('.navbar-languages').ariaSnapshot()).toContain('English')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
})
