import { expect, test } from 'vitest'
import { DROPDOWN_OFFSET_PX } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openBeforeScripts, openWidgetsPage, verticalGap } from './widgets-page.ts'
import { openDropdowns } from './dropdown-parts.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('a click opens the dropdown menu 10 px below its trigger, which keeps the focus; another click, another menu or a press outside closes it, and the last of several fast clicks counts', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { examples, share, sort, menu, settled } = openDropdowns(opened)
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

  await share.click()
  await sort.click()
  await expect.poll(() => menu.count()).toBe(1)
  expect(await sort.getAttribute('aria-expanded')).toBe('true')
  expect(await share.getAttribute('aria-expanded')).toBe('false')
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

test('keys open a menu with its first or last item focused, skip disabled items and wrap around; letters focus the next item that begins with them, and Tab and Shift+Tab close the menu and move the focus on', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, share, sort, menu, focusedText } = openDropdowns(opened)
  await share.focus()
  for (const [key, first] of [
    ['Enter', 'Copy the address'],
    ['Space', 'Copy the address'],
    ['ArrowDown', 'Copy the address'],
    ['ArrowUp', 'Pin to a board'],
  ] as const) {
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
    ['e', 'Éditions'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focusedText(), key).toBe(expected)
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  // Repeating a letter cycles through the matching items.
  for (const expected of ['Print', 'Pin to a board', 'Print']) {
    await page.keyboard.type('p')
    expect(await focusedText()).toBe(expected)
  }
  await page.keyboard.press('Tab')
  expect(await menu.count()).toBe(0)
  expect(await isFocused(sort)).toBe(true)
  await page.keyboard.press('Enter')
  // A prefix may contain spaces.
  await page.keyboard.type('price, h')
  expect(await focusedText()).toBe('Price, highest first')
  await page.keyboard.press('Shift+Tab')
  expect(await menu.count()).toBe(0)
  expect(await isFocused(share)).toBe(true)
})

test('Enter, Space and a click choose an item, close the menu and restore the focus, but a disabled item does nothing; a menu is closed after its item has unmounted it or left the page', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples, share, sort, menu, item } = openDropdowns(opened)
  const output = examples.locator('output')
  await share.click()
  expect(await item('Send by fax').getAttribute('aria-disabled')).toBe('true')
  await item('Send by fax').click({ force: true })
  expect(await menu.count()).toBe(1)
  expect(await output.textContent()).toBe('')
  await share.click()

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

  const choices = page.getByRole('menuitemradio')
  const listChecked = () => choices.evaluateAll((all) => all.map((one) => one.ariaChecked))
  await sort.click()
  expect(await listChecked()).toEqual(['true', 'false', 'false', 'false'])
  await choices.nth(2).click()
  expect(await menu.count()).toBe(0)
  await sort.click()
  expect(await listChecked()).toEqual(['false', 'false', 'true', 'false'])
  await page.keyboard.press('Escape')

  const unmounted = examples.getByRole('button', { name: 'Unmounted on selection' })
  await unmounted.click()
  await item('Unmount the menu').click()
  await expect.poll(() => unmounted.count()).toBe(0)
  // No listener of the unmounted menu is left, which would take this Escape.
  await share.click()
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)

  await share.click()
  await item('Éditions').click()
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  await page.goBack()
  await share.waitFor()
  expect(await menu.count()).toBe(0)
  expect(await share.getAttribute('aria-expanded')).toBe('false')
})

test('an open menu follows its trigger when the page scrolls, opens on the other side if there is no room, and stays inside the screen', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', {
    viewport: { width: 1280, height: 700 },
  })
  const { page, examples, share, menu, settled } = openDropdowns(opened)
  await share.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 150))
  await share.click()
  await settled(menu)
  await page.evaluate(() => window.scrollBy(0, 60))
  await expect.poll(async () => Math.round(await verticalGap(share, menu))).toBe(DROPDOWN_OFFSET_PX)
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)

  await page.setViewportSize({ width: 360, height: 420 })
  await share.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().bottom + window.scrollY - 410))
  await share.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
  // Until it has a new one, the menu has the placement with which it was open before.
  await expect.poll(() => menu.getAttribute('data-placement')).toBe('top-start')
  expect(await verticalGap(menu, share)).toBeCloseTo(DROPDOWN_OFFSET_PX, 0)
  await page.keyboard.press('Escape')

  await examples.getByRole('button', { name: 'Pages' }).click()
  const group = page.getByRole('group', { name: 'Pages' })
  await settled(group)
  await expect.poll(async () => (await group.boundingBox())!.x).toBeGreaterThanOrEqual(0)
  const { x, width } = (await group.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(360)
})

test('without scripts a dropdown opens as a plain list that Tab reaches', async () => {
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

test('a dropdown opened before hydration becomes a menu', async () => {
  await using early = await openBeforeScripts(browser, server.url, 'Dropdown')
  const { page } = early
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.click()
  await page.getByRole('group', { name: 'Share' }).waitFor()
  await early.releaseScripts()
  const menu = page.getByRole('menu', { name: 'Share' })
  await expect.poll(() => menu.getAttribute('data-state')).toBe('open')
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copy the address')
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
})
