import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LONG_PRESS_MS } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { openDropdowns } from './dropdown-parts.ts'
import { isFocused, openWidgetsPage, widgetsUrl, type WidgetsPage } from './widgets-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, stopsClock: true }

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

const outlastPress = (page: Page) => page.clock.runFor(LONG_PRESS_MS)

async function findCard({ page, examples }: WidgetsPage) {
  const link = examples.getByRole('link', { name: 'A card' })
  const box = (await link.boundingBox())!
  return { link, x: Math.ceil(box.x + 20), y: Math.ceil(box.y + 8), finger: await useFinger(page) }
}

test('a long press of 400 ms opens the context menu at the finger, and lifting the finger neither closes it nor follows the link; a short tap follows the link', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', PHONE)
  const { page, examples, menu, item } = openDropdowns(opened)
  const { link, x, y, finger } = await findCard(opened)
  await link.evaluate((element) => {
    element.addEventListener('click', () => Object.assign(window, { isClicked: true }))
  })
  await finger.down(x, y)
  await page.clock.runFor(LONG_PRESS_MS - 1)
  expect(await menu.count()).toBe(0)
  await page.clock.runFor(1)
  await menu.waitFor()
  // The touch is short in real time, so the browser fires a click, which hits the menu only after Floating UI has loaded.
  await expect.poll(() => menu.boundingBox()).toMatchObject({ x, y })
  await finger.up()
  // Imitates browsers that fire a click after a long press.
  await link.dispatchEvent('click', { detail: 1 })
  await outlastPress(page)
  expect(await menu.getAttribute('data-state')).toBe('open')
  expect(await page.evaluate(() => Reflect.get(window, 'isClicked') as unknown)).toBe(undefined)
  expect(page.url()).toBe(widgetsUrl(server.url, 'Dropdown'))
  expect(await menu.boundingBox()).toMatchObject({ x, y })
  expect(await menu.getAttribute('aria-label')).toBe('The card')

  // A slight movement does not cancel the second press.
  await finger.down(x - 16, y)
  await finger.move(x - 14, y + 1)
  await outlastPress(page)
  await menu.waitFor()
  await finger.up()
  await expect.poll(() => menu.boundingBox()).toMatchObject({ x: x - 16, y })
  await page.keyboard.press('ArrowDown')
  expect(await isFocused(item('Remember it'))).toBe(true)
  await item('Compare it').tap()
  await expect.poll(() => examples.locator('output').textContent()).toBe('compared')
  expect(await menu.count()).toBe(0)

  for (const close of [() => page.touchscreen.tap(350, y + 300), () => page.keyboard.press('Escape')]) {
    await finger.down(x, y)
    await outlastPress(page)
    await menu.waitFor()
    await finger.up()
    await close()
    await expect.poll(() => menu.count()).toBe(0)
  }
  await link.tap()
  await page.waitForURL(`${server.url}/about`)
})

test('a long press opens the context menu only if the finger neither scrolls nor moves aside, the pointer is not cancelled and the page is not left', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', PHONE)
  const { page, menu } = openDropdowns(opened)
  const { link, x, y, finger } = await findCard(opened)
  const expectNone = async (message: string) => {
    await outlastPress(page)
    expect(await menu.count(), message).toBe(0)
  }
  const pressAndMove = async (byX: number, byY: number) => {
    await finger.down(x, y)
    for (const part of [0.25, 0.5, 0.75, 1]) await finger.move(x + byX * part, y + byY * part)
  }
  await finger.down(x, y)
  await finger.cancel()
  await expectNone('cancelled')
  await pressAndMove(30, 0)
  await expectNone('moved aside')
  await finger.up()
  const scrolled = await page.evaluate(() => window.scrollY)
  await pressAndMove(0, -60)
  await expectNone('scrolled')
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled)
  // Lifting the finger could scroll on by inertia.
  await finger.cancel()
  await page.evaluate((top) => window.scrollTo(0, top), scrolled)
  await finger.down(x, y)
  await outlastPress(page)
  await menu.waitFor()
  await finger.up()
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)

  // The browser neither scrolls nor cancels the pointer.
  await link.evaluate((element) => {
    element.style.touchAction = 'none'
  })
  await finger.down(x, y)
  await finger.move(x + 10, y)
  await finger.move(x + 20, y)
  await expectNone('moved without scrolling')
  await finger.up()

  await finger.down(x, y)
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href^="/"], header a[href^="/"]')!.click())
  await page.waitForURL((url) => url.pathname !== '/widgets')
  await expectNone('page left')
  await finger.up()
})
