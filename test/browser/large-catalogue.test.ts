import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoViolations } from '../support/accessibility.ts'
import { openHydrated, useBrowser, watchComplaints } from '../support/browser.ts'
import { generateLargeCatalogue } from '../support/large-catalogue.ts'
import { buildCategory } from '../support/products.ts'
import { startServer, type TestServer } from '../support/start-server.ts'

const browser = await useBrowser()
let server: TestServer
let nested: TestServer
beforeAll(async () => {
  server = await startServer(generateLargeCatalogue())
  nested = await startServer(generateLargeCatalogue(buildCategory({ slug: 'all', name: 'Everything' })))
})
afterAll(() => Promise.all([server, nested].map((one) => one[Symbol.asyncDispose]())))

test.each([360, 1280])(
  'with 64 categories, home page, footer and page of categories stay short at %i px',
  async (width) => {
    const page = await openHydrated(browser, server.url, { viewport: { width, height: 800 } })
    const complaints = watchComplaints(page)
    const readHeight = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)
    expect(await readHeight('main')).toBeLessThan(3_000)
    expect(await readHeight('footer')).toBeLessThan(600)
    await page.locator('main').getByRole('link', { name: 'All 64 categories' }).click()
    await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor()
    expect(await readHeight('main')).toBeLessThan(2_500)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectNoViolations(page)
    await page
      .locator('main')
      .getByRole('link', { name: /^Series 10/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Series 10' }).waitFor()
    expect(complaints).toEqual([])
  },
)

test.each([360, 1280])(
  'the link of a letter scrolls to the categories that begin with the letter, at %i px',
  async (width) => {
    const page = await openHydrated(browser, `${server.url}/category`, { viewport: { width, height: 500 } })
    await page.getByRole('navigation', { name: 'Categories by letter' }).getByRole('link', { name: 'S' }).click()
    await page.waitForURL(`${server.url}/category#letter-S`)
    const heading = page.getByRole('heading', { level: 2, name: 'S', exact: true })
    await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(300)
    expect((await heading.boundingBox())!.y).toBeGreaterThan(64)
  },
)

test.each([800, 380])(
  'the category menu never covers the link that opens it in a window %i px high',
  async (height) => {
    const page = await openHydrated(browser, server.url, { viewport: { width: 1280, height } })
    const trigger = page.getByRole('banner').getByRole('link', { name: 'Categories', exact: true })
    await trigger.hover()
    const popup = page.locator('.dropdown-popup:popover-open[data-placement]')
    await popup.waitFor()
    const [link, menu] = [(await trigger.boundingBox())!, (await popup.boundingBox())!]
    expect(menu.y).toBeGreaterThanOrEqual(link.y + link.height)
    expect(menu.y + menu.height).toBeLessThanOrEqual(height)
    // The End key focuses the last item and scrolls the menu to it.
    await trigger.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    const last = popup.getByRole('link').last()
    expect(await last.evaluate((element) => element === document.activeElement)).toBe(true)
    const item = (await last.boundingBox())!
    expect(item.y + item.height).toBeLessThanOrEqual(height)
    await trigger.click()
    await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor()
  },
)

test('a long list of subcategories is short at first and unfolds in place', async () => {
  const page = await openHydrated(browser, `${nested.url}/category/all`)
  const navigation = page.getByRole('navigation', { name: 'Subcategories' })
  expect(await navigation.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(250)
  await navigation.getByText('All 64 subcategories').click()
  await navigation.getByRole('link', { name: /^Series 12/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Series 12' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor()
  await expectNoViolations(page)
})

test.each([360, 1280])(
  'a tag of a product leads to the products with this tag, where a second tag can be chosen, at %i px',
  async (width) => {
    const page = await openHydrated(browser, `${server.url}/products/product-0`, { viewport: { width, height: 800 } })
    const complaints = watchComplaints(page)
    await page.getByRole('link', { name: 'Clearance' }).click()
    await page.waitForURL('**/products?tag=Clearance')
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    if (width < 1024) await page.getByRole('button', { name: 'Filters' }).click()
    await page.locator('summary', { hasText: 'Tags' }).waitFor()
    await page.getByRole('checkbox', { name: /^Recycled/ }).check()
    if (width < 1024) await page.getByRole('button', { name: 'Show 320 products' }).click()
    await page.waitForURL('**/products?tag=Clearance&tag=Recycled')
    await expect.poll(() => page.locator('.toolbar-count').textContent()).toBe('320 products')
    expect(complaints).toEqual([])
  },
)
