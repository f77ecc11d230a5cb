import { expect, test } from 'vitest'
import { DROPDOWN_OFFSET_PX } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage, verticalGap } from './widgets-page.ts'
import { openDropdowns } from './dropdown-parts.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('a right click opens the browser’s own menu instead of the widget’s', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples, menu } = openDropdowns(opened)
  const isPrevented = page.evaluate(
    () =>
      new Promise((resolve) =>
        window.addEventListener('contextmenu', (event) => resolve(event.defaultPrevented), { once: true }),
      ),
  )
  await examples.getByRole('link', { name: 'A card' }).click({ button: 'right' })
  expect(await isPrevented).toBe(false)
  expect(await menu.count()).toBe(0)
})

test('each long press opens the context menu at the finger and follows no link', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', { hasTouch: true })
  const { page, examples, menu, settled, item } = openDropdowns(opened)
  const card = examples.getByRole('link', { name: 'A card' })
  await card.scrollIntoViewIfNeeded()
  const box = (await card.boundingBox())!
  const session = await page.context().newCDPSession(page)
  for (const distance of [30, 4]) {
    const point = { x: Math.ceil(box.x) + distance, y: Math.ceil(box.y) + 5 }
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await menu.waitFor()
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await settled(menu)
    await expect.poll(() => menu.boundingBox()).toMatchObject(point)
  }
  expect(await menu.getAttribute('aria-label')).toBe('The card')
  expect(page.url()).toContain('/widgets')
  await page.keyboard.press('ArrowDown')
  expect(await isFocused(item('Remember it'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
  await card.tap()
  await page.waitForURL(`${server.url}/about`)
})

test('the button of a context menu opens it below itself, and a second click closes it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples, menu, settled, focusedText } = openDropdowns(opened)
  const button = examples.getByRole('button', { name: 'More actions' })
  await button.click()
  await settled(menu)
  expect(await verticalGap(button, menu)).toBeCloseTo(DROPDOWN_OFFSET_PX, 0)
  await button.click()
  await expect.poll(() => menu.count()).toBe(0)
  await button.press('Enter')
  await expect.poll(focusedText).toBe('Remember it')
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(button)).toBe(true)
})

test.each(['Shift+F10', 'ContextMenu'])(
  '%s opens the context menu below the focused element and focuses its first item',
  async (key) => {
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
  },
)

test('the context menu closes when the page scrolls', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown', {
    viewport: { width: 1280, height: 500 },
  })
  const { page, examples, menu } = openDropdowns(opened)
  await examples.getByRole('button', { name: 'More actions' }).click()
  await menu.waitFor()
  await page.mouse.wheel(0, -100)
  await expect.poll(() => menu.count()).toBe(0)
})
