import { expect, test } from 'vitest'
import { OVERLAY_OPEN_DELAY_MS, RESIZE_DEBOUNCE_MS } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage, recordStates, settle } from './widgets-page.ts'
import { openOverlays } from './overlay-parts.ts'

const browser = await useBrowser({ hasScrollbars: true })
const server = await findDevelopmentServer()

test('an overlay passes through four states and opens after 50 ms', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { stopsClock: true })
  const { page, outerTrigger, outer, stateOf } = openOverlays(opened)
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
})

test.each([360, 1280])(
  'overlays placed left, right, top and full have their positions on a screen of %i px',
  async (screenWidth) => {
    await using opened = await openWidgetsPage(browser, server.url, 'Overlay', {
      viewport: { width: screenWidth, height: 800 },
    })
    const { page, examples } = opened
    for (const placement of ['left', 'right', 'top', 'full']) {
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
      await page.keyboard.press('Escape')
      await expect.poll(() => panel.count()).toBe(0)
    }
  },
)

test('moves the focus into the overlay, traps it in both directions and restores it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf } = openOverlays(opened)
  await outerTrigger.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(outer)).toBe('open')
  expect(await isFocused(outer.getByRole('button', { name: 'Close' }))).toBe(true)
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let count = 0; count < 8; count += 1) {
      await page.keyboard.press(key)
      // After the last element, Tab moves the focus to the browser's own controls, and activeElement is the body.
      expect(
        await outer.evaluate(
          (panel) => document.activeElement === document.body || panel.contains(document.activeElement),
        ),
      ).toBe(true)
    }
  }
  await outer.getByRole('textbox', { name: 'Note' }).focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(outerTrigger)).toBe(true)
})

test('the close button closes the overlay, and so does a press outside unless it began inside', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf } = openOverlays(opened)
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
})

test('a tap opens the overlay, and a tap outside closes it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', {
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  const { page, outerTrigger, outer, stateOf } = openOverlays(opened)
  await outerTrigger.tap()
  await expect.poll(() => stateOf(outer)).toBe('open')
  await page.touchscreen.tap(180, 10)
  await expect.poll(() => stateOf(outer)).toBe('closed')
})

test('an overlay with defaultOpen opens on mount', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, examples } = opened
  const trigger = examples.getByRole('button', { name: 'Mount an open overlay' })
  await trigger.click()
  const panel = page.getByRole('dialog', { name: 'Initially open' })
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count()).toBe(0)
  expect(await isFocused(trigger)).toBe(true)
})

test('the page behind an open overlay does not scroll or shift', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', { viewport: { width: 1000, height: 300 } })
  const { page, outerTrigger, outer, stateOf, isLocked } = openOverlays(opened)
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

test('an overlay closes 150 ms after the window grows past closeFrom, and does not open above that width', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay', {
    viewport: { width: 800, height: 700 },
    stopsClock: true,
  })
  const { page, examples } = opened
  const trigger = examples.getByRole('button', { name: 'Open menu' })
  const panel = page.locator('[aria-label="Small screens’ menu"]')
  await trigger.click()
  await page.clock.runFor(OVERLAY_OPEN_DELAY_MS)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('open')
  const states = await recordStates(panel)
  const resize = async (width: number) => {
    const resized = page.evaluate(
      () => new Promise<void>((resolve) => window.addEventListener('resize', () => resolve(), { once: true })),
    )
    await page.setViewportSize({ width, height: 700 })
    await resized
  }
  await resize(1023)
  await page.clock.runFor(RESIZE_DEBOUNCE_MS)
  await resize(1024)
  await page.clock.runFor(RESIZE_DEBOUNCE_MS - 1)
  expect(await states()).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => panel.getAttribute('data-state')).toBe('closed')
  expect(await states()).toEqual(['closed'])
  await trigger.click()
  expect(await panel.getAttribute('data-state')).toBe('closed')
})

test('after several fast clicks on its trigger, an overlay has the state of the last click', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, outerTrigger, outer, stateOf, isLocked } = openOverlays(opened)
  const clickTimes = (count: number) =>
    outerTrigger.evaluate(async (button: HTMLElement, times) => {
      for (let done = 0; done < times; done += 1) {
        button.click()
        // Runs each click in a separate task, like the clicks of a visitor.
        const { port1, port2 } = new MessageChannel()
        const nextTask = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }))
        port1.start()
        port2.postMessage(null)
        await nextTask
      }
    }, count)
  await clickTimes(4)
  await expect.poll(() => stateOf(outer)).toBe('closed')
  expect(await isLocked()).toBe(false)
  await clickTimes(5)
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
})

test('an overlay also closes with reduced motion, or if its transition never ends', async () => {
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
  await outer.evaluate((panel) => panel.getAnimations().forEach((animation) => animation.pause()))
  await expect.poll(() => stateOf(outer)).toBe('closed')
})

test('a controlled overlay stays open if its caller ignores a close request, and onOpenChange gets the reason of each request', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page, examples } = opened
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
})
