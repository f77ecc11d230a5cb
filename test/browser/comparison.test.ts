import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { expectNoViolations, WIDTHS } from '../support/accessibility.ts'
import { followAddedLink, openHydrated, useBrowser, watchComplaints } from '../support/browser.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()

const server = await useServer({
  categories: [buildCategory({ slug: 'chairs', name: 'Chairs' })],
  products: Array.from({ length: 8 }, (_, index) =>
    buildProduct({
      slug: `chair-${index}`,
      name: `Reading chair number ${index}`,
      brand: 'Tornio',
      categorySlug: 'chairs',
      options: [{ name: 'Colour', values: ['Chalk', 'Ink'] }],
      variants: [
        buildVariant({ key: 'chalk', optionValues: ['Chalk'], priceMinor: 4000 + index }),
        buildVariant({ key: 'ink', optionValues: ['Ink'], priceMinor: 5000 }),
      ],
      attributes: [
        ...Array.from({ length: 30 }, (_unused, place) => ({ name: `Measure ${place}`, value: `${index} ${place}` })),
        { name: 'Legs', value: '4' },
        { name: 'Wood', value: index === 1 ? 'Ash' : 'Oak' },
      ],
    }),
  ),
})

const ALL = Array.from({ length: 8 }, (_, index) => `chair-${index}`)
const addressOf = (...slugs: string[]) => `${server.url}/products?compare=${slugs.join(',')}`

const widthBeyondWindow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

const rowOf = (page: Page, name: RegExp) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/** Compared products, and what only their page contains. */
const STATES = [
  [ALL, '.comparison thead th:nth-child(9)'],
  [['chair-0', 'chair-1', 'nothing'], '.comparison-note'],
  [['chair-0'], '.listing-empty > a[href="/products/chair-0"]'],
  [[], '.listing-empty > p:first-child'],
] as const

test('comparisons have no axe violations in either theme and no horizontal overflow at 360, 768 and 1280 px', async () => {
  const page = await openHydrated(browser, addressOf(...ALL))
  for (const [slugs, part] of STATES) {
    if (slugs !== ALL) await followAddedLink(page, addressOf(...slugs))
    await page.waitForURL(addressOf(...slugs))
    await page.locator(part).waitFor()
    if (slugs === ALL) await page.getByRole('checkbox', { name: /identical rows/ }).check()
    for (const width of [WIDTHS[0], 768, WIDTHS[1]]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoViolations(page)
      expect(await widthBeyondWindow(page), `${page.url()} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})

test('without scripts, equal rows are hidden until a checkbox shows them, and differences are marked; three products fit on a tablet', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  await page.goto(addressOf('chair-0', 'chair-1', 'chair-2'))
  const legs = page.locator('tr', { hasText: 'Legs' })
  expect(await legs.isVisible()).toBe(false)
  const wood = page.locator('tr', { hasText: 'Wood' })
  expect(await wood.getByRole('img', { name: 'different' }).isVisible()).toBe(true)
  const weights = await wood
    .locator('td')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).fontWeight))
  expect(weights).toEqual(['400', '600', '400'])
  await page.getByRole('checkbox', { name: 'Show 6 identical rows' }).check()
  expect(await legs.isVisible()).toBe(true)
  expect(await legs.getByRole('img').count()).toBe(0)
  await page.setViewportSize({ width: 768, height: 1024 })
  const region = page.getByRole('region', { name: 'Compare products' })
  expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('links remove products without a new document, and a comparison of one product explains how to compare', async () => {
  const page = await openHydrated(browser, addressOf('chair-0', 'chair-1', 'chair-2'))
  const complaints = watchComplaints(page)
  await page.getByRole('link', { name: 'Remove Reading chair number 1' }).click()
  await page.waitForURL(addressOf('chair-0', 'chair-2'))
  await expect.poll(() => page.getByRole('columnheader').count()).toBe(3)
  await page.getByRole('link', { name: 'Remove Reading chair number 0' }).click()
  await page.waitForURL(addressOf('chair-2'))
  await page.getByText('Choose “Compare” for two or more products').waitFor()
  await page.goBack()
  await expect.poll(() => page.getByRole('columnheader').count()).toBe(3)
  await page.getByRole('link', { name: 'Add more' }).click()
  await page.waitForURL(`${server.url}/products`)
  expect(complaints).toEqual([])
})

test('names and row headers stay visible while a comparison scrolls; on a phone, two products fit, each value below the name of its row', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false, viewport: { width: 1280, height: 700 } })
  await page.goto(addressOf(...ALL))
  const region = page.getByRole('region', { name: 'Compare products' })
  await region.focus()
  await region.evaluate((element) => element.scrollTo(600, 500))
  const box = (await region.boundingBox())!
  const head = (await page.getByRole('columnheader', { name: /number 5/ }).boundingBox())!
  const row = (await rowOf(page, /^Measure 15/)
    .getByRole('rowheader')
    .boundingBox())!
  expect(head.y).toBeCloseTo(box.y, 0)
  expect(row.x).toBeCloseTo(box.x, 0)

  await region.evaluate((element) => element.scrollTo(0, 0))
  await page.setViewportSize({ width: 360, height: 740 })
  const wood = rowOf(page, /^Wood/)
  const [first, second] = [
    (await wood.locator('td').nth(0).boundingBox())!,
    (await wood.locator('td').nth(1).boundingBox())!,
  ]
  expect(first.x).toBeGreaterThanOrEqual(0)
  expect(second.x + second.width).toBeLessThanOrEqual(360)
  expect(second.width).toBeGreaterThan(140)
  const names = await page
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x))
  expect(names[0]).toBeCloseTo(first.x, 0)
  const name = wood.getByRole('rowheader').locator('span').first()
  await region.evaluate((element) => element.scrollTo(500, 0))
  expect((await name.boundingBox())!.x).toBeCloseTo(first.x, 0)
})

test('a comparison prints in landscape, without controls, and with all products side by side on the paper', async () => {
  const page = await openTab(browser, { javaScriptEnabled: false })
  await page.goto(addressOf(...ALL))
  await page.emulateMedia({ media: 'print' })
  expect(
    await page
      .locator('.comparison-tools, .comparison-remove')
      .evaluateAll((controls) => controls.filter((control) => control.checkVisibility()).length),
  ).toBe(0)
  const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)]
  expect(boxes.length).toBeGreaterThan(0)
  for (const [, width, height] of boxes) expect(Number(width)).toBeGreaterThan(Number(height))
  await page.setViewportSize({ width: 1047, height: 700 })
  const table = (await page.locator('.comparison table').boundingBox())!
  expect(table.x + table.width).toBeLessThanOrEqual(1047)
  expect(await rowOf(page, /^Wood/).locator('td').last().isVisible()).toBe(true)
})
