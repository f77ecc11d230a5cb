import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { OVERLAY_OPEN_DELAY_MS, RESIZE_DEBOUNCE_MS } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openBeforeScripts, openWidgetsPage, recordStates, settle } from './widgets-page.ts'

const browser = await useBrowser({ hasScrollbars: true })
const server = await findDevelopmentServer()

const openOverlays = (opened: { readonly page: Page; readonly examples: Locator }) => ({
  ...opened,
  outerTrigger: opened.examples.getByRole('button', { name: 'Open centre' }),
  innerTrigger: opened.page.getByRole('button', { name: 'Open another' }),
  outer: opened.page.getByTestId('outer'),
  inner: opened.page.getByTestId('inner'),
  stateOf: (panel: Locator) => panel.getAttribute('data-state'),
  isLocked: () => opened.page.evaluate(() => getComputedStyle(document.documentElement).overflow === 'hidden'),
})

test('an overlay goes through its four states and opens after 50 ms', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf } = openOverlays(opened)
  expect(await stateOf(outer)).toBe('closed')
  expect(await outerTrigger.getAttribute('aria-expanded')).toBe('false')
  expect(await outerTrigger.getAttribute('aria-controls')).toBe(await outer.getAttribute('id'))
  const states = await recordStates(outer)
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  expect(await outerTrigger.getAttribute('aria-expanded')).toBe('true')
  expect(await page.getByRole('dialog', { name: 'In the centre' }).count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await outer.isVisible()).toBe(false)
  const recorded = await states()
  expect(recorded.map(({ state }) => state)).toEqual(['opening', 'open', 'closing', 'closed'])
  expect(recorded[1]!.atMs - recorded[0]!.atMs).toBeGreaterThanOrEqual(OVERLAY_OPEN_DELAY_MS - 5)
})

test.each(
  ['left', 'right', 'top', 'full'].flatMap((placement) => [360, 1280].map((screenWidth) => ({ placement, screenWidth }))),
)('an overlay stands $placement on a screen of $screenWidth px', async ({ placement, screenWidth }) => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { viewport: { width: screenWidth, height: 800 } })
  const { page, examples } = opened
  await examples.getByRole('button', { name: `Open ${placement}` }).click()
  const panel = page.getByRole('dialog', { name: `Placed ${placement}` })
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  expect(await panel.getAttribute('data-placement')).toBe(placement)
  const width = await page.evaluate(() => document.body.clientWidth)
  await expect
    .poll(async () => {
      const { x, y, width: own, height } = (await panel.boundingBox())!
      return { left: x === 0, top: y === 0, right: Math.round(x + own) === width, bottom: y + height >= 800 }
    })
    .toEqual({ left: placement !== 'right', top: true, right: placement !== 'left', bottom: placement !== 'top' })
})

test('focus goes into an overlay, stays in it both ways, and comes back to what had it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf } = openOverlays(opened)
  await outerTrigger.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(outer)).toBe('open')
  expect(await isFocused(outer.getByRole('button', { name: 'Close' }))).toBe(true)
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let count = 0; count < 8; count += 1) {
      await page.keyboard.press(key)
      // Between its ends the focus is with the browser itself, for which the document says its body.
      expect(await outer.evaluate((panel) => document.activeElement === document.body || panel.contains(document.activeElement))).toBe(true)
    }
  }
  await outer.getByRole('textbox', { name: 'Note' }).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(outerTrigger)).toBe(true)
})

test('a press outside closes, unless it began inside; Close closes as well', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf } = openOverlays(opened)
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  const { x, y } = (await outer.getByRole('heading').boundingBox())!
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  // On the panel's own edge, which is no backdrop.
  const box = (await outer.boundingBox())!
  await page.mouse.click(box.x + 5, box.y + 5)
  expect(await stateOf(outer)).toBe('open')
  await page.mouse.click(5, 5)
  await expect.poll(() => stateOf(outer)).toBe('closed')

  await outerTrigger.click()
  await outer.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => stateOf(outer)).toBe('closed')
})

test('a finger opens, and closes by a tap outside', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { hasTouch: true, viewport: { width: 360, height: 740 } })
  const { page, outerTrigger, outer, stateOf } = openOverlays(opened)
  await outerTrigger.tap()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await page.touchscreen.tap(180, 10)
  await expect.poll(() => stateOf(outer)).toBe('closed')
})

test('overlays stand over overlays: each Escape and each press outside closes one', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, innerTrigger, outer, inner, stateOf } = openOverlays(opened)
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

  await innerTrigger.click()
  await expect.poll(() => stateOf(inner)).toBe('open')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await stateOf(inner)).toBe('closed')
  expect(await isFocused(outerTrigger)).toBe(true)
})

test('an overlay takes those over it along, and a dropdown in it closes first', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, innerTrigger, outer, inner, stateOf, isLocked } = openOverlays(opened)
  await outerTrigger.click()
  await innerTrigger.click()
  await expect.poll(() => stateOf(inner)).toBe('open')
  // By its trigger, which a visitor cannot reach meanwhile.
  await outerTrigger.evaluate((button: HTMLElement) => button.click())
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await stateOf(inner)).toBe('closed')
  expect(await isLocked()).toBe(false)

  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await page.getByRole('button', { name: 'Open choices' }).click()
  const menu = page.getByRole('menu', { name: 'Open choices' })
  await menu.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
  expect(await stateOf(outer)).toBe('open')
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(outer)).toBe('closed')
})

test('one that is open from the start opens as soon as it is there', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, examples } = opened
  const trigger = examples.getByRole('button', { name: 'Bring an open one' })
  await trigger.click()
  const panel = page.getByRole('dialog', { name: 'Open from the start' })
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count()).toBe(0)
  expect(await isFocused(trigger)).toBe(true)
})

test('the page behind does not scroll and does not jump', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { viewport: { width: 1000, height: 300 } })
  const { page, outerTrigger, outer, stateOf, isLocked } = openOverlays(opened)
  await outerTrigger.scrollIntoViewIfNeeded()
  const look = () => page.evaluate(() => ({ top: window.scrollY, left: document.querySelector('h1')!.getBoundingClientRect().left, width: document.body.clientWidth }))
  const before = await look()
  expect(await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  expect(before.top).toBeGreaterThan(0)
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  expect(await isLocked()).toBe(true)
  await page.mouse.move(5, 150)
  await page.mouse.wheel(0, 300)
  // A wheel takes a frame or two where it does scroll.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await look()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)
  expect(await look()).toEqual(before)
})

test('past a breakpoint it closes by itself, 150 ms after the last resize, and does not open', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { viewport: { width: 800, height: 700 } })
  const { page, examples } = opened
  const trigger = examples.getByRole('button', { name: 'Open menu' })
  const panel = page.locator('[aria-label="Small screens’ menu"]')
  await trigger.click()
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  await page.evaluate(() => window.addEventListener('resize', () => Object.assign(window, { resizedAt: performance.now() })))
  const states = await recordStates(panel)
  await page.setViewportSize({ width: 1023, height: 700 })
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
  const recorded = await states()
  expect(recorded.map(({ state }) => state)).toEqual(['closed'])
  const resizedAtMs = await page.evaluate(() => Number(Reflect.get(window, 'resizedAt')))
  expect(recorded[0]!.atMs - resizedAtMs).toBeGreaterThanOrEqual(RESIZE_DEBOUNCE_MS - 10)
  await trigger.click()
  expect(await panel.getAttribute('data-state')).toBe('closed')
})

test('fast clicks end where the last one leads', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf, isLocked } = openOverlays(opened)
  const clickTimes = (count: number) =>
    outerTrigger.evaluate(async (button: HTMLElement, times) => {
      for (let done = 0; done < times; done += 1) {
        button.click()
        // The next click is a task of its own, as a visitor's would be.
        await new Promise((resolve) => setTimeout(resolve))
      }
    }, count)
  await clickTimes(4)
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)
  await clickTimes(5)
  await expect.poll(() => stateOf(outer)).toBe('open')
  // Opened again while it is on its way out, which is the shorter the less of the way in it has behind it.
  await settle(outer)
  const stateOnTheWay = await outerTrigger.evaluate(async (button: HTMLElement) => {
    button.click()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const state = document.getElementById(button.getAttribute('aria-controls')!)!.dataset['state']
    button.click()
    return state
  })
  expect(stateOnTheWay).toBe('closing')
  await expect.poll(() => stateOf(outer)).toBe('open')
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)

  // The second click meets the backdrop, which has come in between.
  await outerTrigger.dblclick()
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)
})

test('without movement it closes as well, and when a transition is cut off', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { reducedMotion: 'reduce' })
  const { page, outerTrigger, outer, stateOf } = openOverlays(opened)
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(outer)).toBe('closed')

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await settle(outer)
  await page.keyboard.press('Escape')
  // Paused, it never ends by itself.
  await outer.evaluate((panel) => panel.getAnimations().forEach((animation) => animation.pause()))
  await expect.poll(() => stateOf(outer)).toBe('closed')
})

test('its owner may refuse to close it, and is told why it was to close', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, examples } = opened
  await examples.getByRole('button', { name: 'Open terms' }).click()
  const panel = page.getByRole('dialog', { name: 'Terms' })
  const asked = examples.locator('output')
  await expect.poll(() => asked.textContent()).toBe('open: trigger-press')
  await page.keyboard.press('Escape')
  await expect.poll(() => asked.textContent()).toBe('close: escape')
  await page.mouse.click(5, 5)
  await expect.poll(() => asked.textContent()).toBe('close: outside-press')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => asked.textContent()).toBe('close: close-press')
  expect(await panel.getAttribute('data-state')).toBe('open')
  await panel.getByRole('checkbox').check()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => panel.count()).toBe(0)
})

test('taken out of the page half way, it leaves nothing behind', async () => {
  for (const isHalfWay of [true, false]) {
    await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
    const { page, examples, isLocked, outerTrigger, outer, stateOf } = openOverlays(opened)
    const trigger = examples.getByRole('button', { name: 'Open and be gone half way' })
    await trigger.focus()
    if (isHalfWay) await page.keyboard.press('Enter')
    else {
      await trigger.click()
      await page.getByRole('button', { name: 'Take all of it away' }).click()
    }
    await expect.poll(() => trigger.count()).toBe(0)
    expect(await isLocked()).toBe(false)
    expect(await page.locator('[inert]').count()).toBe(0)
    await outerTrigger.click()
    await expect.poll(() => stateOf(outer)).toBe('open')
    await page.keyboard.press('Escape')
    await expect.poll(() => stateOf(outer)).toBe('closed')
  }
})

test('a page that is left with an overlay open leaves nothing behind', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, innerTrigger, inner, outer, stateOf, isLocked } = openOverlays(opened)
  await outerTrigger.click()
  await outer.getByRole('link', { name: 'link' }).click()
  await page.waitForURL(`${server.url}/about`)
  await expect.poll(isLocked).toBe(false)
  await expect.poll(() => page.locator('dialog').count()).toBe(0)

  await page.goBack()
  await page.waitForURL(`${server.url}/widgets`)
  await outerTrigger.click()
  await innerTrigger.click()
  await expect.poll(() => stateOf(inner)).toBe('open')
  await page.goBack()
  await expect.poll(isLocked).toBe(false)
})

test('what the layout keeps, or the same page at another address, closes as well', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf, isLocked } = openOverlays(opened)
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await outer.getByRole('link', { name: 'one that stays here' }).click()
  await page.waitForURL(`${server.url}/widgets?again`)
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)
})

test('before the scripts and without them it opens and closes all the same', async () => {
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

test('what was opened before the scripts came is a modal dialog once they are there', async () => {
  await using early = await openBeforeScripts(browser, server.url, 'Overlay')
  const { page, outerTrigger: trigger, outer } = openOverlays(early)
  await trigger.click()
  expect(await outer.evaluate((panel) => panel.matches(':popover-open'))).toBe(true)
  await early.letScriptsCome()
  await expect.poll(() => outer.evaluate((panel) => panel.matches(':modal'))).toBe(true)
  expect(await outer.getAttribute('data-state')).toBe('open')
  await page.keyboard.press('Escape')
  await expect.poll(() => outer.getAttribute('data-state')).toBe('closed')
  expect(await isFocused(trigger)).toBe(true)
})
