import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { expectFocusTrapped, sidebarOf, waitUntilBackIsGuarded } from './overlay-parts.ts'
import { isFocused, openWidgetsPage, settle } from './widgets-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 360, height: 740 }

/** A closed drawer leaves no inert elements and no scroll lock behind. */
async function expectReleased(page: Page): Promise<void> {
  expect(await page.locator('[inert]').count()).toBe(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden')
}

test('a sidebar is an inline region at its breakpoint and wider, can be collapsed and expanded, and is expanded with its input after it was a drawer', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { viewport: WIDE })
  const { page, panel, trigger, minify, box } = sidebarOf(opened)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  expect(await page.getByRole('region', { name: 'Sidebar' }).getByRole('checkbox').count()).toBe(1)
  expect(await panel.evaluate((element) => getComputedStyle(element).position)).toBe('static')
  expect(await panel.getByRole('button', { name: 'Close' }).isVisible()).toBe(false)
  expect(await trigger.isVisible()).toBe(false)
  await box.check()
  await page.keyboard.press('Escape')
  expect(await box.isVisible()).toBe(true)
  await box.uncheck()

  expect(await minify.getAttribute('aria-expanded')).toBe('true')
  const width = (await panel.boundingBox())!.width
  await minify.click()
  await expect.poll(() => panel.getAttribute('data-minified')).toBe('')
  expect(await minify.getAttribute('aria-expanded')).toBe('false')
  expect(await box.isVisible()).toBe(false)
  expect((await panel.boundingBox())!.width).toBeLessThan(width)
  await minify.click()
  await expect.poll(() => panel.getAttribute('data-minified')).toBe(null)
  expect(await box.isVisible()).toBe(true)

  await minify.click()
  await page.setViewportSize(NARROW)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
  await page.setViewportSize(WIDE)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  expect(await panel.getAttribute('data-minified')).toBe(null)

  await page.setViewportSize(NARROW)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
  await trigger.click()
  await box.check()
  await page.setViewportSize(WIDE)
  await expect.poll(() => panel.evaluate((element) => element.matches(':popover-open'))).toBe(false)
  expect(await box.isChecked()).toBe(true)
  expect(await panel.getAttribute('role')).toBe('region')
  await expectReleased(page)
})

test('below its breakpoint a sidebar is a modal drawer that traps the focus and restores it on close; a click outside and Back close it too and release its scroll lock and inert elements', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { viewport: NARROW, hasTouch: true })
  const { page, panel, trigger, minify } = sidebarOf(opened)
  const waitForState = (state: string) => expect.poll(() => panel.getAttribute('data-state')).toBe(state)
  expect(await panel.isVisible()).toBe(false)
  await trigger.focus()
  await page.keyboard.press('Enter')
  await waitForState('open')
  expect(await panel.getAttribute('aria-modal')).toBe('true')
  expect(await page.getByRole('dialog', { name: 'Sidebar' }).count()).toBe(1)
  expect(await minify.isVisible()).toBe(false)
  expect(await isFocused(panel)).toBe(true)
  await expectFocusTrapped(panel, 6)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
  await page.keyboard.press('Escape')
  await waitForState('closed')
  expect(await isFocused(trigger)).toBe(true)
  await expectReleased(page)

  await trigger.tap()
  await waitForState('open')
  await settle(panel)
  await page.touchscreen.tap(200, 300)
  expect(await panel.getAttribute('data-state')).toBe('open')
  await panel.getByRole('button', { name: 'Close' }).tap()
  await waitForState('closed')

  const address = page.url()
  await trigger.click()
  await waitForState('open')
  await waitUntilBackIsGuarded(page)
  await page.goBack()
  await waitForState('closed')
  expect(page.url()).toBe(address)
  await expectReleased(page)

  await page.setViewportSize({ width: 800, height: 740 })
  await trigger.click()
  await waitForState('open')
  await page.mouse.click(700, 400)
  await waitForState('closed')
})
