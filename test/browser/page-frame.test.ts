import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { followAddedLink, openHydrated, useBrowser } from '../support/browser.ts'
import { startDemo } from '../support/demo-server.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()
const { url } = await startDemo()

/** The lists of sizes are too short for a scrollbar, those of lengths are not. */
const families = await useServer({
  products: [
    ...Array.from({ length: 30 }, (_, size) => ['Washer', 'Size', `M${size + 1}`] as const),
    ...Array.from({ length: 90 }, (_, size) => ['Bar', 'Length', `${(size + 1) * 5} mm`] as const),
  ].map(([name, attribute, value]) =>
    buildProduct({
      slug: `${name}-${Number.parseInt(value.replace('M', ''))}`.toLowerCase(),
      name: `${name} ${value}`,
      attributes: [{ name: attribute, value }],
      variants: [buildVariant()],
    }),
  ),
})

/** Measures the left and right edges of an element without its padding, in pixels from the left of the window. */
function measureEdges(page: Page, selector: string): Promise<readonly number[]> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)].map(Math.round)
    })
}

test('a list has the left and right edges of header and footer at all widths, and at 1280 x 720 shows whole products and all filters; headline, link and picture of the home page are on the first screen in windows of all sizes', async () => {
  const page = await openHydrated(browser, `${url}/products`)
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const edges = await measureEdges(page, '.navbar')
    expect(await measureEdges(page, 'main > .section'), `page at ${width} px`).toEqual(edges)
    expect(await measureEdges(page, '.footer'), `footer at ${width} px`).toEqual(edges)
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  const card = (await page.locator('.card').first().boundingBox())!
  expect(card.y + card.height).toBeLessThanOrEqual(720)
  // The filters have no scrollbar of their own.
  expect(await page.locator('.filters').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
    0,
  )

  // Headline, link and picture of the home page are on the first screen.
  await followAddedLink(page, '/')
  await page.locator('.hero').waitFor()
  for (const [width, height] of [
    [360, 640],
    [768, 1024],
    [1280, 720],
    [1920, 1000],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const selector of ['.hero h1', '.hero .button', '.hero .picture']) {
      const box = (await page.locator(selector).boundingBox())!
      const place = `${selector} at ${width} x ${height}`
      expect(box.y + box.height, place).toBeLessThanOrEqual(height)
      expect(box.x + box.width, place).toBeLessThanOrEqual(width)
    }
  }
})

test('on a phone, a page shorter than the window ends with the footer, which contains the link to the top', async () => {
  const page = await openHydrated(browser, `${families.url}/category`, { viewport: { width: 360, height: 900 } })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  expect(await page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom)).toBe(900)
  await page.setViewportSize({ width: 360, height: 320 })
  await page.locator('footer').getByRole('link', { name: 'Back to top' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a product in the middle of its family opens at its top, whether the list of its sizes scrolls or not', async () => {
  // Without scripts, only the position of the size in its list could scroll the page.
  const page = await openTab(browser, { javaScriptEnabled: false })
  for (const [slug, width, height] of [
    ['washer-30', 1920, 300],
    ['bar-450', 1920, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${families.url}/products/${slug}`)
    expect(await page.evaluate(() => window.scrollY), `${slug} at ${width} px`).toBe(0)
  }
})
