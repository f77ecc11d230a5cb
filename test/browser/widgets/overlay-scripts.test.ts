import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openBeforeScripts, openWidgetsPage } from './widgets-page.ts'
import { openOverlays, sidebarOf } from './overlay-parts.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

const NARROW = { width: 360, height: 740 }

test('without scripts an overlay and a drawer open and close, and on wide screens the sidebar is inline', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { javaScriptEnabled: false })
  const { page, outerTrigger, outer } = openOverlays(opened)
  const { panel, trigger, box } = sidebarOf(opened)
  expect(await outer.isVisible()).toBe(false)
  await outerTrigger.click()
  await outer.getByRole('heading', { name: 'In the centre' }).waitFor()
  await outer.getByRole('button', { name: 'Close' }).click()
  expect(await outer.isVisible()).toBe(false)
  await outerTrigger.click()
  await page.keyboard.press('Escape')
  expect(await outer.isVisible()).toBe(false)

  await box.check()

  await page.setViewportSize(NARROW)
  expect(await panel.isVisible()).toBe(false)
  await trigger.click()
  await box.uncheck()
  await panel.getByRole('button', { name: 'Close' }).click()
  expect(await panel.isVisible()).toBe(false)
})

/** Records layout shifts with the browser's own API. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value') as number)
    }).observe({ type: 'layout-shift', buffered: true })
  })

const listShifts = (page: Page) => page.evaluate(() => Reflect.get(window, 'shifts') as number[])

/** Lists the boxes of all elements of the examples. */
const listBoxes = (page: Page) =>
  page.locator('[aria-labelledby="overlay-examples"] *').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return width > 0 ? [`${element.tagName} ${x} ${y} ${width} ${height}`] : []
    }),
  )

test('an overlay opened before hydration becomes a modal dialog; the sidebar of a wide screen is painted before scripts run, and hydration shifts nothing', async () => {
  await using early = await openBeforeScripts(browser, server.url, 'Overlay', { prepare: recordShifts })
  const { page, outerTrigger: trigger, outer } = openOverlays(early)
  const { panel } = sidebarOf(early)
  expect(await panel.isVisible()).toBe(true)
  await trigger.click()
  expect(await outer.evaluate((own) => own.matches(':popover-open'))).toBe(true)
  const before = await listBoxes(page)
  await early.releaseScripts()
  await expect.poll(() => outer.evaluate((own) => own.matches(':modal'))).toBe(true)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  await expect.poll(() => panel.getAttribute('popover')).toBe('manual')
  expect(await listBoxes(page)).toEqual(before)
  expect(await listShifts(page)).toEqual([])
  expect(await outer.getAttribute('data-state')).toBe('open')
  await page.keyboard.press('Escape')
  await expect.poll(() => outer.getAttribute('data-state')).toBe('closed')
  expect(await isFocused(trigger)).toBe(true)
})

test('a drawer opened before hydration becomes modal, and hydration shifts nothing on a narrow screen', async () => {
  await using early = await openBeforeScripts(browser, server.url, 'Overlay', {
    viewport: NARROW,
    prepare: recordShifts,
  })
  const { page, panel, trigger, box } = sidebarOf(early)
  expect(await panel.isVisible()).toBe(false)
  await trigger.click()
  await box.check()
  const before = await listBoxes(page)
  await early.releaseScripts()
  await expect.poll(() => panel.getAttribute('aria-modal')).toBe('true')
  expect(await panel.evaluate((element) => element.matches(':popover-open'))).toBe(true)
  expect(await box.isChecked()).toBe(true)
  expect(await listBoxes(page)).toEqual(before)
  expect(await listShifts(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
})
