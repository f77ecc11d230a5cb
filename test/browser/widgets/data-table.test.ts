import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { isFocused, openWidgets } from './widgets-page.ts'

const browser = await useBrowser()

test('a table is paged, sorted by clicks and keys, and searched; each change returns to page 1, and buttons keep the focus', async () => {
  await using opened = await openWidgets(browser)
  const { page } = opened
  const root = page.locator('.data-table')
  const rows = root.locator('tbody tr')
  const names = () => root.locator('tbody th').allInnerTexts()
  const count = () => root.getByRole('status').innerText()
  const pages = root.getByRole('navigation', { name: 'Pages: All pieces' })
  const pageNumbers = async () => (await pages.locator('li').allInnerTexts()).slice(1, -1).join(' ')
  const turnTo = (name: string) => pages.getByRole('button', { name, exact: true }).click()
  expect([await count(), await pageNumbers()]).toEqual(['1–10 of 48', '1 2 3 … 5'])
  await turnTo('Page 3')
  expect([(await names())[0], await pageNumbers()]).toEqual(['Piece 21', '1 2 3 4 5'])
  const next = pages.getByRole('button', { name: 'Next' })
  await next.focus()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Enter')
  expect([await count(), await pageNumbers()]).toEqual(['41–48 of 48', '1 … 3 4 5'])
  expect([await next.getAttribute('aria-disabled'), await isFocused(next)]).toEqual(['true', true])
  expect(await pages.locator('[aria-current="page"]').innerText()).toBe('5')

  const header = root.getByRole('columnheader', { name: 'Width' })
  const sort = header.getByRole('button')
  const widths = () => root.locator('tbody td[data-numeric]').allInnerTexts()
  await sort.click()
  expect(await header.getAttribute('aria-sort')).toBe('ascending')
  // Rows with equal values keep their order.
  expect([(await names()).slice(0, 3), (await widths()).slice(0, 3)]).toEqual([
    ['Piece 1', 'Piece 31', 'Piece 14'],
    ['5 cm', '5 cm', '6 cm'],
  ])
  await sort.press('Enter')
  expect([await header.getAttribute('aria-sort'), (await widths())[0]]).toEqual(['descending', '34 cm'])
  expect(await sort.getAttribute('aria-label')).toBe('Width: original order')
  await sort.press('Space')
  expect([await root.locator('[aria-sort]').count(), (await names())[0]]).toEqual([0, 'Piece 1'])

  const length = root.getByLabel('Rows per page')
  await turnTo('Page 3')
  await length.selectOption('50')
  await expect.poll(() => rows.count()).toBe(48)
  expect(await pages.count()).toBe(0)
  await length.selectOption('10')
  await turnTo('Page 3')
  const search = root.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('creme "piece 4"')
  await expect.poll(names).toEqual(['Piece 4', 'Piece 40', 'Piece 44', 'Piece 48'])
  expect([await count(), await root.getAttribute('data-state')]).toEqual(['1–4 of 4 (48 in total)', 'filtered'])
  await search.fill('no such piece')
  await expect.poll(() => root.getAttribute('data-state')).toBe('no-match')
  expect(await root.locator('tbody').innerText()).toBe('No rows found. Try fewer or other words.')
  expect(await count()).toBe('0 rows (48 in total)')
  await search.fill('')
  await page.setViewportSize({ width: 360, height: 800 })
  const tops = await pages.locator('li').evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
  expect(new Set(tops).size, 'lines of page buttons').toBe(1)
})
