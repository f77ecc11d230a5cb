import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openBeforeScripts, openWidgetsPage } from './widgets-page.ts'
import { openOverlays } from './overlay-parts.ts'

const browser = await useBrowser({ hasScrollbars: true })
const server = await findDevelopmentServer()

test('an overlay opens and closes without scripts', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { javaScriptEnabled: false })
  const { page, outerTrigger, outer } = openOverlays(opened)
  expect(await outer.isVisible()).toBe(false)
  await outerTrigger.click()
  await outer.getByRole('heading', { name: 'In the centre' }).waitFor()
  await outer.getByRole('button', { name: 'Close' }).click()
  expect(await outer.isVisible()).toBe(false)
  await outerTrigger.click()
  await page.keyboard.press('Escape')
  expect(await outer.isVisible()).toBe(false)
})

test('an overlay opened before hydration becomes a modal dialog', async () => {
  await using early = await openBeforeScripts(browser, server.url, 'Overlay')
  const { page, outerTrigger: trigger, outer } = openOverlays(early)
  await trigger.click()
  expect(await outer.evaluate((panel) => panel.matches(':popover-open'))).toBe(true)
  await early.releaseScripts()
  await expect.poll(() => outer.evaluate((panel) => panel.matches(':modal'))).toBe(true)
  expect(await outer.getAttribute('data-state')).toBe('open')
  await page.keyboard.press('Escape')
  await expect.poll(() => outer.getAttribute('data-state')).toBe('closed')
  expect(await isFocused(trigger)).toBe(true)
})
