import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openWidgetsPage, type WidgetsPage, type WidgetsPageOptions } from './widgets-page.ts'

/** Thursday evening in Los Angeles, Friday in Berlin and UTC, Friday evening on Kiritimati. */
const NOW = '2026-12-11T04:30:00Z'

export const HEADING = 'Datepicker'

/** Finds the date picker with this label and its parts. */
export function datepickerOf(page: Page, label: string) {
  const root = page.getByRole('group', { name: label })
  return {
    root,
    date: root.getByLabel('Date', { exact: true }),
    time: root.getByLabel('Time', { exact: true }),
    button: root.locator('.datepicker-open'),
    message: root.locator('.datepicker-message'),
    calendar: root.getByRole('dialog', { name: 'Choose date' }),
    value: () => root.locator('input[type="hidden"]').inputValue(),
    state: () => root.getAttribute('data-state'),
    problem: () => root.getAttribute('data-problem'),
    focusedDay: () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['date']),
  }
}

/** The visitor's time zone differs from those of all date pickers on the page. */
export const VISITOR = { time: NOW, timezoneId: 'Asia/Tokyo', hasTouch: true }

/** Opens the widgets page at `NOW`. */
export async function openDatepickers(
  browser: Browser,
  serverUrl: string,
  options: WidgetsPageOptions = {},
): Promise<WidgetsPage> {
  const opened = await openWidgetsPage(browser, serverUrl, HEADING, {
    ...VISITOR,
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  // The typed fields replace the native ones after loading.
  await expect.poll(() => opened.page.locator('.datepicker input[type="date"]').count()).toBe(0)
  return opened
}
