import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { OVERLAY_OPEN_DELAY_MS, RESIZE_DEBOUNCE_MS } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage, recordStates, settle } from './widgets-page.ts'
import { expectFocusTrapped, openOverlays } from './overlay-parts.ts'

const browser = await useBrowser()
const scrollbarBrowser = await useBrowser({ hasScrollbars: true })
const server = await findDevelopmentServer()

/** Resizes the window and waits until the page has received the event. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  const resized = page.evaluate(
    () => new Promise<void>((resolve) => window.addEventListener('resize', () => resolve(), { once: true })),
  )
  await page.setViewportSize({ width, height })
  await resized
}

test('an overlay passes through four states and opens after 50 ms; a drawer becomes a sidebar 150 ms after the window grows past its width', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', {
    viewport: { width: 800, height: 700 },
    stopsClock: true,
  })
  const { page, examples, outerTrigger, outer, stateOf } = openOverlays(opened)
  expect(await stateOf(outer)).toBe('closed')
  expect(await outerTrigger.getAttribute('aria-expanded')).toBe('false')
  expect(await outerTrigger.getAttribute('aria-controls')).toBe(await outer.getAttribute('id'))
  const states = await recordStates(outer)
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('opening')
  await page.clock.runFor(OVERLAY_OPEN_DELAY_MS - 1)
  expect(await stateOf(outer)).toBe('opening')
  await page.clock.runFor(1)
  await expect.poll(() => stateOf(outer)).toBe('open')
  expect(await outerTrigger.getAttribute('aria-expanded')).toBe('true')
  expect(await page.getByRole('dialog', { name: 'In the centre' }).count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await outer.isVisible()).toBe(false)
  expect(await states()).toEqual(['opening', 'open', 'closing', 'closed'])

  const drawer = page.getByRole('dialog', { name: 'Sidebar' })
  await examples.getByRole('button', { name: 'Open sidebar' }).click()
  await page.clock.runFor(OVERLAY_OPEN_DELAY_MS)
  await expect.poll(() => stateOf(drawer)).toBe('open')
  await resize(page, 1023, 700)
  await page.clock.runFor(RESIZE_DEBOUNCE_MS)
  await resize(page, 1024, 700)
  await page.clock.runFor(RESIZE_DEBOUNCE_MS - 1)
  expect(await drawer.count()).toBe(1)
  await page.clock.runFor(1)
  await expect.poll(() => drawer.count()).toBe(0)
})

test('on screens of 360 and 1280 px, overlays placed left and full have their positions, and the page behind an open overlay does not scroll or shift', async () => {
  await using opened = await openWidgetsPage(scrollbarBrowser, server.url, 'Overlay')
  const { page, examples, outerTrigger, outer, stateOf, isLocked } = openOverlays(opened)
  const findEdges = async (panel: Locator) => {
    const width = await page.evaluate(() => document.body.clientWidth)
    const { x, y, width: own, height } = (await panel.boundingBox())!
    return { left: x === 0, top: y === 0, right: Math.round(x + own) === width, bottom: y + height >= 800 }
  }
  for (const placement of ['left', 'full']) {
    await examples.getByRole('button', { name: `Open ${placement}` }).click()
    const panel = page.getByRole('dialog', { name: `Placed ${placement}` })
    await expect.poll(() => stateOf(panel)).toBe('open')
    expect(await panel.getAttribute('data-placement')).toBe(placement)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect
        .poll(() => findEdges(panel), { message: `${placement} at ${width} px` })
        .toEqual({ left: true, top: true, right: placement === 'full', bottom: true })
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => panel.count()).toBe(0)
  }

  await page.setViewportSize({ width: 1000, height: 300 })
  await outerTrigger.scrollIntoViewIfNeeded()
  const look = () =>
    page.evaluate(() => ({
      top: window.scrollY,
      left: document.querySelector('h1')!.getBoundingClientRect().left,
      width: document.body.clientWidth,
    }))
  const before = await look()
  expect(await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  expect(before.top).toBeGreaterThan(0)
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  expect(await isLocked()).toBe(true)
  await page.mouse.move(5, 150)
  await page.mouse.wheel(0, 300)
  // Waits two frames, within which a wheel event would scroll the page.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await look()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)
  expect(await look()).toEqual(before)
})

test('moves the focus into the overlay, traps it in both directions and restores it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf } = openOverlays(opened)
  await outerTrigger.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(outer)).toBe('open')
  expect(await isFocused(outer.getByRole('button', { name: 'Close' }))).toBe(true)
  await expectFocusTrapped(outer, 8)
  await outer.getByRole('textbox', { name: 'Note' }).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(outerTrigger)).toBe(true)
})

test('the close button closes the overlay, and so does a press or tap outside unless it began inside; a controlled overlay stays open if its caller ignores a close request, and onOpenChange gets the reason of each request', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { hasTouch: true })
  const { page, examples, outerTrigger, outer, stateOf } = openOverlays(opened)
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  const { x, y } = (await outer.getByRole('heading').boundingBox())!
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  // This press hits the panel's edge instead of its backdrop.
  const box = (await outer.boundingBox())!
  await page.mouse.click(box.x + 5, box.y + 5)
  expect(await stateOf(outer)).toBe('open')
  await page.mouse.click(5, 5)
  await expect.poll(() => stateOf(outer)).toBe('closed')
  await outerTrigger.click()
  await outer.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => stateOf(outer)).toBe('closed')

  await examples.getByRole('button', { name: 'Open terms' }).click()
  const panel = page.getByRole('dialog', { name: 'Terms' })
  const asked = examples.locator('output')
  await expect.poll(() => asked.textContent()).toBe('open: trigger-press')
  await page.keyboard.press('Escape')
  await expect.poll(() => asked.textContent()).toBe('close: escape-key')
  await page.mouse.click(5, 5)
  await expect.poll(() => asked.textContent()).toBe('close: outside-press')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => asked.textContent()).toBe('close: close-press')
  expect(await panel.getAttribute('data-state')).toBe('open')
  await panel.getByRole('checkbox').check()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => panel.count()).toBe(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await outerTrigger.tap()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await page.touchscreen.tap(180, 10)
  await expect.poll(() => stateOf(outer)).toBe('closed')
})

/** Clicks several times in a row, each time in a separate task, like a visitor. */
async function clickTimes(button: Locator, count: number): Promise<void> {
  await button.evaluate(async (own: HTMLElement, times) => {
    for (let done = 0; done < times; done += 1) {
      own.click()
      const { port1, port2 } = new MessageChannel()
      const nextTask = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }))
      port1.start()
      port2.postMessage(null)
      await nextTask
    }
  }, count)
}

test('after several fast clicks on its trigger, an overlay has the state of the last click; it also closes with reduced motion, or if its transition never ends', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf, isLocked } = openOverlays(opened)
  await clickTimes(outerTrigger, 4)
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)
  await clickTimes(outerTrigger, 5)
  await expect.poll(() => stateOf(outer)).toBe('open')
  // Reopens the overlay while it closes. It must be fully open before, because its closing transition is shorter
  // otherwise.
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
  // The second click of the double click hits the backdrop, which has appeared in the meantime.
  await outerTrigger.dblclick()
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(outer)).toBe('closed')

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await outerTrigger.click()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await settle(outer)
  await page.keyboard.press('Escape')
  await outer.evaluate((panel) => panel.getAnimations().forEach((animation) => animation.pause()))
  await expect.poll(() => stateOf(outer)).toBe('closed')
})
