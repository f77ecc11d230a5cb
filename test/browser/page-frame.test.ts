import { afterAll, expect, test } from 'vitest'
import { useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { startDemo } from '../support/demo-server.ts'

const browser = await useBrowser()
const server = await startDemo()
afterAll(() => server[Symbol.asyncDispose]())
const page = await browser.newPage()

async function openAt(path: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.goto(server.url + path)
  await waitUntilHydrated(page.locator('h1'))
}

/** Measures the left and right edges of an element without its padding, in pixels from the left of the window. */
function measureEdges(selector: string): Promise<readonly number[]> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)].map(Math.round)
    })
}

test.each([360, 768, 1280, 1920, 2560])(
  'header, page and footer have the same left and right edges at %i px',
  async (width) => {
    await openAt('/products', width, 900)
    const edges = await measureEdges('.navbar')
    expect(await measureEdges('main > .section')).toEqual(edges)
    expect(await measureEdges('.footer')).toEqual(edges)
  },
)

test.each([
  [360, 640],
  [768, 1024],
  [1024, 700],
  [1280, 720],
  [1440, 800],
  [1536, 860],
  [1920, 1000],
  [2560, 1000],
])('headline, link and picture of the home page are on the first screen at %i x %i', async (width, height) => {
  await openAt('/', width, height)
  for (const selector of ['.hero h1', '.hero .button', '.hero .picture']) {
    const box = (await page.locator(selector).boundingBox())!
    expect(box.y + box.height, selector).toBeLessThanOrEqual(height)
    expect(box.x + box.width, selector).toBeLessThanOrEqual(width)
  }
})

test('a list at 1280 x 720 shows whole products on the first screen, and its filters have no scrollbar of their own', async () => {
  await openAt('/products', 1280, 720)
  const card = (await page.locator('.card').first().boundingBox())!
  expect(card.y + card.height).toBeLessThanOrEqual(720)
  expect(await page.locator('.filters').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
    0,
  )
})

test('a search from a list in table view shows its results as a table', async () => {
  await openAt('/products?view=table', 1280, 720)
  await page.locator('.navbar-search .field').fill('vase')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?q=vase&view=table')
})

test('texts use the font of the site, and numbers in tables have equal widths', async () => {
  await openAt('/products?view=table', 1280, 720)
  const fonts = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
  })
  expect(fonts).toContain('Instrument Sans')
  expect(
    await page
      .locator('td')
      .first()
      .evaluate((cell) => getComputedStyle(cell).fontVariantNumeric),
  ).toBe('tabular-nums')
})
