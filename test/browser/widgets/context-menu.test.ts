import { expect, test } from 'vitest'
import { DROPDOWN_OFFSET_PX } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage, verticalGap } from './widgets-page.ts'
import { openDropdowns } from './dropdown-parts.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('each right click opens the context menu at the pointer', async () => {
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
  await card.click()
  await page.waitForURL(`${server.url}/about`)
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
  await examples.getByRole('link', { name: 'A card' }).click({ button: 'right' })
  await menu.waitFor()
  await page.mouse.wheel(0, -100)
  await expect.poll(() => menu.count()).toBe(0)
})
