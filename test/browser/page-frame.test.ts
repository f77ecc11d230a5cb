import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { followAddedLink, openHydrated, useBrowser } from '../support/browser.ts'
import { startDemo } from '../support/demo-server.ts'
import { useServer } from '../support/start-server.ts'

const browser = await useBrowser()
const { url } = await startDemo()

const empty = await useServer()

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
  const page = await openHydrated(browser, `${empty.url}/category`, { viewport: { width: 360, height: 900 } })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  expect(await page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom)).toBe(900)
  await page.setViewportSize({ width: 360, height: 320 })
  await page.locator('footer').getByRole('link', { name: 'Back to top' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})
