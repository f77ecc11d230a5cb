import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { WIDTHS } from '../../support/accessibility.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openBeforeScripts, openWidgetsPage, type WidgetsPageOptions } from './widgets-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

/** Finds the table with this caption and its parts. */
function tableOf(page: Page, caption: string) {
  const root = page.locator('.data-table').filter({ has: page.getByRole('region', { name: caption, exact: true }) })
  return {
    root,
    rows: root.locator('tbody tr'),
    names: () => root.locator('tbody tr:not(.data-table-nothing) th').allInnerTexts(),
    header: (name: string) => root.locator('thead th').filter({ hasText: name }),
    pages: root.getByRole('navigation', { name: `Pages: ${caption}` }),
    pageNumbers: async () => (await root.locator('nav li').allInnerTexts()).slice(1, -1).join(' '),
    count: root.getByRole('status'),
    state: () => root.getAttribute('data-state'),
  }
}

const openTables = (options?: WidgetsPageOptions) =>
  openWidgetsPage(browser, server.url, 'Data table', { viewport: { width: 1280, height: 900 }, ...options })

test('a data table shows ten unsorted rows from the first paint on; hydration shifts nothing, and page buttons show nearby pages and both ends', async () => {
  await using early = await openBeforeScripts(browser, server.url, 'Data table', {
    viewport: { width: 1280, height: 900 },
  })
  const { page } = early
  const { root, rows, names, pages, pageNumbers, count, state } = tableOf(page, 'All pieces')
  await rows.nth(47).waitFor({ state: 'attached' })
  const heightOf = () => root.evaluate((element) => element.getBoundingClientRect().height)
  await expect.poll(() => rows.nth(10).evaluate((row) => row.getBoundingClientRect().height)).toBe(0)
  const height = await heightOf()
  // Text typed before hydration is used as the search after it.
  const few = tableOf(page, 'A few pieces')
  await few.root.getByRole('searchbox').fill('piece 3')
  await early.releaseScripts()
  await expect.poll(() => rows.count()).toBe(10)
  expect(await heightOf()).toBe(height)
  await expect.poll(few.names).toEqual(['Piece 3'])
  expect(await names()).toEqual(Array.from({ length: 10 }, (_, index) => `Piece ${index + 1}`))
  expect(await state()).toBe('ready')
  expect(await root.locator('[aria-sort]').count()).toBe(0)
  expect(await count.innerText()).toBe('1–10 of 48')
  expect(await pageNumbers()).toBe('1 2 3 … 5')
  await pages.getByRole('button', { name: 'Page 3', exact: true }).click()
  expect(await pageNumbers()).toBe('1 2 3 4 5')
  expect((await names())[0]).toBe('Piece 21')
  await pages.getByRole('button', { name: 'Page 5', exact: true }).click()
  expect(await pageNumbers()).toBe('1 … 3 4 5')
  expect(await pages.locator('[aria-current="page"]').innerText()).toBe('5')
  expect(await count.innerText()).toBe('41–48 of 48')
  // On the last page, the Next button has no effect but keeps the focus.
  const next = pages.getByRole('button', { name: 'Next' })
  await pages.getByRole('button', { name: 'Page 4', exact: true }).click()
  await next.focus()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Enter')
  expect(await next.getAttribute('aria-disabled')).toBe('true')
  expect(await isFocused(next)).toBe(true)
  expect(await count.innerText()).toBe('41–48 of 48')
})

test('clicks on a table header sort ascending, then descending, then restore the order; unknown values sort last', async () => {
  await using opened = await openTables()
  const { header, names, root, pages } = tableOf(opened.page, 'All pieces')
  const widths = async () =>
    (await root.locator('tbody td[data-numeric]').allInnerTexts()).map((text) => Number.parseInt(text, 10))
  await pages.getByRole('button', { name: 'Page 2', exact: true }).click()
  const width = header('Width').getByRole('button')
  expect(await width.getAttribute('aria-label')).toBe('Width: sort ascending')
  await width.click()
  expect(await header('Width').getAttribute('aria-sort')).toBe('ascending')
  expect(await widths()).toEqual([5, 5, 6, 6, 7, 8, 8, 9, 10, 11])
  // Rows with equal values keep their order.
  expect((await names()).slice(0, 4)).toEqual(['Piece 1', 'Piece 31', 'Piece 14', 'Piece 44'])
  await width.focus()
  await opened.page.keyboard.press('Enter')
  expect(await header('Width').getAttribute('aria-sort')).toBe('descending')
  expect((await widths())[0]).toBe(34)
  await pages.getByRole('button', { name: 'Page 5', exact: true }).click()
  expect((await widths()).slice(-4)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
  expect(await width.getAttribute('aria-label')).toBe('Width: original order')
  await opened.page.keyboard.press('Shift+Tab')
  await width.press('Space')
  expect(await root.locator('[aria-sort]').count()).toBe(0)
  expect((await names())[0]).toBe('Piece 1')
  await header('Name').getByRole('button').click()
  expect((await names()).slice(0, 3)).toEqual(['Piece 1', 'Piece 2', 'Piece 3'])
  expect(await root.locator('[aria-sort]').count()).toBe(1)
})

test('a table search matches all words in any order, returns to page 1 as another page length does, and ends when the page is left', async () => {
  await using opened = await openTables()
  const { page } = opened
  const { root, rows, names, count, state, pages } = tableOf(page, 'All pieces')
  const length = root.getByLabel('Rows per page')
  await pages.getByRole('button', { name: 'Page 5', exact: true }).click()
  await length.selectOption('25')
  await expect.poll(() => count.innerText()).toBe('1–25 of 48')
  await length.selectOption('50')
  await expect.poll(() => rows.count()).toBe(48)
  expect(await pages.count()).toBe(0)
  await length.selectOption('10')
  await pages.getByRole('button', { name: 'Page 3', exact: true }).click()
  const search = root.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('creme "piece 4"')
  await expect.poll(names).toEqual(['Piece 4', 'Piece 40', 'Piece 44', 'Piece 48'])
  expect(await count.innerText()).toBe('1–4 of 4 (48 in total)')
  expect(await state()).toBe('filtered')
  expect(await pages.count()).toBe(0)
  await search.fill('no such piece')
  await expect.poll(state).toBe('no-match')
  expect(await root.locator('tbody').innerText()).toBe('No rows found. Try fewer or other words.')
  expect(await count.innerText()).toBe('0 rows (48 in total)')
  await search.fill('')
  await expect.poll(state).toBe('ready')
  const none = tableOf(page, 'No pieces')
  expect(await none.state()).toBe('empty')
  expect(await none.root.locator('tbody').innerText()).toBe('There is nothing here yet.')
  for (const { root: short } of [none, tableOf(page, 'Pieces on one page')])
    expect(await short.getByRole('searchbox').count()).toBe(0)
  // Leaving the page during a search logs no error, and Back shows the table without the search.
  await search.fill('chalk')
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('nav a[href="/about"]')!.click())
  await page.keyboard.type('more')
  await page.waitForURL(/\/about$/)
  await page.goBack()
  await expect.poll(() => count.innerText()).toBe('1–10 of 48')
})

test('headers and pages of a linked table are links', async () => {
  await using opened = await openTables()
  const { page } = opened
  const { header, pages, count, pageNumbers } = tableOf(page, 'Pieces sorted by the server')
  expect(await count.innerText()).toBe('1–10 of 48')
  expect(await pages.getByRole('link', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true')
  await pages.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(/[?&]page=2$/)
  await expect.poll(() => count.innerText()).toBe('11–20 of 48')
  expect(await pageNumbers()).toBe('1 2 3 … 5')
  // Sorting keeps the scroll position.
  const scrollY = () => page.evaluate(() => window.scrollY)
  await header('Width').getByRole('link').focus()
  const place = await scrollY()
  expect(place).toBeGreaterThan(0)
  await header('Width').getByRole('link', { name: 'Width: sort ascending' }).press('Enter')
  await page.waitForURL(/[?&]order=narrowest$/)
  await expect.poll(() => header('Width').getAttribute('aria-sort')).toBe('ascending')
  expect(await scrollY()).toBe(place)
  expect(await isFocused(header('Width').getByRole('link'))).toBe(true)
  await header('Width').getByRole('link', { name: 'Width: sort descending' }).click()
  await page.waitForURL(/[?&]order=widest$/)
  await page.goBack()
  await page.goBack()
  await expect.poll(() => count.innerText()).toBe('11–20 of 48')
  expect(await tableOf(page, 'Pieces without a match').state()).toBe('no-match')
})

test('without scripts a data table shows all rows, and the links of a linked table paginate and sort', async () => {
  await using opened = await openTables({ javaScriptEnabled: false })
  const { page } = opened
  const complete = tableOf(page, 'All pieces')
  expect(await complete.rows.count()).toBe(48)
  expect(await complete.rows.last().isVisible()).toBe(true)
  for (const gone of [complete.root.getByRole('searchbox'), complete.pages]) expect(await gone.isVisible()).toBe(false)
  const linked = tableOf(page, 'Pieces sorted by the server')
  await linked.pages.getByRole('link', { name: 'Page 5' }).click()
  await page.waitForURL(/[?&]page=5$/)
  expect(await linked.count.innerText()).toBe('41–48 of 48')
  await linked.header('Width').getByRole('link').click()
  await page.waitForURL(/[?&]order=narrowest$/)
  expect(await linked.header('Width').getAttribute('aria-sort')).toBe('ascending')
})

test('the table and its page buttons fit the window, and the region of the table can be focused', async () => {
  await using opened = await openTables()
  const { page } = opened
  const { pages } = tableOf(page, 'All pieces')
  const region = page.getByRole('region', { name: 'All pieces', exact: true })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await region.focus()
    expect(await isFocused(region)).toBe(true)
    const tops = await pages.locator('li').evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
    expect(new Set(tops).size, `lines of page buttons at ${width} px`).toBe(1)
  }
})
