import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { startDemo, type DemoServer } from '../support/demo-server.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { borrowPage } from '../support/reused-page.ts'
import { startServer } from '../support/start-server.ts'

const browser = await useBrowser()
let server: DemoServer
beforeAll(async () => {
  server = await startDemo()
})
afterAll(() => server[Symbol.asyncDispose]())

const moreOf = 'button[data-context-button]'

async function open(
  url: string,
  options: Parameters<typeof borrowPage>[1] = { viewport: { width: 1280, height: 800 } },
) {
  const borrowed = await borrowPage(browser, options)
  const { page } = borrowed
  const complaints = watchComplaints(page)
  await page.goto(url)
  await waitUntilHydrated(page.locator('h1'))
  return { page, complaints, [Symbol.asyncDispose]: () => borrowed[Symbol.asyncDispose]() }
}

test('on hover, a card loads its second picture and shows it in place of the first', async () => {
  await using opened = await open(`${server.url}/products?q=breakfast+bowl`)
  const { page, complaints } = opened
  const card = page.locator('[data-slug="breakfast-bowl"]')
  const second = card.locator('.card-second')
  expect(await second.count()).toBe(0)
  await card.hover()
  await expect.poll(() => second.getAttribute('data-loaded')).toBe('true')
  await expect.poll(() => second.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  expect(await second.locator('.picture').boundingBox()).toEqual(await card.locator('.picture').first().boundingBox())
  expect(await second.locator('img').getAttribute('src')).not.toBe(
    await card.locator('img').first().getAttribute('src'),
  )
  await page.mouse.move(0, 0)
  await expect.poll(() => second.evaluate((element) => getComputedStyle(element).opacity)).toBe('0')
  expect(complaints).toEqual([])
})

test('keyboard focus on a card shows its second picture, without a transition if the visitor prefers reduced motion', async () => {
  await using opened = await open(`${server.url}/products?q=breakfast+bowl`, { reducedMotion: 'reduce' })
  const { page } = opened
  const card = page.locator('[data-slug="breakfast-bowl"]')
  await page.keyboard.press('Tab')
  await card.locator('.card-link').focus()
  await expect.poll(() => card.locator('.card-second').getAttribute('data-loaded')).toBe('true')
  const styleOf = (name: 'opacity' | 'transitionDuration') =>
    card.locator('.card-second').evaluate((element, key) => getComputedStyle(element)[key], name)
  await expect.poll(() => styleOf('opacity')).toBe('1')
  expect(parseFloat(await styleOf('transitionDuration'))).toBeLessThan(0.01)
})

test('on a touch screen, a card shows its menu button without hover and no second picture, and Back closes the menu', async () => {
  await using opened = await open(`${server.url}/products?q=breakfast+bowl`, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const { page } = opened
  const card = page.locator('[data-slug="breakfast-bowl"]')
  const more = card.locator(moreOf)
  await more.waitFor()
  expect(await more.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  const { width, height } = (await more.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await more.tap()
  const menu = page.getByRole('menu', { name: 'Breakfast Bowl' })
  await menu.waitFor()
  expect(await card.locator('.card-second').count()).toBe(0)
  const address = page.url()
  await page.goBack()
  await expect.poll(() => menu.count()).toBe(0)
  expect(page.url()).toBe(address)
  // Following an item leaves no entry of the menu between both pages.
  await more.tap()
  await menu.getByRole('menuitem', { name: 'Open' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Breakfast Bowl' }).waitFor()
  await page.goBack()
  await page.waitForURL(address)
  await more.waitFor()
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: 'Breakfast Bowl' }).waitFor()
})

test('with a mouse, the menu button of a card appears on hover and on focus', async () => {
  await using opened = await open(`${server.url}/products`)
  const { page } = opened
  const card = page.locator('.card').first()
  const more = card.locator(moreOf)
  await more.waitFor()
  const opacity = () => more.evaluate((element) => getComputedStyle(element).opacity)
  expect(await opacity()).toBe('0')
  await card.hover()
  expect(await opacity()).toBe('1')
  await page.mouse.move(0, 0)
  await more.focus()
  expect(await opacity()).toBe('1')
})

test('a right click on a card opens the browser’s own menu, and without scripts cards have no menu button', async () => {
  await using opened = await open(`${server.url}/products`)
  const { page } = opened
  const card = page.locator('.card').first()
  await card.locator(moreOf).waitFor()
  const isPrevented = page.evaluate(
    () =>
      new Promise((resolve) =>
        window.addEventListener('contextmenu', (event) => resolve(event.defaultPrevented), { once: true }),
      ),
  )
  await card.click({ button: 'right' })
  expect(await isPrevented).toBe(false)
  expect(await page.getByRole('menu').count()).toBe(0)
  const html = await (await fetch(`${server.url}/products`)).text()
  expect(html).not.toContain('data-context-button')
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

test.each([
  ['rows', 1280],
  ['table', 1280],
  ['table', 360],
])(
  'in the %s at %i px, reduced prices are right-aligned with other prices, and no price wraps',
  async (view, width) => {
    await using shop = await startServer(SALES)
    await using opened = await open(`${shop.url}/category/${view}`, { viewport: { width, height: 740 } })
    const prices = await opened.page.locator('.price:not(:has(s)), .price-reduced').evaluateAll((amounts) =>
      amounts.map((amount) => {
        const boxes = amount.getClientRects()
        return { lines: boxes.length, end: Math.round(boxes[0]?.right ?? 0) }
      }),
    )
    expect(prices).toHaveLength(3)
    expect(prices.map(({ lines }) => lines)).toEqual([1, 1, 1])
    const inFirstColumn = prices.filter(({ end }) => end === prices[0]?.end)
    expect(inFirstColumn.length).toBe(view === 'table' ? 3 : 2)
  },
)
