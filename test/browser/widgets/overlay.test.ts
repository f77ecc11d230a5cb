import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { OVERLAY_OPEN_DELAY_MS, RESIZE_DEBOUNCE_MS } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { isFocused, openWidgets, overlayOf, WIDGETS_URL } from './widgets-page.ts'

const browser = await useBrowser()

const NARROW = { width: 800, height: 700 }

/** A closed drawer leaves no inert elements and no scroll lock behind. */
async function expectReleased(page: Page): Promise<void> {
  expect(await page.locator('[inert]').count()).toBe(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden')
}

/** Resizes the window and waits until the page has received the event. */
async function resize(page: Page, width: number): Promise<void> {
  const resized = page.evaluate(
    () => new Promise<void>((resolve) => window.addEventListener('resize', () => resolve(), { once: true })),
  )
  await page.setViewportSize({ width, height: 700 })
  await resized
}

test('an overlay opens after 50 ms; a drawer becomes an expanded sidebar 150 ms after the window grows past its width, and keeps its input', async () => {
  await using opened = await openWidgets(browser, {
    viewport: NARROW,
    stopsClock: true,
    reducedMotion: 'no-preference',
  })
  const { page } = opened
  const { panel, trigger, minify, box, until } = overlayOf(page)
  await trigger.click()
  await until('open')
  // An animation may have ended before the test reads it.
  const readDelay = () => panel.evaluate((own) => getComputedStyle(own).transitionDelay)
  expect(await readDelay()).toBe(`${OVERLAY_OPEN_DELAY_MS / 1_000}s`)
  expect(await trigger.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await until('closed')
  expect(await readDelay()).toMatch(/^0s(?:, 0s)*$/)
  await expect.poll(() => panel.isVisible()).toBe(false)

  const drawer = page.getByRole('dialog', { name: 'Sidebar' })
  await trigger.click()
  await until('open')
  await box.check()
  await resize(page, 1023)
  await page.clock.runFor(RESIZE_DEBOUNCE_MS)
  await resize(page, 1024)
  await page.clock.runFor(RESIZE_DEBOUNCE_MS - 1)
  expect(await drawer.count()).toBe(1)
  await page.clock.runFor(1)
  await expect.poll(() => panel.getAttribute('role')).toBe('region')
  expect([await box.isChecked(), await trigger.isVisible()]).toEqual([true, false])
  await expectReleased(page)
  await minify.click()
  await expect.poll(() => minify.getAttribute('aria-expanded')).toBe('false')
  await resize(page, 800)
  await page.clock.runFor(RESIZE_DEBOUNCE_MS)
  await until('closed')
  expect(await panel.getAttribute('data-minified')).toBe(null)
})

test('an open drawer traps the focus, and the page behind it neither scrolls nor shifts; Escape closes its menu, then the drawer, and restores the focus', async () => {
  await using opened = await openWidgets(browser, { viewport: { width: 1000, height: 300 }, hasScrollbars: true })
  const { page } = opened
  const { panel, trigger, until } = overlayOf(page)
  await trigger.focus()
  await page.evaluate(() => window.scrollBy(0, 20))
  const look = () =>
    page.evaluate(() => [window.scrollY, document.body.clientWidth, document.querySelector('h1')!.offsetLeft])
  const before = await look()
  expect(await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await until('open')
  expect(await page.getByRole('dialog', { name: 'Sidebar' }).getAttribute('aria-modal')).toBe('true')
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 0, y: 0, height: 300 })
  await expect.poll(() => isFocused(panel)).toBe(true)
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let count = 0; count < 7; count += 1) {
      await page.keyboard.press(key)
      // After the last element, Tab moves the focus to the browser's own controls, and activeElement is the body.
      expect(
        await panel.evaluate((own) => document.activeElement === document.body || own.contains(document.activeElement)),
      ).toBe(true)
    }
  }
  await page.mouse.move(980, 150)
  await page.mouse.wheel(0, 300)
  // Waits two frames, within which a wheel event would scroll the page.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await look()).toEqual(before)
  const menu = page.getByRole('menu', { name: 'Choices' })
  await panel.getByRole('button', { name: 'Choices' }).press('Enter')
  await expect.poll(() => isFocused(menu.getByRole('menuitem'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
  expect(await panel.getAttribute('data-state')).toBe('open')
  await page.keyboard.press('Escape')
  await until('closed')
  await expect.poll(() => isFocused(trigger)).toBe(true)
  expect(await look()).toEqual(before)
  await expectReleased(page)
})

test('the close button, a tap or a press that begins and ends outside and links close a drawer', async () => {
  await using opened = await openWidgets(browser, { viewport: NARROW, hasTouch: true })
  const { page } = opened
  const { panel, trigger, close, until } = overlayOf(page)
  await trigger.click()
  await until('open')
  const { x, y } = (await panel.getByRole('heading').boundingBox())!
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.down()
  await page.mouse.move(700, 400)
  await page.mouse.up()
  await page.touchscreen.tap(x + 5, y + 5)
  expect(await panel.getAttribute('data-state')).toBe('open')
  for (const leave of [
    () => page.mouse.click(700, 400),
    () => page.touchscreen.tap(700, 400),
    () => close.tap(),
    // The panel stays mounted, because the page is the same.
    () => panel.getByRole('link', { name: 'same page' }).click(),
  ]) {
    if ((await panel.getAttribute('data-state')) === 'closed') await trigger.click()
    await until('open')
    await leave()
    await until('closed')
    await expectReleased(page)
  }
  expect(page.url()).toBe(`${WIDGETS_URL}?again`)
  await trigger.click()
  await panel.getByRole('link', { name: 'link', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  await expectReleased(page)
})
