import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { delayScripts, openReusedPage, useBrowser, waitUntilHydrated, watchComplaints } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()
const server = await useServer({
  products: Array.from({ length: 450 }, (_, index) =>
    buildProduct({
      slug: `bowl-${index}`,
      name: `Bowl ${index}`,
      brand: `Maker ${String(index % 225).padStart(3, '0')}`,
      attributes: [{ name: 'Colour', value: ['Navy', 'black/white', 'Harvest'][index % 3]! }],
    }),
  ),
})

const openPage = (path: string, options: BrowserContextOptions = {}) =>
  openReusedPage(browser, server.url + path, options)

test('the page of all values of a filter replaces the list, searches while typing, and applies the chosen values together', async () => {
  const { page, complaints, close } = await openPage('/products?attr-colour=Navy')
  await page.evaluate(() => window.scrollTo(0, 400))
  await page.getByRole('button', { name: 'All 75 brands' }).click()
  await page.waitForURL('**/products?attr-colour=Navy&filter=brand')
  await page.getByRole('heading', { name: 'Brand' }).waitFor()
  expect(await page.title()).toMatch(/^Brand · Products/)
  await expect.poll(() => page.evaluate(() => [window.scrollY, document.activeElement!.id])).toEqual([0, 'main'])
  await page.getByRole('checkbox', { name: /^Maker 003/ }).check()
  await page.getByRole('button', { name: 'Show 2 products' }).waitFor()
  const search = page.getByRole('searchbox', { name: 'Search in Brand' })
  await search.pressSequentially('er 22')
  await page.waitForURL('**/products?brand=Maker+003&attr-colour=Navy&filter=brand&filter-q=er+22')
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'value' }).textContent()).toBe('1 value')
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByRole('checkbox', { name: /^Maker 003/ }).isChecked()).toBe(true)
  await page.getByRole('checkbox', { name: /^Maker 222/ }).check()
  await page.getByRole('button', { name: 'Show 4 products' }).click()
  await page.waitForURL('**/products?brand=Maker+003&brand=Maker+222&attr-colour=Navy')
  await expect.poll(() => page.locator('.toolbar-count').textContent()).toBe('4 products')
  expect(await page.getByRole('checkbox', { name: /^Maker/, checked: true }).count()).toBe(2)
  // Searching replaced the history entry of the page, so the steps of typing are not in the history.
  await page.goBack()
  await page.waitForURL('**&filter=brand&filter-q=er+22')
  await page.goBack()
  await page.waitForURL('**/products?attr-colour=Navy')
  expect(complaints).toEqual([])
  await close()
})

test('a value that is chosen before hydration changes the number on the button, and stays chosen on the other pages of all values', async () => {
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  const allowScripts = await delayScripts(page)
  await page.goto(`${server.url}/products?filter=brand`, { waitUntil: 'commit' })
  await page.getByRole('checkbox', { name: /^Maker 001/ }).check()
  allowScripts()
  await page.getByRole('button', { name: 'Show 2 products' }).waitFor()
  expect(await page.getByRole('checkbox', { name: /^Maker 001/ }).isChecked()).toBe(true)

  await waitUntilHydrated(page.locator('.all-values-apply'))
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.waitForURL('**/products?brand=Maker+001&filter=brand.2')
  await page.getByRole('checkbox', { name: /^Maker 224/ }).check()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.waitForURL('**/products?brand=Maker+001&brand=Maker+224&filter=brand')
  const chosen = page.getByRole('group', { name: 'Chosen' }).getByRole('checkbox', { checked: true })
  await expect.poll(() => chosen.count()).toBe(1)
  expect(complaints).toEqual([])
})
