import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DROPDOWN_OFFSET_PX, LONG_PRESS_MS } from '../../../shared/constants.ts'
import { useBrowser, watchContextMenu } from '../../support/browser.ts'
import { dropdownOf, isFocused, openWidgets, untilPlaced, verticalGap, WIDGETS_URL } from './widgets-page.ts'

const browser = await useBrowser()

test('keys open a menu at its first or last item, move in circles, choose and close it; a click opens it 10 px below its trigger, which keeps the focus; it follows the page, opens above if there is no room, and another click or a press outside closes it', async () => {
  await using opened = await openWidgets(browser, { widget: 'Dropdown' })
  const { page } = opened
  const { sort, menu, choices, chosen, focusedText, categories } = dropdownOf(page)
  await sort.focus()
  for (const [key, first] of [
    ['Enter', 'Featured'],
    ['ArrowUp', 'Price, highest first'],
    ['ArrowDown', 'Featured'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(focusedText, { message: key }).toBe(first)
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.count()).toBe(0)
    await expect.poll(() => isFocused(sort)).toBe(true)
  }
  await page.keyboard.press('ArrowDown')
  for (const [key, expected] of [
    ['ArrowUp', 'Price, highest first'],
    ['ArrowDown', 'Featured'],
    ['End', 'Price, highest first'],
    ['Home', 'Featured'],
    ['ArrowDown', 'Newest'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focusedText(), key).toBe(expected)
  }
  await page.keyboard.press('Enter')
  await expect.poll(chosen).toBe('Newest')
  expect([await menu.count(), await isFocused(sort)]).toEqual([0, true])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect([await menu.count(), await isFocused(categories)]).toEqual([0, true])

  const untilClosed = async () => {
    await expect.poll(() => menu.count()).toBe(0)
    expect(await sort.getAttribute('aria-expanded')).toBe('false')
  }
  expect(await sort.getAttribute('aria-haspopup')).toBe('menu')
  await sort.click()
  expect([await menu.getAttribute('data-state'), await sort.getAttribute('aria-expanded')]).toEqual(['open', 'true'])
  expect(await sort.getAttribute('aria-controls')).toBe(await menu.getAttribute('id'))
  expect(await menu.getAttribute('aria-labelledby')).toBe(await sort.getAttribute('id'))
  await untilPlaced(menu)
  expect(await verticalGap(sort, menu)).toBeCloseTo(DROPDOWN_OFFSET_PX, 0)
  expect((await menu.boundingBox())!.x).toBeCloseTo((await sort.boundingBox())!.x, 0)
  await expect.poll(() => isFocused(sort)).toBe(true)
  for (const close of [
    () => sort.click(),
    () => page.getByRole('heading', { name: 'Dropdown' }).click(),
    // Another dropdown opens.
    () => categories.hover(),
    () => choices.nth(2).click(),
  ]) {
    if ((await menu.count()) === 0) await sort.click()
    await close()
    await untilClosed()
  }
  expect(await chosen()).toBe('Price, lowest first')
  await sort.click()
  await page.evaluate(() => window.scrollBy(0, -60))
  await expect.poll(async () => Math.round(await verticalGap(sort, menu))).toBe(DROPDOWN_OFFSET_PX)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 420 })
  await sort.evaluate((own) => window.scrollTo(0, own.getBoundingClientRect().top + window.scrollY - 360))
  await sort.evaluate((own: HTMLElement) => own.click())
  // Until it has a new one, the menu has the placement with which it was open before.
  await expect.poll(() => menu.getAttribute('data-placement')).toBe('top-start')
  await expect.poll(async () => Math.round(await verticalGap(menu, sort))).toBe(DROPDOWN_OFFSET_PX)
})

test('a right click opens the browser’s own menu; the keyboard opens the context menu below the focused element, a button below itself, and a second click or scrolling closes it; a list of links opens on hover, and crossing the gap keeps it open; a tap or key toggles it, Tab moves through its links and closes it, and a mouse click follows the trigger’s link', async () => {
  await using opened = await openWidgets(browser, { widget: 'Dropdown', hasTouch: true })
  const { page } = opened
  const { card, more, menu, focusedText, categories, list } = dropdownOf(page)
  const isPrevented = watchContextMenu(page)
  await card.click({ button: 'right' })
  expect([await isPrevented, await menu.count()]).toEqual([false, 0])
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await card.focus()
    await page.keyboard.press(key)
    await expect.poll(focusedText, { message: key }).toBe('Ask about it')
    // Until it has a new one, the menu has the position at which it was open before.
    await expect.poll(async () => Math.round(await verticalGap(card, menu)), { message: key }).toBe(DROPDOWN_OFFSET_PX)
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.count()).toBe(0)
    await expect.poll(() => isFocused(card), { message: key }).toBe(true)
  }
  await more.click()
  await expect.poll(async () => Math.round(await verticalGap(more, menu))).toBe(DROPDOWN_OFFSET_PX)
  await more.click()
  await expect.poll(() => menu.count()).toBe(0)
  await more.click()
  await menu.waitFor()
  await page.mouse.wheel(0, 100)
  await expect.poll(() => menu.count()).toBe(0)

  await page.getByRole('heading', { name: 'Dropdown' }).evaluate((own) => own.scrollIntoView())
  await categories.hover()
  await expect.poll(() => list.getAttribute('data-placement')).toBe('bottom-end')
  expect(await categories.getAttribute('aria-expanded')).toBe('true')
  const { x, y } = (await list.getByRole('link', { name: 'All products' }).boundingBox())!
  await page.mouse.move(x + 10, y + 10, { steps: 12 })
  expect(await list.isVisible()).toBe(true)
  await page.mouse.move(x + 10, y + 300, { steps: 5 })
  await expect.poll(() => list.count()).toBe(0)

  for (const isOpen of [true, false]) {
    await categories.tap()
    await expect.poll(() => list.count()).toBe(Number(isOpen))
  }
  await categories.press('Enter')
  await expect.poll(focusedText).toBe('All categories')
  await page.keyboard.press('Tab')
  expect(await focusedText()).toBe('All products')
  await page.keyboard.press('Tab')
  await expect.poll(() => list.count()).toBe(0)
  await expect.poll(() => isFocused(card)).toBe(true)
  expect(page.url()).toBe(WIDGETS_URL)
  await categories.click()
  await page.waitForURL(/\/category$/)
})

/** Sends touch input through the browser's protocol, so that touches also scroll and fire pointercancel. */
async function useFinger(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    touchPoints: { x: number; y: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y }]),
    move: (x: number, y: number) => send('touchMove', [{ x, y }]),
    up: () => send('touchEnd', []),
    cancel: () => send('touchCancel', []),
  }
}

test('a long press of 400 ms opens the context menu at the finger; lifting it neither closes the menu nor follows the link, and a finger that moves, scrolls or is cancelled opens none', async () => {
  await using opened = await openWidgets(browser, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    stopsClock: true,
  })
  const { page } = opened
  const { card, menu, chosen } = dropdownOf(page)
  await card.evaluate((own) => own.scrollIntoView({ block: 'center' }))
  const box = (await card.boundingBox())!
  const [x, y] = [Math.ceil(box.x + 20), Math.ceil(box.y + 8)]
  const finger = await useFinger(page)
  await finger.down(x, y)
  await page.clock.runFor(LONG_PRESS_MS - 1)
  expect(await menu.count()).toBe(0)
  await page.clock.runFor(1)
  await menu.waitFor()
  // The touch is short in real time, so the browser fires a click, which hits the menu only after Floating UI has loaded.
  await expect.poll(() => menu.boundingBox()).toMatchObject({ x, y })
  await finger.up()
  // Imitates browsers that fire a click after a long press.
  await card.dispatchEvent('click', { detail: 1 })
  await page.clock.runFor(LONG_PRESS_MS)
  expect([await menu.getAttribute('data-state'), page.url()]).toEqual(['open', WIDGETS_URL])
  await menu.getByRole('menuitem', { name: 'Show the newest' }).tap()
  await expect.poll(chosen).toBe('Newest')
  expect(await menu.count()).toBe(0)

  const expectNone = async (message: string) => {
    await page.clock.runFor(LONG_PRESS_MS)
    expect(await menu.count(), message).toBe(0)
  }
  await finger.down(x, y)
  await finger.cancel()
  await expectNone('cancelled')
  await finger.down(x, y)
  for (const part of [10, 20, 30]) await finger.move(x + part, y)
  await expectNone('moved aside')
  await finger.up()
  const scrolled = await page.evaluate(() => window.scrollY)
  await finger.down(x, y)
  for (const part of [15, 30, 45, 60]) await finger.move(x, y - part)
  await expectNone('scrolled')
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled)
  // Lifting the finger could scroll on by inertia.
  await finger.cancel()
  await card.tap()
  await page.waitForURL(/\/about$/)
})
