import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { isFocused, openWidgets } from './widgets-page.ts'

const browser = await useBrowser()

test('a table is paged, sorted by clicks and keys, and searched; each change returns to page 1, and buttons keep the focus', async () => {
  await using opened = await openWidgets(browser)
  const { page } = opened
  const root = page.locator('.data-table')
  const names = () => root.locator('tbody th').allInnerTexts()
  const count = () => root.getByRole('status').innerText()
  const pages = root.getByRole('navigation', { name: 'Pages: All pieces' })
  const next = pages.getByRole('button', { name: 'Next' })
  await next.focus()
  for (const _ of [1, 2, 3, 4, 5]) await page.keyboard.press('Enter')
  expect([await count(), await pages.locator('[aria-current="page"]').innerText()]).toEqual(['41–48 of 48', '5'])
  expect([await next.getAttribute('aria-disabled'), await isFocused(next)]).toEqual(['true', true])

  const header = root.getByRole('columnheader', { name: 'Width' })
  const sort = header.getByRole('button')
  await sort.click()
  // Rows with equal values keep their order.
  expect([await header.getAttribute('aria-sort'), ...(await names()).slice(0, 2)]).toEqual([
    'ascending',
    'Piece 1',
    'Piece 31',
  ])
  await sort.press('Enter')
  expect(await header.getAttribute('aria-sort')).toBe('descending')
  await sort.press('Space')
  expect([await root.locator('[aria-sort]').count(), (await names())[0]]).toEqual([0, 'Piece 1'])

  await pages.getByRole('button', { name: 'Page 3', exact: true }).click()
  const search = root.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('24 creme')
  await expect.poll(names).toEqual(['Piece 8', 'Piece 24'])
  expect([await count(), await root.getAttribute('data-state')]).toEqual(['1–2 of 2 (48 in total)', 'filtered'])
  await search.fill('no such piece')
  await expect.poll(() => root.getAttribute('data-state')).toBe('no-match')
  await search.fill('')
  await page.setViewportSize({ width: 360, height: 800 })
  const tops = await pages.locator('li').evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
  expect(new Set(tops).size, 'lines of page buttons').toBe(1)
  await root.getByLabel('Rows per page').selectOption('50')
  await expect.poll(() => root.locator('tbody tr').count()).toBe(48)
})
