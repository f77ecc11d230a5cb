import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoViolations } from '../../support/accessibility.ts'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { partsOf } from './stepper-parts.ts'
import { nameInUrl, openWidgetsPage } from './widgets-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

/** For each widget, by the heading of its examples: opens its states one after another, and leaves no dialog open. */
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
    const sidebar = examples.locator('[data-sidebar-from="lg"][data-placement]')
    const isWide = page.viewportSize()!.width > 360
    await expect.poll(() => sidebar.getAttribute('data-state')).toBe(isWide ? 'open' : 'closed')
    if (isWide) await examples.getByRole('button', { name: 'Minify the sidebar' }).click()
    else {
      await examples.getByRole('button', { name: 'Open sidebar' }).click()
      await expect.poll(() => sidebar.getAttribute('data-state')).toBe('open')
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
    await examples.page().keyboard.press('Escape')
  },
}

const untilPlaced = (popup: Locator) => expect.poll(() => popup.getAttribute('data-placement')).not.toBe(null)

async function expectGoodStates(page: Page, heading: string): Promise<void> {
  const examples = page.getByRole('region', { name: heading, exact: true })
  await examples.evaluate((section) => section.scrollIntoView())
  const within = `section[aria-labelledby="${await examples.getAttribute('aria-labelledby')}"]`
  const expectGood = async () => {
    await expectNoViolations(page, { within })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      heading,
    ).toBeLessThanOrEqual(0)
  }
  await expectGood()
  for await (const _state of STATES[heading]!(examples)) await expectGood()
}

test('no widget has an axe violation in any state on a phone, nor has the inline sidebar of a wide screen, and nothing overflows', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Overlay')
  const { page } = opened
  const links = page.locator('.widgets > .widgets-row a')
  const names = await links.allTextContents()
  expect(names.toSorted(), 'each widget of the page needs an entry in STATES').toEqual(
    Object.keys(STATES).map(nameInUrl).toSorted(),
  )
  await expectGoodStates(page, 'Overlay')
  await page.setViewportSize({ width: 360, height: 800 })
  for (const heading of Object.keys(STATES)) {
    await links.getByText(nameInUrl(heading), { exact: true }).click()
    await expectGoodStates(page, heading)
  }
})
