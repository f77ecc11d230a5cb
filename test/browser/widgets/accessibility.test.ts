import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoViolations } from '../../support/accessibility.ts'
import { useBrowser } from '../../support/browser.ts'
import { datepickerOf, dropdownOf, openWidgets, overlayOf, stepperOf, untilPlaced } from './widgets-page.ts'

const browser = await useBrowser()

/** For each widget: opens its states one after another, and leaves nothing open. */
const STATES: Readonly<Record<string, (page: Page) => AsyncGenerator<void>>> = {
  async *Overlay(page) {
    const { trigger, until } = overlayOf(page)
    await trigger.click()
    await until('open')
    yield
    await page.keyboard.press('Escape')
    await until('closed')
  },
  async *Dropdown(page) {
    const { sort, menu, categories, list, more } = dropdownOf(page)
    await sort.click()
    await untilPlaced(menu)
    yield
    await categories.press('Enter')
    await untilPlaced(list)
    yield
    await more.click()
    await untilPlaced(menu)
    yield
    await page.keyboard.press('Escape')
  },
  async *Tooltip(page) {
    await page.getByRole('button', { name: 'Share this piece' }).focus()
    await untilPlaced(page.getByRole('tooltip'))
    yield
  },
  async *Stepper(page) {
    const { root, button, request, states, server } = stepperOf(page)
    const next = button('Next')
    await next.click()
    await expect.poll(states).toContain('active errored')
    yield
    await request.fill('x')
    await next.click()
    await next.click()
    await expect.poll(states).toContain('active processed')
    yield
    await server('accept')
    await button('Skip').click()
    await button('Finish').click()
    await server('accept')
    await expect.poll(() => root.getAttribute('data-completed')).toBe('')
    yield
  },
  async *'Password strength'(page) {
    await page.getByLabel('Password', { exact: true }).fill('Abc')
    await page.locator('[data-score="2"]').waitFor()
    yield
  },
  async *'Pin input'(page) {
    const field = page.getByLabel('Reference', { exact: true })
    await field.pressSequentially('abcd2346')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    yield
  },
  async *'Data table'(page) {
    await page.getByRole('button', { name: 'Width: sort ascending' }).click()
    yield
  },
  async *Datepicker(page) {
    const { date, button, calendar } = datepickerOf(page)
    await date.fill('2020-01-01')
    await date.blur()
    await expect.poll(() => date.getAttribute('aria-invalid')).toBe('true')
    yield
    await button.click()
    await untilPlaced(calendar)
    yield
    await page.keyboard.press('Escape')
  },
}

test('no widget has an axe violation in any state on a phone, nor the minified sidebar of a wide screen, and nothing overflows', async () => {
  await using opened = await openWidgets(browser)
  const { page } = opened
  const { minify, until } = overlayOf(page)
  await until('open')
  await minify.click()
  await expectNoViolations(page, { within: '.widgets' })
  await page.setViewportSize({ width: 360, height: 800 })
  await until('closed')
  await expect.poll(() => page.locator('.widgets h2:visible').allTextContents()).toEqual(Object.keys(STATES))
  for (const [name, openStates] of Object.entries(STATES)) {
    const within = `.widgets > [aria-label="${name}"]`
    await page.locator(within).evaluate((section) => section.scrollIntoView())
    for await (const _state of openStates(page)) {
      await expectNoViolations(page, { within })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(360)
    }
  }
})
