import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { followAddedLink, openReusedPage, useBrowser } from '../support/browser.ts'
import { startDemo } from '../support/demo-server.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { startServer } from '../support/start-server.ts'

const browser = await useBrowser()
const server = await startDemo()

const moreOf = 'button[data-context-button]'

function styleOf(part: Locator, name: 'opacity'): Promise<string> {
  return part.evaluate((element, key) => getComputedStyle(element)[key], name)
}

test('on hover and focus, a card shows its menu button and its second picture', async () => {
  await using opened = await openReusedPage(browser, `${server.url}/products`)
  const { page, complaints } = opened
  const card = page.locator('.card').first()
  const second = card.locator('.card-second')
  const more = card.locator(moreOf)
  await more.waitFor()
  expect(await styleOf(more, 'opacity')).toBe('0')
  expect(await second.count()).toBe(0)
  await card.hover()
  expect(await styleOf(more, 'opacity')).toBe('1')
  await expect.poll(() => second.getAttribute('data-loaded')).toBe('true')
  await expect.poll(() => styleOf(second, 'opacity')).toBe('1')
  expect(await second.locator('.picture').boundingBox()).toEqual(await card.locator('.picture').first().boundingBox())
  expect(await second.locator('img').getAttribute('src')).not.toBe(
    await card.locator('img').first().getAttribute('src'),
  )
  await page.mouse.move(0, 0)
  await expect.poll(() => styleOf(second, 'opacity')).toBe('0')
  expect(await styleOf(more, 'opacity')).toBe('0')
  await more.focus()
  expect(await styleOf(more, 'opacity')).toBe('1')
  expect(complaints).toEqual([])
})

test('on a touch screen, a card shows its menu button without hover and no second picture, and its menu opens the product', async () => {
  await using opened = await openReusedPage(browser, `${server.url}/products?q=breakfast+bowl`, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const { page } = opened
  const card = page.locator('[data-slug="breakfast-bowl"]')
  const more = card.locator(moreOf)
  await more.waitFor()
  expect(await styleOf(more, 'opacity')).toBe('1')
  const { width, height } = (await more.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await more.tap()
  const menu = page.getByRole('menu', { name: 'Breakfast Bowl' })
  await menu.waitFor()
  expect(await card.locator('.card-second').count()).toBe(0)
  const address = page.url()
  await menu.getByRole('menuitem', { name: 'Open' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Breakfast Bowl', exact: true }).waitFor()
  await page.goBack()
  await page.waitForURL(address)
  await more.waitFor()
})

const SALES = {
  categories: [buildCategory({ slug: 'rows' }), buildCategory({ slug: 'table', view: 'table' as const })],
  products: ['rows', 'table'].flatMap((categorySlug) =>
    [null, 123_456_700, 2_000].map((compareAtMinor, index) =>
      buildProduct({
        slug: `${categorySlug}-${index}`,
        categorySlug,
        variants: [buildVariant({ priceMinor: 1_234_500 / (index + 1), compareAtMinor })],
      }),
    ),
  ),
}

test('reduced prices are right-aligned with other prices in rows and tables, and no price wraps', async () => {
  await using shop = await startServer(SALES)
  await using opened = await openReusedPage(browser, `${shop.url}/category/rows`, {
    viewport: { width: 1280, height: 740 },
  })
  const { page } = opened
  const expectAligned = async (place: string) => {
    const prices = await page.locator('.price:not(:has(s)), .price-reduced').evaluateAll((amounts) =>
      amounts.map((amount) => {
        const boxes = amount.getClientRects()
        return { lines: boxes.length, end: Math.round(boxes[0]?.right ?? 0) }
      }),
    )
    const end = prices[0]?.end
    expect(prices, place).toEqual(Array.from({ length: 3 }, () => ({ lines: 1, end })))
  }
  await expectAligned('in rows at 1280 px')
  await followAddedLink(page, '/category/table')
  await page.locator('.data-table').waitFor()
  await expectAligned('in a table at 1280 px')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAligned('in a table at 360 px')
})
