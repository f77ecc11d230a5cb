import { expect, test } from 'vitest'
import { openReusedPage, useBrowser } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'

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

test('the page of all values of a filter replaces the list, is searched, and applies the chosen values together', async () => {
  const { page, complaints, close } = await openReusedPage(browser, `${server.url}/products?attr-colour=Navy`)
  await page.evaluate(() => window.scrollTo(0, 400))
  await page.getByRole('button', { name: 'All 75 brands' }).click()
  await page.waitForURL('**/products?attr-colour=Navy&filter=brand')
  await page.getByRole('heading', { name: 'Brand' }).waitFor()
  expect(await page.title()).toMatch(/^Brand · Products/)
  await expect.poll(() => page.evaluate(() => [window.scrollY, document.activeElement!.id])).toEqual([0, 'main'])
  await page.getByRole('checkbox', { name: /^Maker 003/ }).check()
  await page.getByRole('button', { name: 'Show 2 products' }).waitFor()
  const search = page.getByRole('searchbox', { name: 'Search in Brand' })
  await search.fill('er 22')
  await search.press('Enter')
  await page.waitForURL('**/products?brand=Maker+003&attr-colour=Navy&filter=brand&filter-q=er+22')
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'value' }).textContent()).toBe('1 value')
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByRole('checkbox', { name: /^Maker 003/ }).isChecked()).toBe(true)
  await page.getByRole('checkbox', { name: /^Maker 222/ }).check()
  await page.getByRole('button', { name: 'Show 4 products' }).click()
  await page.waitForURL('**/products?brand=Maker+003&brand=Maker+222&attr-colour=Navy')
  await expect.poll(() => page.locator('.toolbar-count').textContent()).toBe('4 products')
  expect(await page.getByRole('checkbox', { name: /^Maker/, checked: true }).count()).toBe(2)
  await page.goBack()
  await page.waitForURL('**&filter=brand&filter-q=er+22')
  await page.goBack()
  await page.waitForURL('**&filter=brand')
  await page.goBack()
  await page.waitForURL('**/products?attr-colour=Navy')
  expect(complaints).toEqual([])
  await close()
})
