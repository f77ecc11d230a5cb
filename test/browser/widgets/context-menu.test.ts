import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { DROPDOWN_OFFSET_PX } from '../../../shared/constants.ts'
import { useBrowser, watchContextMenu } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage, verticalGap } from './widgets-page.ts'
import { openDropdowns } from './dropdown-parts.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('a right click opens the browser’s own menu instead of the widget’s; the keyboard opens the context menu below the focused element, a button below itself, and a second click or scrolling closes it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Dropdown')
  const { page, examples, menu, settled, focusedText } = openDropdowns(opened)
  const card = examples.getByRole('link', { name: 'A card' })
  const isPrevented = watchContextMenu(page)
  await card.click({ button: 'right' })
  expect(await isPrevented).toBe(false)
  expect(await menu.count()).toBe(0)

  const expectBelow = async (anchor: Locator, message: string) => {
    await settled(menu)
    // Until it has a new one, the menu has the position at which it was open before.
    await expect.poll(() => verticalGap(anchor, menu), { message }).toBeCloseTo(DROPDOWN_OFFSET_PX, 0)
  }
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await card.focus()
    await page.keyboard.press(key)
    await expect.poll(focusedText, { message: key }).toBe('Remember it')
    await expectBelow(card, key)
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.count()).toBe(0)
    expect(await isFocused(card), key).toBe(true)
  }

  const button = examples.getByRole('button', { name: 'More actions' })
  await button.click()
  await expectBelow(button, 'button')
  await button.click()
  await expect.poll(() => menu.count()).toBe(0)
  await button.press('Enter')
  await expect.poll(focusedText).toBe('Remember it')
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(button)).toBe(true)

  await page.setViewportSize({ width: 1280, height: 500 })
  await button.click()
  await menu.waitFor()
  await page.mouse.wheel(0, -100)
  await expect.poll(() => menu.count()).toBe(0)
})
