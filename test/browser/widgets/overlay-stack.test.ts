import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage } from './widgets-page.ts'
import { openOverlays } from './overlay-parts.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('each Escape and each click outside closes only the innermost overlay or dropdown, and closing an overlay closes the overlays inside it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, innerTrigger, outer, inner, stateOf, isLocked } = openOverlays(opened)
  await outerTrigger.click()
  await innerTrigger.click()
  await expect.poll(() => stateOf(inner)).toBe('open')
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(inner)).toBe('closed')
  expect(await stateOf(outer)).toBe('open')
  expect(await isFocused(innerTrigger)).toBe(true)

  await innerTrigger.click()
  await expect.poll(() => stateOf(inner)).toBe('open')
  await page.mouse.click(5, 5)
  await expect.poll(() => stateOf(inner)).toBe('closed')
  expect(await stateOf(outer)).toBe('open')

  await page.getByRole('button', { name: 'Open choices' }).click()
  const menu = page.getByRole('menu', { name: 'Open choices' })
  await menu.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
  expect(await stateOf(outer)).toBe('open')

  await innerTrigger.click()
  await expect.poll(() => stateOf(inner)).toBe('open')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await stateOf(inner)).toBe('closed')
  expect(await isFocused(outerTrigger)).toBe(true)

  await outerTrigger.click()
  await innerTrigger.click()
  await expect.poll(() => stateOf(inner)).toBe('open')
  // The script clicks the trigger, which is inert for visitors.
  await outerTrigger.evaluate((button: HTMLElement) => button.click())
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await stateOf(inner)).toBe('closed')
  expect(await isLocked()).toBe(false)
})
