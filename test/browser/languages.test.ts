import { expect, test } from 'vitest'
import { messagesFor } from '../../server/platform/language.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { followAddedLink, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'
import { TRANSLATED_CATEGORIES, TRANSLATED_PRODUCTS, TRANSLATED_SITE } from '../support/translated-catalogue.ts'

const browser = await useBrowser()

const products = [
  buildProduct({
    slug: 'schale',
    name: 'Schale',
    categorySlug: 'tisch',
    attributes: [{ name: 'Höchstgeschwindigkeitsüberschreitung', value: 'Donaudampfschifffahrtsgesellschaftskapitän' }],
    variants: [buildVariant({ priceMinor: 123_450, compareAtMinor: 200_000, weightGrams: 1_234 })],
  }),
  buildProduct({ slug: 'vase', name: 'Lange Bodenvase', brand: 'Werkstatt', categorySlug: 'tisch' }),
]
const categories = [buildCategory({ slug: 'tisch', name: 'Tisch' })]

test('a German site hydrates without errors, loads only German messages, fits a phone also with large text, and shows German form errors', async () => {
  const openingHours = [{ days: ['Monday', 'Tuesday', 'Friday'] as const, opens: '09:00', closes: '18:30' }]
  const site = {
    ...NEUTRAL_SITE,
    name: 'Porzellanmanufakturgesellschaft',
    locale: 'de-AT',
    accentColor: '#ffe600',
    contact: { ...NEUTRAL_SITE.contact, email: 'kundendienst@porzellanmanufakturgesellschaft.example', openingHours },
  }
  await using server = await startServer({ site, products, categories })
  const page = await openTab(browser, { viewport: { width: 360, height: 800 } })
  const complaints = watchComplaints(page)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))

  await page.goto(`${server.url}/products/schale`)
  await waitUntilHydrated(page.locator('h1'))
  await expect.poll(() => page.getByRole('heading', { name: 'Technische Daten' }).isVisible()).toBe(true)
  // Long German words must not widen the page.
  const excessWidth = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await excessWidth()).toBeLessThanOrEqual(0)
  // With text at twice the size, parts of products neither overlap nor are one letter wide.
  const setSize = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size)
  await setSize('200%')
  const measure = async (selector: string) => (await page.locator(selector).first().boundingBox())!
  const [field, button] = [await measure('.add-to-enquiry .field'), await measure('.add-to-enquiry .button')]
  expect(button.y).toBeGreaterThan(field.y + field.height)
  await followAddedLink(page, '/products')
  await page.locator('.listing .product-rows').waitFor()
  expect((await measure('.listing .product-rows .caption')).height).toBeLessThan(100)
  await followAddedLink(page, '/products?compare=vase,schale')
  await page.locator('.comparison').waitFor()
  expect((await measure('.comparison thead th a')).height).toBeLessThan(160)
  await setSize('')
  await followAddedLink(page, '/products/schale')
  await page.getByRole('link', { name: 'Frage zu diesem Produkt' }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect.poll(() => page.getByText('Bitte schreiben Sie, was Sie wissen möchten.').first().isVisible()).toBe(true)
  await page.getByLabel('Was möchten Sie wissen?').fill('Ist sie spülmaschinenfest?')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect.poll(() => page.getByText('Bitte geben Sie Ihren Namen an.').first().isVisible()).toBe(true)
  expect(await excessWidth()).toBeLessThanOrEqual(0)

  expect(complaints).toEqual([])
  expect(scripts.filter((path) => /\/de-\w+\.js$/.test(path))).toHaveLength(1)
  expect(scripts.filter((path) => /\/(?:en|es)-\w+\.js$/.test(path))).toEqual([])
})

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
  await waitUntilHydrated(page.locator('h1'))
  await page.locator('.toolbar .overlay-trigger').click()
  await expect.poll(async () => (await page.locator('.filters').boundingBox())!.x).toBeGreaterThan(20)
})

const TRANSLATED = { site: TRANSLATED_SITE, products: TRANSLATED_PRODUCTS, categories: TRANSLATED_CATEGORIES }

test('the language switch follows the page, its filters and the enquiry list, also by keyboard', async () => {
  await using server = await startServer(TRANSLATED)
  const page = await openTab(browser, { viewport: { width: 1280, height: 800 } })
  const complaints = watchComplaints(page)
  await page.goto(`${server.url}/products?attr-material=Oak`)
  await waitUntilHydrated(page.locator('h1'))
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
  await waitUntilHydrated(page.locator('h1'))
  await expect.poll(() => page.locator('.enquiry-link').textContent()).toContain('1')
  await page.locator('.enquiry-link').click()
  await expect.poll(() => page.getByText('Eichenschale').first().isVisible()).toBe(true)
  // At the width of a tablet the navigation shows codes instead of names, and the names stay for screen readers.
  await page.setViewportSize({ width: 768, height: 800 })
  expect(await page.locator('.navbar-languages').ariaSnapshot()).toContain('English')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
})
