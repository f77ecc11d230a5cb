import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { followAddedLink, openReusedPage, useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { buildCategory } from '../support/products.ts'
import { buildScrews } from '../support/screws.ts'
import { useServer } from '../support/start-server.ts'

const PATH = '/category/screws'

const browser = await useBrowser()
const server = await useServer({
  categories: [buildCategory({ slug: 'screws', name: 'Screws', view: 'table' })],
  products: buildScrews('screws', 60),
})

const openPage = (path: string, options: BrowserContextOptions = {}) =>
  openReusedPage(browser, server.url + path, options)

/** After each press on the header of the lengths: the search of the URL, the sort direction and the first length. */
const SORTS = [
  ['?sort=attr-length', 'ascending', '10 mm'],
  ['?sort=-attr-length', 'descending', '40 mm'],
  ['', null, '10 mm'],
] as const

const headsOf = (page: Page) =>
  page.locator('thead th').evaluateAll((cells) => cells.map(({ textContent }) => textContent))
const cellsOf = (page: Page, column: number) =>
  page.locator(`tbody tr > :nth-child(${column})`).evaluateAll((cells) => cells.map(({ textContent }) => textContent))
const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!

test('Enter on a column header sorts ascending, then descending, then removes the sort, and keeps the focus; the columns are chosen by keyboard, kept by filters and sorts, and reset', async () => {
  const { page, complaints, close } = await openPage(PATH)
  await waitUntilHydrated(page.locator('thead'))
  const length = page.getByRole('columnheader', { name: 'Length' })
  const link = await length.getByRole('link').elementHandle()
  for (const [search, sort, first] of SORTS) {
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(server.url + PATH + search)
    await expect.poll(() => length.getAttribute('aria-sort')).toBe(sort)
    await expect.poll(async () => (await cellsOf(page, 4))[0]).toBe(first)
    // The link is the same element, so neither the document nor the table was replaced.
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  }
  const trigger = page.getByRole('button', { name: 'Columns' })
  await trigger.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Columns' })
  expect(await form.isVisible()).toBe(true)
  // The form listens only a moment after it has opened, so keys and clicks that close it are repeated.
  const pressEscape = () => page.keyboard.press('Escape')
  await expect.poll(() => pressEscape().then(() => form.isVisible())).toBe(false)
  expect(await trigger.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.keyboard.press('Enter')
  await form.getByRole('checkbox', { name: 'Thread' }).focus()
  await page.keyboard.press('Space')
  await form.getByRole('checkbox', { name: 'Coating' }).check()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}${PATH}?columns=coating,head,length`)
  await expect
    .poll(() => headsOf(page))
    .toEqual(['Compare', 'Name', 'Length', 'Head', 'Coating', 'Article number', 'Quantity'])
  await expect.poll(() => form.isVisible()).toBe(false)

  await page.getByRole('columnheader', { name: 'Coating' }).getByRole('link').click()
  await page.waitForURL(`${server.url}${PATH}?sort=attr-coating&columns=coating,head,length`)
  // The address changes before the page does, and the filters of the old page would drop the sort order.
  await page.locator('[aria-sort="ascending"]', { hasText: 'Coating' }).waitFor()
  await page.locator('.filters').getByRole('checkbox', { name: /^Flat/ }).check()
  await page.waitForURL(`${server.url}${PATH}?attr-head=Flat&sort=attr-coating&columns=coating,head,length`)
  await expect.poll(() => page.locator('.toolbar-count').textContent()).toBe('30 products')

  await trigger.click()
  await form.getByRole('link', { name: 'Default columns' }).click()
  await page.waitForURL(`${server.url}${PATH}?attr-head=Flat&sort=attr-coating`)
  await expect.poll(() => headsOf(page)).toContain('Thread')
  await page.goBack()
  await page.waitForURL(`${server.url}${PATH}?attr-head=Flat&sort=attr-coating&columns=coating,head,length`)
  await expect.poll(() => headsOf(page)).not.toContain('Thread')
  expect(complaints).toEqual([])
  await close()
})

test('a phone shows the name and two specifications without sideways scrolling of page or table, and a long value on two lines; in a wider window, rows are 44 px high, headers and names stay in view while the table scrolls, and the button for the enquiry always is', async () => {
  const { page, complaints, close } = await openPage(PATH, { viewport: { width: 360, height: 740 } })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const area = await boxOf(page, '.data-table-scroll')
  for (const column of [2, 3, 4]) {
    const box = await boxOf(page, `tbody tr > :nth-child(${column})`)
    expect(box.x + box.width).toBeLessThanOrEqual(area.x + area.width)
    const cut = await page
      .locator(`tbody tr > td:nth-child(${column})`)
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
    expect(cut).toBe(0)
    const heading = page.locator(`thead th:nth-child(${column}) .data-table-sort-name`)
    expect(await heading.evaluate((name) => name.scrollWidth > name.clientWidth)).toBe(false)
  }
  await waitUntilHydrated(page.getByRole('button', { name: 'Columns' }))
  await page.getByRole('button', { name: 'Columns' }).click()
  const box = await boxOf(page, '.columns form')
  expect([box.x >= 0, box.x + box.width <= 360]).toEqual([true, true])

  const form = page.getByRole('form', { name: 'Columns' })
  for (const name of ['Thread', 'Length', 'Head']) await form.getByRole('checkbox', { name }).uncheck()
  await form.getByRole('checkbox', { name: 'Note' }).check()
  await form.getByRole('button').click()
  await page.waitForURL(`${server.url}${PATH}?columns=note`)
  await expect.poll(() => headsOf(page)).toContain('Note')
  const notes = page.locator('tbody td > span')
  expect(
    new Set(await notes.evaluateAll((texts) => texts.map((text) => Math.round(text.getClientRects()[0]!.height)))),
  ).toEqual(new Set([34]))

  await page.setViewportSize({ width: 800, height: 700 })
  await followAddedLink(page, `${PATH}?columns=coating,head,length,note,standard,thread`)
  await expect.poll(() => headsOf(page)).toHaveLength(10)
  const heights = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(44)
  const table = page.locator('.data-table-scroll')
  await table.evaluate((element) => element.scrollTo(200, 300))
  const frame = await boxOf(page, '.data-table-scroll')
  const [head, name] = [await boxOf(page, 'thead th:nth-child(2)'), await boxOf(page, 'tbody th')]
  expect([head.y, head.x, name.x].map(Math.round)).toEqual([frame.y, frame.x, frame.x].map(Math.round))
  const isNameOnTop = await page.locator('thead th:nth-child(2)').evaluate((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect()
    return cell.contains(document.elementFromPoint(x + width - 4, y + height / 2))
  })
  expect(isNameOnTop).toBe(true)
  const note = page.locator('tbody td', { hasText: 'Screw number 24' })
  expect(await note.evaluate((cell) => cell.scrollWidth > cell.clientWidth)).toBe(true)
  expect(await note.locator('span').getAttribute('title')).toContain('a printed label.')
  await table.evaluate((element) => element.scrollTo(0, 0))
  await page.setViewportSize({ width: 700, height: 800 })
  const overflow = await page.locator('table').evaluate(({ scrollWidth, parentElement }) => {
    return scrollWidth - parentElement!.clientWidth
  })
  expect(overflow).toBeGreaterThan(0)
  const { x, width, height } = await boxOf(page, '.row-quantity button')
  expect(x + width).toBeLessThanOrEqual(700)
  expect(height).toBeGreaterThanOrEqual(24)
  expect(complaints).toEqual([])
  await close()
})
