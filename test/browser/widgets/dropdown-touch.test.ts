import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LONG_PRESS_MS } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { openWidgetsPage, widgetsUrl } from './widgets-page.ts'

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

test('a long press of 400 ms opens the context menu, and lifting the finger neither closes it nor follows the link', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', PHONE)
  const { page, examples } = opened
  const finger = await useFinger(page)
  const link = examples.getByRole('link', { name: 'A card' })
  const menu = page.getByRole('menu', { name: 'The card' })
  await link.evaluate((element) => {
    element.addEventListener('click', () => Object.assign(window, { isClicked: true }))
  })
  const box = (await link.boundingBox())!
  const [x, y] = [Math.ceil(box.x + 20), Math.ceil(box.y + 8)]
  await finger.down(x, y)
  await page.clock.runFor(LONG_PRESS_MS - 1)
  expect(await menu.count()).toBe(0)
  await page.clock.runFor(1)
  await menu.waitFor()
  await finger.up()
  // Imitates browsers that fire a click after a long press.
  await link.dispatchEvent('click', { detail: 1 })
  await outlastPress(page)
  expect(await menu.getAttribute('data-state')).toBe('open')
  expect(await page.evaluate(() => Reflect.get(window, 'isClicked') as unknown)).toBe(undefined)
  expect(page.url()).toBe(widgetsUrl(server.url, 'Dropdown'))
  expect(await menu.boundingBox()).toMatchObject({ x, y })

  await page.getByRole('menuitem', { name: 'Compare it' }).tap()
  await expect.poll(() => examples.locator('output').textContent()).toBe('compared')
  expect(await menu.count()).toBe(0)
})

test.each([
  ['scrolls', 0, -60],
  ['moves aside', 30, 0],
])('a long press does not open the context menu if the finger %s', async (_name, byX, byY) => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', PHONE)
  const { page, examples } = opened
  const finger = await useFinger(page)
  const scrolled = await page.evaluate(() => window.scrollY)
  const { x, y } = (await examples.getByRole('link', { name: 'A card' }).boundingBox())!
  await finger.down(x + 20, y + 8)
  for (const part of [0.25, 0.5, 0.75, 1]) await finger.move(x + 20 + byX * part, y + 8 + byY * part)
  await outlastPress(page)
  expect(await page.getByRole('menu').count()).toBe(0)
  if (byY !== 0) expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled)
  await finger.up()
})

test('a long press opens no context menu if the finger moves or the pointer is cancelled', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', PHONE)
  const { page, examples } = opened
  const finger = await useFinger(page)
  const link = examples.getByRole('link', { name: 'A card' })
  const { x, y } = (await link.boundingBox())!
  await finger.down(x + 20, y + 8)
  await finger.cancel()
  await outlastPress(page)
  expect(await page.getByRole('menu').count()).toBe(0)

  await link.evaluate((element) => {
    element.style.touchAction = 'none'
  })
  await finger.down(x + 20, y + 8)
  await finger.move(x + 30, y + 8)
  await finger.move(x + 40, y + 8)
  await outlastPress(page)
  expect(await page.getByRole('menu').count()).toBe(0)
  await finger.up()
})

test('a short tap follows the link, and a slight movement does not cancel a long press', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', PHONE)
  const { page, examples } = opened
  const finger = await useFinger(page)
  const link = examples.getByRole('link', { name: 'A card' })
  const { x, y } = (await link.boundingBox())!
  await finger.down(x + 20, y + 8)
  await finger.move(x + 22, y + 9)
  await outlastPress(page)
  await page.getByRole('menu').waitFor()
  await finger.up()
  // An outside press closes the menu.
  await page.touchscreen.tap(350, y + 300)
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
  await link.tap()
  await page.waitForURL(`${server.url}/about`)
})

test('leaving the page during a long press opens no context menu', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', PHONE)
  const { page, examples } = opened
  const finger = await useFinger(page)
  const { x, y } = (await examples.getByRole('link', { name: 'A card' }).boundingBox())!
  await finger.down(x + 20, y + 8)
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href^="/"], header a[href^="/"]')!.click())
  await page.waitForURL((url) => url.pathname !== '/widgets')
  await outlastPress(page)
  expect(await page.getByRole('menu').count()).toBe(0)
  await finger.up()
})
