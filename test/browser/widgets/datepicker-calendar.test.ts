import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { datepickerOf, openDatepickers } from './datepicker-parts.ts'
import { isFocused } from './widgets-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('opening a date picker for the first time loads its calendar and focuses today; keys move between days', async () => {
  await using opened = await openDatepickers(browser, server.url)
  const { page } = opened
  const { button, calendar, date, state, focusedDay, value } = datepickerOf(page, 'Preferred time')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await button.focus()
  await page.keyboard.press('Enter')
  await calendar.waitFor()
  expect(requests.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(0)
  expect([await state(), await button.getAttribute('aria-expanded')]).toEqual(['open', 'true'])
  await expect.poll(focusedDay).toBe('2026-12-10')
  expect(await calendar.locator('[aria-current="date"]').getAttribute('data-date')).toBe('2026-12-10')
  expect(await calendar.getByRole('grid', { name: 'December 2026' }).count()).toBe(1)
  expect((await calendar.locator('th').allInnerTexts()).join(' ')).toBe('Sun Mon Tue Wed Thu Fri Sat')
  expect(await calendar.getByRole('button', { name: 'Wednesday, December 9, 2026' }).isDisabled()).toBe(true)
  for (const [key, day] of [
    ['ArrowRight', '2026-12-11'],
    ['ArrowDown', '2026-12-18'],
    ['Home', '2026-12-13'],
    ['End', '2026-12-19'],
    ['ArrowLeft', '2026-12-18'],
    ['PageDown', '2027-01-18'],
    ['Shift+PageDown', '2028-01-18'],
    ['Shift+PageUp', '2027-01-18'],
    ['ArrowUp', '2027-01-11'],
    ['PageUp', '2026-12-11'],
    // Keys do not move the focus to days before today.
    ['PageUp', '2026-12-10'],
    ['ArrowLeft', '2026-12-10'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focusedDay(), key).toBe(day)
  }
  expect(await calendar.locator('[data-date][tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(state).toBe('closed')
  expect(await calendar.count()).toBe(0)
  expect([await date.inputValue(), await value()]).toEqual(['12/17/2026', '2026-12-17T12:00'])
  expect(await isFocused(button)).toBe(true)
  // Reopened, the calendar focuses the selected day; Space selects too.
  await page.keyboard.press('Space')
  await expect.poll(focusedDay).toBe('2026-12-17')
  expect(await calendar.locator('td[aria-selected="true"] [data-state="selected"]').getAttribute('data-date')).toBe(
    '2026-12-17',
  )
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect.poll(value).toBe('2026-12-18T12:00')
})

test('a double click opens the calendar once and keeps it open; Escape and an outside click close it without choosing and restore the focus', async () => {
  await using opened = await openDatepickers(browser, server.url)
  const { page } = opened
  const { button, calendar, state, value } = datepickerOf(page, 'Preferred time')
  const expectClosedBy = async (leave: () => Promise<void>) => {
    await page.keyboard.press('ArrowRight')
    await leave()
    await expect.poll(state).toBe('closed')
    await expect.poll(() => isFocused(button)).toBe(true)
    expect([await value(), await button.getAttribute('aria-expanded'), await calendar.count()]).toEqual([
      '',
      'false',
      0,
    ])
  }
  await button.dblclick()
  await calendar.waitFor()
  expect(await calendar.count()).toBe(1)
  await expectClosedBy(() => page.keyboard.press('Escape'))
  // The second click of a slow double click hits the open calendar.
  const clickSecondTime = async () => {
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
  }
  await button.click({ position: { x: 5, y: 5 } })
  await calendar.waitFor()
  await clickSecondTime()
  expect(await state()).toBe('open')
  // If there is little room, the calendar covers the button, so the second click hits a day.
  await calendar.locator('[data-date="2026-12-18"]').hover()
  await clickSecondTime()
  expect([await state(), await value()]).toEqual(['open', ''])
  await expectClosedBy(() => page.mouse.click(5, 5))
  // In Safari a click does not focus a button; the script imitates this.
  await button.evaluate((element: HTMLButtonElement) => {
    element.blur()
    element.click()
  })
  await calendar.waitFor()
  await expectClosedBy(() => page.keyboard.press('Escape'))
})

test('the buttons of the calendar change month and year as far as the earliest and latest date', async () => {
  await using opened = await openDatepickers(browser, server.url)
  const { page } = opened
  const { date, button, calendar, focusedDay, value, state } = datepickerOf(page, 'Preferred time')
  await button.tap()
  const turn = (name: string) => calendar.getByRole('button', { name, exact: true })
  expect(await turn('Previous month').getAttribute('aria-disabled')).toBe('true')
  expect(await turn('Previous year').getAttribute('aria-disabled')).toBe('true')
  await turn('Next year').tap()
  await turn('Next month').tap()
  await calendar.getByRole('grid', { name: 'January 2028' }).waitFor()
  expect(await isFocused(turn('Next month'))).toBe(true)
  // Days of the neighbouring months can be selected.
  await calendar.getByRole('button', { name: 'Tuesday, February 1, 2028' }).tap()
  await expect.poll(state).toBe('closed')
  expect(await value()).toBe('2028-02-01T12:00')
  await date.fill('12/30/2470')
  await button.tap()
  await expect.poll(focusedDay).toBe('2470-12-30')
  await page.keyboard.press('PageDown')
  expect(await focusedDay()).toBe('2470-12-31')
  await page.keyboard.press('ArrowRight')
  expect(await focusedDay()).toBe('2470-12-31')
  expect(await turn('Next month').getAttribute('aria-disabled')).toBe('true')
  await turn('Next month').tap({ force: true })
  expect(await calendar.getByRole('grid', { name: 'December 2470' }).count()).toBe(1)
})

test('a date picker shows a message and keeps its fields if its calendar cannot be loaded', async () => {
  await using opened = await openDatepickers(browser, server.url, {
    // A slow page loads the code that asks for the manifest only now.
    expected: /The calendar could not be loaded|The manifest of the build could not be loaded|ERR_FAILED/,
  })
  const { page } = opened
  const { button, date, message, state, value } = datepickerOf(page, 'Preferred time')
  await page.route('**/builds/*.js', (route) => route.abort())
  await button.click()
  await expect.poll(() => message.innerText()).toContain('The calendar could not be loaded.')
  expect(await state()).toBe('closed')
  await date.fill('12/24')
  expect(await value()).toBe('2026-12-24T12:00')
})

test('leaving the page while the calendar loads or is open logs no error', async () => {
  await using opened = await openDatepickers(browser, server.url)
  const { page } = opened
  const leave = async () => {
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('nav a[href="/about"]')!.click())
    await page.waitForURL(/\/about$/)
    await expect.poll(() => page.locator('.datepicker').count()).toBe(0)
  }
  const held = Promise.withResolvers<void>()
  const { button, calendar, state } = datepickerOf(page, 'Preferred time')
  await page.route('**/builds/{calendar,chunk}*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await button.click()
  await expect.poll(state).toBe('loading')
  await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})
  await leave()
  held.resolve()
  await page.goBack()
  await button.click()
  await calendar.waitFor()
  await leave()
  // The page behind the dialog is no longer inert, so the link can be pressed.
  await page.locator('nav a[href="/contact"]').first().click()
  await page.waitForURL(/\/contact$/)
})

test('the whole open calendar is visible on a phone, also in landscape, and on a desktop; weekdays are centred above their dates', async () => {
  await using opened = await openDatepickers(browser, server.url)
  const { page } = opened
  const { button, calendar, focusedDay } = datepickerOf(page, 'Preferred time')
  for (const viewport of [
    { width: 740, height: 400 },
    { width: 1280, height: 740 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport)
    await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await button.click()
    await expect.poll(focusedDay).toBe('2026-12-10')
    await expect.poll(() => calendar.getAttribute('data-placement')).not.toBeNull()
    const { x, y, width, height } = (await calendar.boundingBox())!
    expect(
      [x >= 0, y >= 0, x + width <= viewport.width, y + height <= viewport.height],
      `at ${viewport.width} px`,
    ).toEqual([true, true, true, true])
    await page.keyboard.press('Escape')
    await expect.poll(() => calendar.count()).toBe(0)
  }
  for (const [label, month, weekdays] of [
    ['Preferred time', 'December 2026', 'Sun Mon Tue Wed Thu Fri Sat'],
    ['Abholung', 'März 2027', 'Mo Di Mi Do Fr Sa So'],
    ['With an error', 'December 2026', 'Mon Tue Wed Thu Fri Sat Sun'],
  ] as const) {
    const { button: opener, calendar: shown } = datepickerOf(page, label)
    await opener.click()
    const table = shown.getByRole('grid', { name: month })
    await table.waitFor()
    expect((await table.locator('th').allInnerTexts()).join(' ')).toBe(weekdays)
    expect(Math.max(...(await table.evaluate(measureOffsets))), label).toBeLessThan(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => shown.count()).toBe(0)
  }
})

/** Runs in the page. @returns horizontal distances between the centres of the weekdays and of the dates of a week */
function measureOffsets(element: Element): number[] {
  const range = document.createRange()
  const [heads, week] = [0, 2].map((row) =>
    [...(element as HTMLTableElement).rows[row]!.cells].map((cell) => {
      range.selectNodeContents(cell.querySelector('button') ?? cell)
      const { left, right } = range.getBoundingClientRect()
      return (left + right) / 2
    }),
  )
  return heads!.map((head, day) => Math.abs(head - week![day]!))
}
