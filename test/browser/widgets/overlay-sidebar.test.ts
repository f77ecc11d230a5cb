import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openBeforeScripts, openWidgetsPage, settle } from './widgets-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

const WIDE = { viewport: { width: 1280, height: 800 } }
const NARROW = { viewport: { width: 360, height: 740 } }

const sidebarOf = ({ page, examples }: { readonly page: Page; readonly examples: Locator }) => ({
  page,
  panel: examples.locator('[data-sidebar-from="lg"][data-placement]'),
  trigger: examples.getByRole('button', { name: 'Open sidebar' }),
  minify: examples.getByRole('button', { name: 'Minify the sidebar' }),
  box: page.getByRole('checkbox', { name: 'Only what is in stock' }),
})

test('a sidebar is an inline region at its breakpoint and wider', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', WIDE)
  const { page, panel, trigger, box } = sidebarOf(opened)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  expect(await page.getByRole('region', { name: 'Sidebar' }).getByRole('checkbox').count()).toBe(1)
  expect(await panel.evaluate((element) => getComputedStyle(element).position)).toBe('static')
  expect(await panel.getByRole('button', { name: 'Close' }).isVisible()).toBe(false)
  expect(await trigger.isVisible()).toBe(false)
  await box.check()
  await page.keyboard.press('Escape')
  expect(await box.isVisible()).toBe(true)
})

test('a sidebar can be collapsed and expanded, and is expanded after it was a drawer', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', WIDE)
  const { page, panel, minify, box } = sidebarOf(opened)
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
  await page.setViewportSize(NARROW.viewport)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
  await page.setViewportSize(WIDE.viewport)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  expect(await panel.getAttribute('data-minified')).toBe(null)
})

test('below its breakpoint a sidebar is a modal drawer that traps the focus and restores it on close', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { ...NARROW, hasTouch: true })
  const { page, panel, trigger, minify } = sidebarOf(opened)
  expect(await panel.isVisible()).toBe(false)
  await trigger.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  expect(await panel.getAttribute('aria-modal')).toBe('true')
  expect(await page.getByRole('dialog', { name: 'Sidebar' }).count()).toBe(1)
  expect(await minify.isVisible()).toBe(false)
  expect(await isFocused(panel)).toBe(true)
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let count = 0; count < 6; count += 1) {
      await page.keyboard.press(key)
      expect(
        await panel.evaluate((own) => document.activeElement === document.body || own.contains(document.activeElement)),
      ).toBe(true)
    }
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
  expect(await isFocused(trigger)).toBe(true)
  expect(await page.locator('[inert]').count()).toBe(0)

  await trigger.tap()
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  await settle(panel)
  await page.touchscreen.tap(200, 300)
  expect(await panel.getAttribute('data-state')).toBe('open')
  await panel.getByRole('button', { name: 'Close' }).tap()
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
})

test('a sidebar with defaultMinified is minified in the first paint', async () => {
  for (const javaScriptEnabled of [false, true]) {
    await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { ...WIDE, javaScriptEnabled })
    const panel = opened.examples.locator('[data-sidebar-from="md"][data-placement]')
    expect(await panel.isVisible()).toBe(true)
    expect(await panel.getAttribute('data-minified')).toBe('')
    expect(await panel.getByText('Initially minified').isVisible()).toBe(false)
    if (!javaScriptEnabled) continue
    await panel.getByRole('button', { name: 'Sidebar' }).click()
    await panel.getByText('Initially minified').waitFor()
  }
})

test('a drawer opened before hydration becomes modal', async () => {
  await using early = await openBeforeScripts(browser, server.url, 'Overlay', NARROW)
  const { page, panel, trigger, box } = sidebarOf(early)
  await trigger.click()
  await box.check()
  await early.releaseScripts()
  await expect.poll(() => panel.getAttribute('aria-modal')).toBe('true')
  expect(await panel.evaluate((element) => element.matches(':popover-open'))).toBe(true)
  expect(await box.isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
})

test('a click outside closes the drawer', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { viewport: { width: 800, height: 740 } })
  const { page, panel, trigger } = sidebarOf(opened)
  await trigger.click()
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  await page.mouse.click(700, 400)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
})

test('a drawer becomes inline when the window grows and keeps its input', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', NARROW)
  const { page, panel, trigger, box } = sidebarOf(opened)
  await trigger.click()
  await box.check()
  await page.setViewportSize(WIDE.viewport)
  await expect.poll(() => panel.evaluate((element) => element.matches(':popover-open'))).toBe(false)
  expect(await box.isChecked()).toBe(true)
  expect(await panel.getAttribute('role')).toBe('region')
  expect(await page.locator('[inert]').count()).toBe(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden')
})

test('Back closes an open drawer and releases its scroll lock and inert elements', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', NARROW)
  const { page, panel, trigger } = sidebarOf(opened)
  const address = page.url()
  await trigger.click()
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  await page.goBack()
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
  expect(page.url()).toBe(address)
  expect(await page.locator('[inert]').count()).toBe(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden')
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

test.each([
  ['wide', WIDE],
  ['narrow', NARROW],
] as const)(
  'the sidebar is painted before scripts run, and hydration shifts nothing (%s screen)',
  async (_name, options) => {
    await using early = await openBeforeScripts(browser, server.url, 'Overlay', { ...options, prepare: recordShifts })
    const { page, panel } = sidebarOf(early)
    const boxes = () =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll(
            ':is([aria-labelledby="overlay-examples"], [aria-labelledby="dropdown-examples"], [aria-labelledby="tooltip-examples"]) *',
          ),
        ].flatMap((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return width > 0 ? [`${element.tagName} ${x} ${y} ${width} ${height}`] : []
        }),
      )
    const before = await boxes()
    expect(await panel.isVisible()).toBe(options === WIDE)
    await early.releaseScripts()
    const isWide = options === WIDE
    await expect.poll(() => panel.getAttribute('data-state')).toBe(isWide ? 'open' : 'closed')
    await expect.poll(() => panel.getAttribute('popover')).toBe('manual')
    expect(await boxes()).toEqual(before)
    expect(await page.evaluate(() => Reflect.get(window, 'shifts') as number[])).toEqual([])
  },
)

test('without scripts the drawer opens and closes, and the sidebar is inline', async () => {
  await using narrow = await openWidgetsPage(browser, server.url, 'Overlay', { ...NARROW, javaScriptEnabled: false })
  const drawer = sidebarOf(narrow)
  await drawer.trigger.click()
  await drawer.box.check()
  await drawer.panel.getByRole('button', { name: 'Close' }).click()
  expect(await drawer.panel.isVisible()).toBe(false)

  await using wide = await openWidgetsPage(browser, server.url, 'Overlay', { ...WIDE, javaScriptEnabled: false })
  await sidebarOf(wide).box.check()
})
