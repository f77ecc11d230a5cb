import { expect, test } from 'vitest'
import { expectNoViolations, WIDTHS } from '../support/accessibility.ts'
import { openReusedPage, useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { useServer } from '../support/start-server.ts'
import { expectLargeTargets } from '../support/target-size.ts'

const browser = await useBrowser()
const nuts = ['M3', 'M4', 'M5'].map((size) =>
  buildProduct({
    slug: `nut-${size.toLowerCase()}`,
    name: `Nut ${size}`,
    attributes: [{ name: 'Size', value: size }],
    variants: [buildVariant()],
  }),
)
const server = await useServer({ products: [...generateScrewCatalogue(), ...nuts] })

const screw = (size: string) => `${server.url}/products/din912-${size}`

test('one click leads to another length, and keeps the scroll position', async () => {
  await using opened = await openReusedPage(browser, screw('m6x20'))
  const { page, complaints } = opened
  const lengths = page.getByRole('group', { name: 'Length' })
  // Pointing at the link scrolls it into view, as the click would.
  await lengths.getByRole('link', { name: '25 mm' }).hover()
  const top = await page.evaluate(() => window.scrollY)
  await lengths.getByRole('link', { name: '25 mm' }).click()
  await page.waitForURL(screw('m6x25'))
  await expect.poll(() => page.locator('h1').textContent()).toMatch(/M6 x 25$/)
  expect(await lengths.getByRole('link', { name: '25 mm' }).getAttribute('aria-current')).toBe('page')
  // The page moves a little while it appears.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top)
  await page.goBack()
  await expect.poll(() => page.locator('h1').textContent()).toMatch(/M6 x 20$/)
  expect(complaints).toEqual([])
})

test('on a phone, the form is in the first window, and many sizes follow it, also by keyboard', async () => {
  await using opened = await openReusedPage(browser, screw('m6x20'), { viewport: { width: 360, height: 640 } })
  const { page } = opened
  const add = page.getByRole('button', { name: messages.enquiryList.add })
  const box = await add.boundingBox()
  expect(box!.y + box!.height).toBeLessThan(640)
  const firstSize = page.getByRole('group', { name: 'Thread' }).getByRole('link', { name: 'M3', exact: true })
  await add.focus()
  const tops: number[] = []
  do {
    tops.push(await page.evaluate(() => document.activeElement!.getBoundingClientRect().top + window.scrollY))
    await page.keyboard.press('Tab')
  } while (tops.length < 9 && !(await firstSize.evaluate((link) => link === document.activeElement)))
  expect(tops.length).toBeLessThan(9)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect((await firstSize.boundingBox())!.y + (await page.evaluate(() => window.scrollY))).toBeGreaterThan(tops.at(-1)!)
})

test('without scripts, sizes and matrix lead to other products', async () => {
  await using opened = await openReusedPage(browser, screw('m6x20'), { javaScriptEnabled: false })
  const { page } = opened
  await page.getByRole('group', { name: 'Thread' }).getByRole('link', { name: 'M8', exact: true }).click()
  await page.waitForURL(screw('m8x20'))
  await page.getByRole('region', { name: 'Thread / Length' }).getByRole('link', { name: 'M10, 30 mm' }).click()
  await page.waitForURL(screw('m10x30'))
})

test('the matrix can be scrolled and followed by keyboard; its heads stay in view', async () => {
  await using opened = await openReusedPage(browser, screw('m6x20'), { viewport: { width: 360, height: 640 } })
  const { page } = opened
  const matrix = page.getByRole('region', { name: 'Thread / Length' })
  await matrix.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => matrix.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await page.keyboard.press('End')
  await expect.poll(() => matrix.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  const last = matrix.getByRole('link', { name: 'M20, 200 mm' })
  await last.focus()
  // A focused link is neither below the sticky heads nor outside the region.
  const [box, region, head] = await Promise.all([
    last.boundingBox(),
    matrix.boundingBox(),
    matrix.locator('thead td').boundingBox(),
  ])
  expect(box!.x).toBeGreaterThanOrEqual(head!.x + head!.width - 1)
  expect(box!.y).toBeGreaterThanOrEqual(head!.y + head!.height - 1)
  expect(box!.x + box!.width).toBeLessThanOrEqual(region!.x + region!.width + 1)
  await page.keyboard.press('Enter')
  await page.waitForURL(screw('m20x200'))
})

test('the mark of the current cell leaves the focus visible', async () => {
  await using opened = await openReusedPage(browser, screw('m6x20'))
  const cell = opened.page.getByRole('link', { name: 'M6, 20 mm', exact: true })
  const readOutline = () => cell.evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(await readOutline()).toBe('none')
  await cell.focus()
  await opened.page.keyboard.press('Tab')
  await opened.page.keyboard.press('Shift+Tab')
  expect(await readOutline()).toBe('solid')
})

test('links to sizes are not preloaded in view, but when a visitor is about to follow them', async () => {
  await using opened = await openReusedPage(browser, `${server.url}/contact`, {
    preloads: true,
    viewport: { width: 1280, height: 5_000 },
  })
  const { page } = opened
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(screw('m6x20'))
  await waitUntilHydrated(page.locator('h1'))
  // The footer's links follow those of the sizes.
  await expect.poll(() => requested).toContain('/contact/_payload.json')
  expect(requested).not.toContain('/products/din912-m3x20/_payload.json')
  await page.getByRole('group', { name: 'Thread' }).getByRole('link', { name: 'M3', exact: true }).hover()
  await expect.poll(() => requested).toContain('/products/din912-m3x20/_payload.json')
})

test.each(WIDTHS)('pages of families are accessible and fit into a window of %i px', async (width) => {
  for (const path of ['din84-m20x200', 'nut-m3']) {
    await using opened = await openReusedPage(browser, `${server.url}/products/${path}`, {
      viewport: { width, height: 800 },
    })
    const { page } = opened
    await expectNoViolations(page)
    await expectLargeTargets(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
