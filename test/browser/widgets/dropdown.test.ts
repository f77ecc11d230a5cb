import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DROPDOWN_OFFSET_PX } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openBeforeScripts, openWidgetsPage, verticalGap } from './widgets-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

const openDropdowns = ({ page, examples }: { readonly page: Page; readonly examples: Locator }) => ({
  page,
  examples,
  share: examples.getByRole('button', { name: 'Share', exact: true }),
  sort: examples.getByRole('button', { name: 'Sort by' }),
  menu: page.getByRole('menu'),
  item: (name: string) => page.getByRole('menuitem', { name }),
  focusedText: () => page.evaluate(() => document.activeElement?.textContent),
  settled: (popup: Locator) => expect.poll(() => popup.getAttribute('data-placement')).not.toBe(null),
})

test('a click opens a menu 10 px below and leaves the focus on its trigger; another one closes it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { share, menu, settled } = openDropdowns(opened)
  expect(await share.getAttribute('aria-haspopup')).toBe('menu')
  expect(await share.getAttribute('aria-expanded')).toBe('false')
  await share.click()
  expect(await menu.getAttribute('data-state')).toBe('open')
  expect(await share.getAttribute('aria-expanded')).toBe('true')
  expect(await share.getAttribute('aria-controls')).toBe(await menu.getAttribute('id'))
  expect(await menu.getAttribute('aria-labelledby')).toBe(await share.getAttribute('id'))
  await settled(menu)
  expect(await menu.getAttribute('data-placement')).toBe('bottom-start')
  expect(await verticalGap(share, menu)).toBeCloseTo(DROPDOWN_OFFSET_PX, 0)
  expect((await menu.boundingBox())!.x).toBeCloseTo((await share.boundingBox())!.x, 0)
  expect(await isFocused(share)).toBe(true)
  await share.click()
  await expect.poll(() => menu.count()).toBe(0)
  expect(await share.getAttribute('aria-expanded')).toBe('false')
})

test('the keyboard opens it on its first or last item, and arrows, Home and End go round, past what is disabled', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, share, menu, focusedText } = openDropdowns(opened)
  await share.focus()
  for (const [key, first] of [['Enter', 'Copy the address'], ['Space', 'Copy the address'], ['ArrowDown', 'Copy the address'], ['ArrowUp', 'Pin to a board']] as const) {
    await page.keyboard.press(key)
    await expect.poll(focusedText, { message: key }).toBe(first)
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.count()).toBe(0)
    expect(await isFocused(share)).toBe(true)
  }
  await page.keyboard.press('ArrowDown')
  for (const [key, expected] of [
    ['ArrowDown', 'Éditions'],
    ['ArrowUp', 'Copy the address'],
    ['ArrowUp', 'Pin to a board'],
    ['ArrowDown', 'Copy the address'],
    ['End', 'Pin to a board'],
    ['Home', 'Copy the address'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focusedText(), key).toBe(expected)
  }
})

test('typing leads to the item that begins so', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, share, sort, focusedText } = openDropdowns(opened)
  await share.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('e')
  expect(await focusedText()).toBe('Éditions')
  await page.keyboard.press('Escape')
  // The same letter again goes on to the next one, and round.
  await page.keyboard.press('Enter')
  await page.keyboard.type('p')
  expect(await focusedText()).toBe('Print')
  await page.keyboard.type('p')
  expect(await focusedText()).toBe('Pin to a board')
  await page.keyboard.type('p')
  expect(await focusedText()).toBe('Print')
  await page.keyboard.press('Escape')
  // A longer word, with spaces in it.
  await sort.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('price, h')
  expect(await focusedText()).toBe('Price, highest first')
})

test('Enter and Space choose, and a choice closes the menu and gives the focus back', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples, share, sort, menu } = openDropdowns(opened)
  const output = examples.locator('output')
  await share.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => output.textContent()).toBe('copied')
  expect(await menu.count()).toBe(0)
  expect(await isFocused(share)).toBe(true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(() => output.textContent()).toBe('pinned')
  expect(await menu.count()).toBe(0)

  await sort.click()
  const choices = page.getByRole('menuitemradio')
  expect(await choices.evaluateAll((all) => all.map((one) => one.ariaChecked))).toEqual(['true', 'false', 'false', 'false'])
  await choices.nth(2).click()
  expect(await menu.count()).toBe(0)
  await sort.click()
  expect(await choices.evaluateAll((all) => all.map((one) => one.ariaChecked))).toEqual(['false', 'false', 'true', 'false'])
})

test('what is disabled does nothing and leaves the menu open', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { examples, share, menu, item } = openDropdowns(opened)
  await share.click()
  expect(await item('Send by fax').getAttribute('aria-disabled')).toBe('true')
  await item('Send by fax').click({ force: true })
  expect(await menu.count()).toBe(1)
  expect(await examples.locator('output').textContent()).toBe('')
})

test('Tab closes it and goes on, both ways', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, share, sort, menu } = openDropdowns(opened)
  await share.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await menu.count()).toBe(0)
  expect(await isFocused(sort)).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  expect(await menu.count()).toBe(0)
  expect(await isFocused(share)).toBe(true)
})

test('opening one closes the others, a press outside closes it, and fast clicks end where the last one leads', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { examples, share, sort, menu } = openDropdowns(opened)
  await share.click()
  await sort.click()
  await expect.poll(() => menu.count()).toBe(1)
  expect(await sort.getAttribute('aria-expanded')).toBe('true')
  expect(await share.getAttribute('aria-expanded')).toBe('false')
  // Only the mouse moves: neither a press nor the focus is elsewhere.
  await examples.getByRole('link', { name: 'Categories', exact: true }).hover()
  await expect.poll(() => menu.count()).toBe(0)
  expect(await sort.getAttribute('aria-expanded')).toBe('false')
  await sort.click()
  await expect.poll(() => menu.count()).toBe(1)
  await examples.getByRole('heading').click()
  await expect.poll(() => menu.count()).toBe(0)
  await share.dblclick()
  expect(await menu.count()).toBe(0)
  expect(await share.getAttribute('aria-expanded')).toBe('false')
  await share.click({ clickCount: 3 })
  expect(await menu.count()).toBe(1)
  expect(await share.getAttribute('aria-expanded')).toBe('true')
})

test('without room it opens to the other side, and it stays inside of the screen', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', { viewport: { width: 360, height: 420 } })
  const { page, examples, share, menu, settled } = openDropdowns(opened)
  await share.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().bottom + window.scrollY - 410))
  await share.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
  await settled(menu)
  expect(await menu.getAttribute('data-placement')).toBe('top-start')
  expect(await verticalGap(menu, share)).toBeCloseTo(DROPDOWN_OFFSET_PX, 0)
  await page.keyboard.press('Escape')

  const pages = examples.getByRole('button', { name: 'Pages' })
  await pages.click()
  const group = page.getByRole('group', { name: 'Pages' })
  await settled(group)
  await expect.poll(async () => (await group.boundingBox())!.x).toBeGreaterThanOrEqual(0)
  const { x, width } = (await group.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(360)
})

test('it follows its trigger when the page scrolls', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', { viewport: { width: 1280, height: 700 } })
  const { page, share, menu, settled } = openDropdowns(opened)
  await share.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 150))
  await share.click()
  await settled(menu)
  await page.evaluate(() => window.scrollBy(0, 60))
  await expect.poll(async () => Math.round(await verticalGap(share, menu))).toBe(DROPDOWN_OFFSET_PX)
})

test('the mouse opens by hovering, crosses the gap, and a click on the link leads on', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples } = openDropdowns(opened)
  const link = examples.getByRole('link', { name: 'Categories', exact: true })
  const list = page.getByRole('group', { name: 'Categories' })
  await link.hover()
  await expect.poll(() => list.getAttribute('data-placement')).toBe('bottom-start')
  expect(await link.getAttribute('aria-expanded')).toBe('true')
  const { x, y } = (await list.getByRole('link', { name: 'All products' }).boundingBox())!
  await page.mouse.move(x + 10, y + 10, { steps: 40 })
  expect(await list.isVisible()).toBe(true)
  await page.mouse.move(x + 10, y + 400, { steps: 5 })
  await expect.poll(() => list.count()).toBe(0)
  await link.click()
  await page.waitForURL(`${server.url}/category`)
})

test('a finger and the keyboard open and close what the mouse hovers', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', { hasTouch: true, viewport: { width: 360, height: 740 } })
  const { page, examples, focusedText } = openDropdowns(opened)
  const link = examples.getByRole('link', { name: 'Categories', exact: true })
  const list = page.getByRole('group', { name: 'Categories' })
  await link.tap()
  await list.waitFor()
  await link.tap()
  await expect.poll(() => list.count()).toBe(0)
  await link.focus()
  await page.keyboard.press('Enter')
  expect(await focusedText()).toBe('All categories')
  await page.keyboard.press('Escape')
  await expect.poll(() => list.count()).toBe(0)
  expect(page.url()).toBe(`${server.url}/widgets`)
})

test('a list of links is no menu: Tab goes through it, and leaving it closes it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples, menu, focusedText } = openDropdowns(opened)
  const pages = examples.getByRole('button', { name: 'Pages' })
  expect(await pages.getAttribute('aria-haspopup')).toBe(null)
  await pages.focus()
  await page.keyboard.press('Enter')
  const group = page.getByRole('group', { name: 'Pages' })
  expect(await group.getByRole('listitem').count()).toBe(2)
  expect(await menu.count()).toBe(0)
  expect(await focusedText()).toBe('About the studio')
  await page.keyboard.press('ArrowDown')
  expect(await focusedText()).toBe('Where to find us')
  await page.keyboard.press('Shift+Tab')
  expect(await focusedText()).toBe('About the studio')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => group.count()).toBe(0)
  expect(await isFocused(examples.getByRole('link', { name: 'A card' }))).toBe(true)
})

test('a right click opens the context menu at the pointer, each time where it is', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples, menu, settled, item } = openDropdowns(opened)
  const card = examples.getByRole('link', { name: 'A card' })
  const box = (await card.boundingBox())!
  const [x, y] = [Math.ceil(box.x), Math.ceil(box.y)]
  for (const distance of [30, 4]) {
    await page.mouse.click(x + distance, y + 5, { button: 'right' })
    await settled(menu)
    await expect.poll(() => menu.boundingBox()).toMatchObject({ x: x + distance, y: y + 5 })
  }
  expect(await menu.getAttribute('aria-label')).toBe('The card')
  await page.keyboard.press('ArrowDown')
  expect(await isFocused(item('Remember it'))).toBe(true)
  await page.mouse.click(x + 300, y - 100)
  await expect.poll(() => menu.count()).toBe(0)
  // A plain click is none of its business.
  await card.click()
  await page.waitForURL(`${server.url}/about`)
})

test.each(['Shift+F10', 'ContextMenu'])('%s opens the context menu below what has the focus, on its first item', async (key) => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples, menu, settled, focusedText } = openDropdowns(opened)
  const card = examples.getByRole('link', { name: 'A card' })
  await card.focus()
  await page.keyboard.press(key)
  await expect.poll(focusedText).toBe('Remember it')
  await settled(menu)
  expect(await verticalGap(card, menu)).toBeCloseTo(DROPDOWN_OFFSET_PX, 0)
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
  expect(await isFocused(card)).toBe(true)
})

test('it goes when the page under it scrolls away', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', { viewport: { width: 1280, height: 500 } })
  const { page, examples, menu } = openDropdowns(opened)
  await examples.getByRole('link', { name: 'A card' }).click({ button: 'right' })
  await menu.waitFor()
  await page.mouse.wheel(0, -100)
  await expect.poll(() => menu.count()).toBe(0)
})

test('taken out of the page by its own item, it leaves nothing behind', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples, share, menu, item } = openDropdowns(opened)
  await examples.getByRole('button', { name: 'Gone once chosen' }).click()
  await item('Take all of it away').click()
  await expect.poll(() => examples.getByRole('button', { name: 'Gone once chosen' }).count()).toBe(0)
  await share.click()
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
})

test('a page that is left with a dropdown open comes back with it closed', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, share, menu, item } = openDropdowns(opened)
  await share.click()
  await item('Éditions').click()
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  await page.goBack()
  await share.waitFor()
  expect(await menu.count()).toBe(0)
  expect(await share.getAttribute('aria-expanded')).toBe('false')
})

test('before the scripts and without them it opens as a plain list, reached by Tab', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', { javaScriptEnabled: false })
  const { page, examples, share, focusedText } = openDropdowns(opened)
  expect(await examples.locator('[role="menu"], [role="menuitem"], [aria-haspopup]').count()).toBe(0)
  await share.click()
  const popup = page.getByRole('group', { name: 'Share' })
  await popup.waitFor()
  expect(await verticalGap(share, popup)).toBeCloseTo(DROPDOWN_OFFSET_PX, 0)
  await page.keyboard.press('Tab')
  expect(await focusedText()).toBe('Copy the address')
  await page.keyboard.press('Escape')
  await expect.poll(() => popup.count()).toBe(0)
})

test('what was opened before the scripts came is a menu once they are there', async () => {
  await using early = await openBeforeScripts(browser, server.url, 'Dropdown')
  const { page } = early
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.click()
  await page.getByRole('group', { name: 'Share' }).waitFor()
  await early.letScriptsCome()
  const menu = page.getByRole('menu', { name: 'Share' })
  await expect.poll(() => menu.getAttribute('data-state')).toBe('open')
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copy the address')
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
})
