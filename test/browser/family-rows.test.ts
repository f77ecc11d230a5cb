import { expect, test } from 'vitest'
import { expectNoViolations, WIDTHS } from '../support/accessibility.ts'
import { openReusedPage, useBrowser } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { generateScrewCatalogue } from '../support/screw-catalogue.ts'
import { useServer } from '../support/start-server.ts'
import { expectLargeTargets } from '../support/target-size.ts'

const browser = await useBrowser()
const server = await useServer({
  products: [...generateScrewCatalogue(), buildProduct({ slug: 'bowl', name: 'Bowl' })],
})
const TABLE = `${server.url}/products?view=table`
const FAMILY = /^Slotted cheese head screw/

test('a visitor groups the table by family, opens a family, and goes back', async () => {
  await using opened = await openReusedPage(browser, TABLE)
  const { page, complaints } = opened
  await page.getByRole('group', { name: 'Rows' }).getByRole('link', { name: 'Families' }).click()
  await page.waitForURL(`${TABLE}&families=rows`)
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(6)
  await page.getByRole('rowheader', { name: FAMILY }).getByRole('link').click()
  await page.waitForURL(/family=din84-m3x8/)
  await expect.poll(() => page.locator('.toolbar-count').textContent()).toBe('394 products')
  await page.getByRole('link', { name: /^Remove filter: Slotted/ }).waitFor()
  await page.goBack()
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(6)
  await page.getByRole('link', { name: 'Products', exact: true }).and(page.locator('.toolbar-views a')).click()
  await page.waitForURL(TABLE)
  expect(complaints).toEqual([])
})

test('filters keep the families, and a quantity belongs to a product of a family', async () => {
  await using opened = await openReusedPage(browser, `${TABLE}&families=rows`)
  const { page } = opened
  await page.getByRole('checkbox', { name: /^M6 / }).check()
  await page.waitForURL(/attr-thread=M6&view=table&families=rows$/)
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(5)
  expect(await page.getByRole('spinbutton', { name: /^Quantity/ }).count()).toBe(0)
  await page.getByRole('link', { name: /^Slotted cheese head screw.*Choose$/ }).click()
  await page.getByRole('spinbutton', { name: /^Quantity: Slotted.*M6 x 8$/ }).fill('20')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('#row-quantities [role=status]').textContent()).toMatch(/20$/)
})

test('a search in the grid shows families, which open and can be copied, but not compared', async () => {
  await using opened = await openReusedPage(browser, `${server.url}/products?q=slotted&families=rows`)
  const { page, complaints } = opened
  const card = page.locator('.card')
  await expect.poll(() => card.count()).toBe(1)
  expect(await card.textContent()).toContain('394 sizes, M3 to M20')
  expect(await page.getByRole('spinbutton', { name: /^Quantity/ }).count()).toBe(0)
  await page.getByRole('button', { name: /^More actions/ }).click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Open', 'Copy link'])
  await page.getByRole('menuitem', { name: 'Open' }).click()
  await page.waitForURL(/q=slotted&family=din84-m3x8&families=rows$/)
  await expect.poll(() => page.locator('.toolbar-count').textContent()).toBe('394 products')
  expect(complaints).toEqual([])
})

test('without scripts, families open and close by links', async () => {
  await using opened = await openReusedPage(browser, TABLE, { javaScriptEnabled: false })
  const { page } = opened
  await page.getByRole('link', { name: 'Families' }).click()
  await page.getByRole('rowheader', { name: FAMILY }).getByRole('link').click()
  expect(await page.getByRole('rowheader').count()).toBe(24)
  await page.getByRole('link', { name: /^Remove filter: Slotted/ }).click()
  expect(await page.getByRole('rowheader').count()).toBe(6)
})

test('by keyboard, Enter opens a family', async () => {
  await using opened = await openReusedPage(browser, `${TABLE}&families=rows`)
  const { page } = opened
  await page.getByRole('rowheader', { name: FAMILY }).getByRole('link').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/family=din84-m3x8/)
})

test.each(WIDTHS)('a table of families is accessible and fits into a window of %i px', async (width) => {
  await using opened = await openReusedPage(browser, `${TABLE}&families=rows`, { viewport: { width, height: 800 } })
  const { page } = opened
  await expectNoViolations(page)
  await expectLargeTargets(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})
