import { expect, test } from 'vitest'
import { expectNoViolations, WIDTHS } from '../support/accessibility.ts'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { serverTextsFor } from '../../server/platform/language.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()

const parts = ['cup', 'pot'].map((slug) => buildProduct({ slug, name: `The ${slug}` }))
const group = buildProduct({
  slug: 'set',
  name: 'The whole set',
  shortDescription: '<p>Everything for <strong>two</strong>.</p>',
  externalLink: { label: 'Buy at the swag store', href: 'https://shop.example/set' },
  includes: parts.map(({ slug }) => slug),
  variants: [buildVariant({ priceMinor: null })],
})
const sizes = Array.from({ length: 12 }, (_, index) => String(36 + index))
const shoe = buildProduct({
  slug: 'shoe',
  name: 'Shoe',
  options: [{ name: 'Size', values: sizes }],
  variants: sizes.map((size, index) =>
    buildVariant({ key: size, optionValues: [size], priceMinor: 9_950 + index * 100 }),
  ) as [ReturnType<typeof buildVariant>],
})

const old = buildProduct({ slug: 'old-cup', name: 'Old cup', discontinued: 'page', replacedBy: 'cup' })

const server = await useServer({ products: [group, ...parts, shoe, old] })

test('a grouped product with a link to an external shop works by keyboard, passes axe and has no layout shift', async () => {
  const page = await openTab(browser, { viewport: { width: 640, height: 900 } })
  const complaints = watchComplaints(page)
  await page.goto(`${server.url}/products/set`)
  const shop = page.getByRole('link', { name: 'Buy at the swag store' })
  await waitUntilHydrated(shop)
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntriesByType('layout-shift'))
            sum += (entry as PerformanceEntry & { value: number }).value
          if (list.getEntriesByName('painted').length > 0) resolve(sum)
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        observer.observe({ type: 'mark' })
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('painted')))
      }),
  )
  expect(shift).toBe(0)
  await expectNoViolations(page)
  expect(complaints).toEqual([])

  await page.locator('section', { hasText: 'Included products' }).getByRole('link', { name: 'The pot' }).click()
  await page.waitForURL('**/products/pot')
  await page.goBack()
  const left = page.waitForRequest('https://shop.example/set')
  await shop.press('Enter')
  await left
})

test('the search field of the variants table finds a variant by its displayed price', async () => {
  const page = await openTab(browser)
  await page.goto(`${server.url}/products/shoe`)
  const search = page.locator('.data-table').getByRole('searchbox')
  await waitUntilHydrated(search)
  await search.fill('101.50')
  await expect.poll(() => page.locator('.data-table').getByRole('rowheader').allInnerTexts()).toEqual(['38'])
})

test.each(WIDTHS)(
  'a discontinued product is accessible in a window of %i px, and leads to its successor',
  async (width) => {
    const page = await openTab(browser, { viewport: { width, height: 800 } })
    const complaints = watchComplaints(page)
    await page.goto(`${server.url}/products/old-cup`)
    const notice = page.locator('.product-discontinued')
    await notice.getByText(serverTextsFor({ locale: 'en' }).discontinued.notice).waitFor()
    await expectNoViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await notice.getByRole('link', { name: 'The cup' }).press('Enter')
    await page.waitForURL('**/products/cup')
    expect(complaints).toEqual([])
  },
)
