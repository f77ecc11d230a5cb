import { expect, test } from 'vitest'
import { expectNoViolations } from '../support/accessibility.ts'
import { followAddedLink, openHydrated, useBrowser, watchComplaints } from '../support/browser.ts'
import { generateLargeCatalogue } from '../support/large-catalogue.ts'
import { buildCategory } from '../support/products.ts'
import { startServer, useServer } from '../support/start-server.ts'

const browser = await useBrowser()
const WINDOWS = [360, 1280] as const

const server = await useServer(generateLargeCatalogue())

test('with 64 categories, home page, footer and page of categories stay short at 360 and 1280 px', async () => {
  const page = await openHydrated(browser, server.url)
  const complaints = watchComplaints(page)
  const readHeight = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)
  for (const width of WINDOWS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await readHeight('main'), `home page at ${width} px`).toBeLessThan(3_000)
    expect(await readHeight('footer'), `footer at ${width} px`).toBeLessThan(600)
  }
  await page.locator('main').getByRole('link', { name: 'All 64 categories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor()
  for (const width of WINDOWS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await readHeight('main'), `categories at ${width} px`).toBeLessThan(2_500)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectNoViolations(page)
  }
  await page
    .locator('main')
    .getByRole('link', { name: /^Series 10/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Series 10' }).waitFor()
  expect(complaints).toEqual([])
})

test('the link of a letter scrolls to the categories that begin with the letter, at 360 and 1280 px', async () => {
  const page = await openHydrated(browser, `${server.url}/category`)
  const heading = page.getByRole('heading', { level: 2, name: 'S', exact: true })
  for (const width of WINDOWS) {
    await page.setViewportSize({ width, height: 500 })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(async () => (await heading.boundingBox())!.y, { message: `at ${width} px` }).toBeGreaterThan(300)
    await page.getByRole('navigation', { name: 'Categories by letter' }).getByRole('link', { name: 'S' }).click()
    await page.waitForURL(`${server.url}/category#letter-S`)
    await expect.poll(async () => (await heading.boundingBox())!.y, { message: `at ${width} px` }).toBeLessThan(300)
    expect((await heading.boundingBox())!.y, `at ${width} px`).toBeGreaterThan(64)
  }
})

test('the category menu never covers the link that opens it, in windows 800 and 380 px high', async () => {
  const page = await openHydrated(browser, server.url)
  const trigger = page.getByRole('banner').getByRole('link', { name: 'Categories', exact: true })
  const popup = page.locator('.dropdown-popup:popover-open[data-placement]')
  for (const height of [800, 380]) {
    await page.setViewportSize({ width: 1280, height })
    // The attribute says that an open menu has its position; it remains after the menu has been closed.
    await page.locator('.dropdown-popup').evaluateAll((popups) => {
      for (const closed of popups) closed.removeAttribute('data-placement')
    })
    await trigger.hover()
    await popup.waitFor()
    const [link, menu] = [(await trigger.boundingBox())!, (await popup.boundingBox())!]
    expect(menu.y, `menu in ${height} px`).toBeGreaterThanOrEqual(link.y + link.height)
    expect(menu.y + menu.height, `menu in ${height} px`).toBeLessThanOrEqual(height)
    // The End key focuses the last item and scrolls the menu to it.
    await trigger.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    const last = popup.getByRole('link').last()
    expect(await last.evaluate((element) => element === document.activeElement)).toBe(true)
    const item = (await last.boundingBox())!
    expect(item.y + item.height, `last item in ${height} px`).toBeLessThanOrEqual(height)
    await trigger.click()
    await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor()
    await page.mouse.move(0, 0)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor({ state: 'detached' })
    await popup.waitFor({ state: 'detached' })
  }
})

test('a long list of subcategories is short at first and unfolds in place', async () => {
  await using nested = await startServer(generateLargeCatalogue(buildCategory({ slug: 'all', name: 'Everything' })))
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

test('a tag of a product leads to the products with this tag, where a second tag can be chosen, at 1280 and 360 px', async () => {
  const page = await openHydrated(browser, `${server.url}/products/product-0`)
  const complaints = watchComplaints(page)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('link', { name: 'Clearance' }).click()
    await page.waitForURL('**/products?tag=Clearance')
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    if (width < 1024) await page.getByRole('button', { name: 'Filters' }).click()
    await page.locator('summary', { hasText: 'Tags' }).waitFor()
    await page.getByRole('checkbox', { name: /^Recycled/ }).check()
    if (width < 1024) await page.getByRole('button', { name: 'Show 320 products' }).click()
    await page.waitForURL('**/products?tag=Clearance&tag=Recycled')
    await expect
      .poll(() => page.locator('.toolbar-count').textContent(), { message: `at ${width} px` })
      .toBe('320 products')
    await followAddedLink(page, '/products/product-0')
    await page.getByRole('heading', { level: 1, name: / no\. 0$/ }).waitFor()
  }
  expect(complaints).toEqual([])
})
