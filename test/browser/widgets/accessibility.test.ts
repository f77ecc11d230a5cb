import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoViolations, WIDTHS } from '../../support/accessibility.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { partsOf } from './stepper-parts.ts'
import { openWidgetsPage } from './widgets-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

/**
 * For each widget, by the heading of its examples: opens its states one after another, and closes those that would
 * cover the next widget.
 */
const STATES: Readonly<Record<string, (examples: Locator) => AsyncGenerator<void>>> = {
  async *Tooltip(examples) {
    const tooltip = examples.page().getByRole('tooltip')
    for (const anchor of [
      examples.getByRole('button', { name: 'Share this piece' }),
      examples.getByText('glost fired'),
    ]) {
      await anchor.focus()
      await untilPlaced(tooltip)
      yield
    }
  },
  async *Dropdown(examples) {
    const page = examples.page()
    for (const [name, popup] of [
      ['Share', page.getByRole('menu')],
      ['Sort by', page.getByRole('menu')],
      ['Pages', page.getByRole('group', { name: 'Pages' })],
    ] as const) {
      await examples.getByRole('button', { name, exact: true }).click()
      await untilPlaced(popup)
      yield
    }
    await page.keyboard.press('Escape')
  },
  async *Overlay(examples) {
    const page = examples.page()
    // The sidebar is inline on wide screens and a drawer on narrow ones.
    const fold = examples.getByRole('button', { name: 'Minify the sidebar' })
    const isWide = await fold.isVisible()
    if (isWide) await fold.click()
    else {
      await examples.getByRole('button', { name: 'Open sidebar' }).click()
      await expect
        .poll(() => examples.locator('[data-sidebar-from="lg"][data-placement]').getAttribute('data-state'))
        .toBe('open')
    }
    yield
    if (!isWide) await page.keyboard.press('Escape')
    await examples.getByRole('button', { name: 'Open centre' }).click()
    await page.getByRole('button', { name: 'Open another' }).click()
    await expect.poll(() => page.getByTestId('inner').getAttribute('data-state')).toBe('open')
    yield
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator(':modal').count()).toBe(0)
  },
  async *'Password strength'(examples) {
    await examples.getByLabel('All checks', { exact: true }).fill('Abc')
    await examples.locator('[data-score="2"]').first().waitFor()
    yield
  },
  async *'Pin input'(examples) {
    const field = examples.getByLabel('Reference of your enquiry', { exact: true })
    await field.pressSequentially('abcd2346')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    yield
  },
  async *Stepper(examples) {
    const { root, next, skip, finish, serverAccepts, states } = partsOf(examples, 'enquiry')
    await next.click()
    await expect.poll(states).toContain('active errored')
    yield
    await root.getByLabel('What would you like to know?').fill('x')
    await next.click()
    await next.click()
    await expect.poll(states).toContain('active processed')
    yield
    await serverAccepts()
    await skip.click()
    await finish.click()
    await serverAccepts()
    await expect.poll(() => root.getAttribute('data-completed')).toBe('')
    yield
  },
  async *'Data table'(examples) {
    const root = examples.locator('.data-table').first()
    await root.locator('thead th').filter({ hasText: 'Width' }).getByRole('button').click()
    await root.getByRole('checkbox', { name: 'Select Piece 1', exact: true }).check()
    yield
  },
  async *Datepicker(examples) {
    const root = examples.getByRole('group', { name: 'Preferred time' })
    const date = root.getByLabel('Date', { exact: true })
    await expect.poll(() => date.getAttribute('type')).toBe('text')
    await date.fill('some day')
    await date.blur()
    await expect.poll(() => date.getAttribute('aria-invalid')).toBe('true')
    yield
    await root.locator('.datepicker-open').click()
    await untilPlaced(root.getByRole('dialog', { name: 'Choose date' }))
    yield
  },
}

const untilPlaced = (popup: Locator) => expect.poll(() => popup.getAttribute('data-placement')).not.toBe(null)

test.each(WIDTHS)(
  'axe finds no violation in any widget state at %i px, and nothing overflows the screen',
  { timeout: 120_000 },
  async (width) => {
    // The connection that announces new builds may be interrupted and reopened during the test.
    await using opened = await openWidgetsPage(browser, server.url, 'Tooltip', {
      viewport: { width, height: 800 },
      expected: /ERR_INCOMPLETE_CHUNKED_ENCODING/,
    })
    const { page } = opened
    await expectNoViolations(page)
    const sections = page.locator('.widgets > section')
    const headings = await sections.evaluateAll((all) =>
      all.map((section) => document.getElementById(section.getAttribute('aria-labelledby')!)!.textContent),
    )
    expect(headings.toSorted(), 'each widget of the page needs an entry in STATES').toEqual(
      Object.keys(STATES).toSorted(),
    )
    for (const [heading, showStates] of Object.entries(STATES)) {
      await sections.evaluateAll((all) => all.forEach((section) => section.toggleAttribute('hidden', false)))
      const examples = page.getByRole('region', { name: heading, exact: true })
      const labelId = await examples.getAttribute('aria-labelledby')
      const within = `section[aria-labelledby="${labelId}"]`
      // Hides the other widgets, because axe reads the whole page even if it checks only one section.
      await sections.evaluateAll(
        (all, own) =>
          all.forEach((section) => section.toggleAttribute('hidden', section.getAttribute('aria-labelledby') !== own)),
        labelId,
      )
      for await (const _state of showStates(examples)) {
        await expectNoViolations(page, { within })
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          heading,
        ).toBeLessThanOrEqual(0)
      }
    }
  },
)
