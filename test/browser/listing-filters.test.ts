import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { delayScripts, followAddedLink, openReusedPage, useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { openTab } from '../support/reused-page.ts'

const browser = await useBrowser()
const server = await useServer({
  products: Array.from({ length: 60 }, (_, index) =>
    buildProduct({
      slug: `bowl-${index}`,
      name: `Bowl ${index}`,
      brand: ['Arita', 'Bizen', 'Tamba'][index % 3]!,
      attributes: [
        { name: 'Glaze', value: `Glaze ${index % 12}` },
        { name: 'Height', value: `${index + 1} mm` },
      ],
      variants: [buildVariant({ priceMinor: 1000 + 100 * index })],
    }),
  ),
})

async function openPage(path: string, options: BrowserContextOptions = {}) {
  const opened = await openReusedPage(browser, server.url + path, options)
  return { ...opened, status: opened.page.locator('.toolbar-count') }
}

test('on wide screens a filter applies immediately and keeps focus and scroll position; after Back and Forward, and after a link with filters in another order, the address and the fields agree; the skip link and removing a filter move the focus to the results', async () => {
  const { page, complaints, status, close } = await openPage('/products')
  await page.evaluate(() => window.scrollTo(0, 120))
  const bizen = page.getByRole('checkbox', { name: /^Bizen/ })
  await bizen.focus()
  await page.keyboard.press('Space')
  await page.waitForURL('**/products?brand=Bizen')
  await expect.poll(() => status.textContent()).toBe('20 products')
  expect(await bizen.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(120)
  await page.getByRole('checkbox', { name: /^Tamba/ }).check()
  await page.waitForURL('**/products?brand=Bizen&brand=Tamba')
  const dearest = page.getByRole('textbox', { name: 'Price to' })
  await dearest.fill('20')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?brand=Bizen&brand=Tamba&max-price=20')
  await page.getByRole('link', { name: 'Remove filter: Bizen' }).click()
  await page.waitForURL('**/products?brand=Tamba&max-price=20')
  await expect.poll(() => bizen.isChecked()).toBe(false)
  expect(await page.evaluate(() => window.scrollY)).toBe(120)
  for (const path of ['brand=Bizen&brand=Tamba&max-price=20', 'brand=Bizen&brand=Tamba', 'brand=Bizen']) {
    await page.goBack()
    await page.waitForURL(`**/products?${path}`)
  }
  await expect.poll(() => status.textContent()).toBe('20 products')
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1)
  expect([await bizen.isChecked(), await dearest.inputValue()]).toEqual([true, ''])
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect.poll(() => status.textContent()).toBe('60 products')

  // The field that had the focus follows the address, too.
  const arita = page.getByRole('checkbox', { name: /^Arita/ })
  const from = page.getByRole('textbox', { name: 'Price from' })
  await arita.check()
  await page.waitForURL('**/products?brand=Arita')
  await from.fill('40')
  await from.press('Enter')
  await page.waitForURL('**/products?brand=Arita&min-price=40')
  await expect.poll(() => status.textContent()).toBe('10 products')
  await page.goBack()
  await expect.poll(() => from.inputValue()).toBe('')

  // Browsers restore a page from their back-forward cache with the fields as they were when the visitor left it.
  await from.fill('50')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(await from.inputValue()).toBe('')

  await followAddedLink(page, '/products?utm_source=x&brand=Tamba&brand=Bizen&page=1')
  await page.waitForURL(`${server.url}/products?brand=Bizen&brand=Tamba&utm_source=x`)
  await page.getByRole('link', { name: 'Remove filter: Tamba' }).waitFor()
  expect(await status.textContent()).toBe('40 products')
  expect([await arita.isChecked(), await bizen.isChecked()]).toEqual([false, true])

  // Removing a filter by keyboard and the skip link move the focus to the results.
  await followAddedLink(page, '/products?brand=Bizen&min-price=68')
  await page.getByRole('link', { name: 'Remove filter: Tamba' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Remove filter: Bizen' }).press('Enter')
  await page.waitForURL(`${server.url}/products?min-price=68`)
  await expect.poll(() => page.evaluate(() => document.activeElement!.id)).toBe('results')
  expect(await status.textContent()).not.toBe('0 products')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect.poll(() => status.textContent()).toBe('60 products')

  await page.locator('.enquiry-link').focus()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the products' })
  expect(
    await skip.evaluate((link) => [link === document.activeElement, link.getBoundingClientRect().top >= 0]),
  ).toEqual([true, true])
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement!.id)).toBe('results')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement!.textContent)).toBe('Grid')

  // An invalid price keeps the focus, and does not change the list.
  const { href } = new URL(page.url())
  await from.fill('cheap')
  await page.keyboard.press('Tab')
  expect(
    await from.evaluate((field: HTMLInputElement) => [
      field === document.activeElement,
      field.validity.patternMismatch,
    ]),
  ).toEqual([true, true])
  expect(page.url()).toBe(href)
  expect(await status.textContent()).toBe('60 products')
  expect(complaints).toEqual([])
  await close()
})

test('Close, Escape and a press beside the drawer drop filters that were not applied, also before hydration; its button shows the number of products and applies them together', async () => {
  const page = await openTab(browser, { viewport: { width: 480, height: 740 } })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const [arita, bizen] = ['Arita', 'Bizen'].map((name) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) }))
  const from = page.getByRole('textbox', { name: 'Price from' })
  const openUnchanged = async () => {
    await button('Filters').click()
    await button('Apply').waitFor()
    expect([await arita!.isChecked(), await bizen!.isChecked(), await from.inputValue()]).toEqual([false, true, ''])
  }
  const changeAndLeave = async (leave: () => Promise<unknown>) => {
    await arita!.check()
    await bizen!.uncheck()
    await from.fill('20')
    await leave()
    await expect.poll(() => arita!.isVisible()).toBe(false)
  }
  const allowScripts = await delayScripts(page)
  await page.goto(`${server.url}/products?brand=Bizen`, { waitUntil: 'commit' })
  await button('Filters').click()
  await changeAndLeave(() => button('Close').click())
  allowScripts()
  await waitUntilHydrated(page)
  for (const leave of [
    () => button('Close').click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(470, 400),
  ]) {
    await openUnchanged()
    await changeAndLeave(leave)
  }
  expect(page.url()).toBe(`${server.url}/products?brand=Bizen`)

  await openUnchanged()
  await arita!.check()
  await button('Show 40 products').waitFor()
  await page.getByRole('checkbox', { name: 'Glaze 1 5', exact: true }).check()
  await button('Show 5 products').click()
  await page.waitForURL('**/products?brand=Arita&brand=Bizen&attr-glaze=Glaze+1')
  await expect.poll(() => page.locator('.toolbar-count').textContent()).toBe('5 products')
  await expect.poll(() => arita!.isVisible()).toBe(false)
})

test('filters that were chosen before hydration beside the list are applied, and text that is being typed stays', async () => {
  const page = await openTab(browser)
  const allowScripts = await delayScripts(page)
  await page.goto(`${server.url}/products?page=2`, { waitUntil: 'commit' })
  await page.getByRole('checkbox', { name: /^Bizen/ }).check()
  const to = page.getByRole('textbox', { name: 'Price to' })
  await to.fill('2')
  allowScripts()
  await page.waitForURL('**/products?brand=Bizen*')
  await waitUntilHydrated(page)
  await to.pressSequentially('0')
  await to.press('Enter')
  await page.waitForURL('**/products?brand=Bizen&max-price=20')
})
