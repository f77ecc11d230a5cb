import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { datepickerOf, isFocused, openWidgets, untilPlaced } from './widgets-page.ts'

const browser = await useBrowser()

/** Opens the page on Thursday evening in Los Angeles; for the visitor it is Friday. */
async function openDatepicker(browser: Browser, expected?: RegExp) {
  const opened = await openWidgets(browser, {
    time: '2026-12-11T04:30:00Z',
    timezoneId: 'Asia/Tokyo',
    ...(expected && { expected }),
  })
  // The typed fields replace the native ones after loading.
  await expect.poll(() => datepickerOf(opened.page).date.getAttribute('type')).toBe('text')
  return opened
}

test('typed dates and times are checked against the site’s time zone and open days, reformatted and reported, and an invalid one prevents sending', async () => {
  await using opened = await openDatepicker(browser)
  const { page } = opened
  const { date, time, value, problem, message, button, reported } = datepickerOf(page)
  expect([await date.inputValue(), await time.inputValue(), await value()]).toEqual(['', '12:00 PM', ''])
  for (const { text, becomes = text, value: expected = '', problem: found = null, hint = '' } of [
    { text: '12/31/2470', value: '2470-12-31T12:00' },
    { text: '1/1/2471', becomes: '01/01/2471', problem: 'too-late', hint: 'Please choose 12/31/2470 or earlier.' },
    { text: '12/9/2026', becomes: '12/09/2026', problem: 'past', hint: 'Please choose 12/10/2026 or later.' },
    { text: '12/13/2026', problem: 'closed', hint: 'We are closed on Sunday.' },
    { text: 'some day', problem: 'invalid' },
    { text: '2026-12-10', becomes: '12/10/2026', value: '2026-12-10T12:00' },
  ]) {
    await date.fill(text)
    await date.blur()
    expect([await date.inputValue(), await value(), await problem()]).toEqual([becomes, expected, found])
    expect(await date.getAttribute('aria-invalid'), text).toBe(String(found !== null))
    expect(await message.innerText()).toContain(hint)
    expect(await reported()).toBe(found ?? expected)
  }
  expect(await button.getAttribute('aria-label')).toBe('Change date, Thursday, December 10, 2026 is chosen')
  await time.fill('late')
  await time.blur()
  expect([await problem(), await time.getAttribute('aria-invalid'), await date.getAttribute('aria-invalid')]).toEqual([
    'time',
    'true',
    'false',
  ])
  const address = page.url()
  await page.keyboard.press('Enter')
  await time.press('Enter')
  expect(page.url()).toBe(address)
  await time.fill('2:15pm')
  await time.press('Enter')
  await page.waitForURL(/\/contact\?visit=2026-12-10T14%3A15$/)
})

test('the calendar opens at today or the chosen day, keys move between days, closed days can be reached but not chosen, and the focus returns', async () => {
  await using opened = await openDatepicker(browser)
  const { page } = opened
  const { button, calendar, date, state, focusedDay, value } = datepickerOf(page)
  await button.press('Enter')
  await expect.poll(focusedDay).toBe('2026-12-10')
  expect([await state(), await button.getAttribute('aria-expanded')]).toEqual(['open', 'true'])
  expect(await calendar.locator('[aria-current="date"]').getAttribute('data-date')).toBe('2026-12-10')
  expect((await calendar.locator('th').allInnerTexts()).join(' ')).toBe('Sun Mon Tue Wed Thu Fri Sat')
  expect(await calendar.getByRole('button', { name: 'Wednesday, December 9, 2026' }).isDisabled()).toBe(true)
  for (const [key, day] of [
    ['ArrowRight', '2026-12-11'],
    ['ArrowDown', '2026-12-18'],
    ['Shift+PageDown', '2027-12-18'],
    ['Shift+PageUp', '2026-12-18'],
    // Keys do not move the focus to days before today.
    ['PageUp', '2026-12-10'],
    ['ArrowDown', '2026-12-17'],
    ['Home', '2026-12-13'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focusedDay(), key).toBe(day)
  }
  expect(await calendar.locator('[data-date][tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  expect([await state(), await value()]).toEqual(['open', ''])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(state).toBe('closed')
  expect([await date.inputValue(), await value(), await isFocused(button)]).toEqual([
    '12/14/2026',
    '2026-12-14T12:00',
    true,
  ])
  await page.keyboard.press('Space')
  await expect.poll(focusedDay).toBe('2026-12-14')
  expect(await calendar.locator('[aria-selected="true"] button').getAttribute('data-date')).toBe('2026-12-14')
  const turn = (name: string) => calendar.getByRole('button', { name, exact: true })
  expect(await turn('Previous year').getAttribute('aria-disabled')).toBe('true')
  await turn('Next year').click()
  await turn('Next month').click()
  expect(await isFocused(turn('Next month'))).toBe(true)
  await calendar.getByRole('grid', { name: 'January 2028' }).waitFor()
  // Days of the neighbouring months can be chosen.
  await calendar.getByRole('button', { name: 'Tuesday, February 1, 2028' }).click()
  await expect.poll(value).toBe('2028-02-01T12:00')
  await date.fill('12/30/2470')
  await button.click()
  await page.keyboard.press('PageDown')
  expect([await focusedDay(), await turn('Next month').getAttribute('aria-disabled')]).toEqual(['2470-12-31', 'true'])
})

test('a double click keeps the calendar open, Escape closes it, and the whole calendar is visible on all screens', async () => {
  await using opened = await openDatepicker(browser)
  const { page } = opened
  const { button, calendar } = datepickerOf(page)
  for (const viewport of [
    { width: 740, height: 400 },
    { width: 1280, height: 740 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport)
    await button.evaluate((own) => own.scrollIntoView({ block: 'center' }))
    await button.dblclick()
    await untilPlaced(calendar)
    const { x, y, width, height } = (await calendar.boundingBox())!
    expect(
      [x >= 0, y >= 0, x + width <= viewport.width, y + height <= viewport.height],
      `at ${viewport.width} px`,
    ).toEqual([true, true, true, true])
    await page.keyboard.press('Escape')
    await expect.poll(() => calendar.count()).toBe(0)
  }
})

test('a date picker keeps its fields and says so if its calendar cannot be loaded', async () => {
  // A slow page loads the code that asks for the manifest only now.
  await using opened = await openDatepicker(browser, /could not be loaded|manifest of the build|ERR_FAILED/)
  const { page } = opened
  const { button, date, message, state, value } = datepickerOf(page)
  await page.route('**/builds/*.js', (route) => route.abort())
  await button.click()
  await expect.poll(() => message.innerText()).toContain('The calendar could not be loaded.')
  expect(await state()).toBe('closed')
  await date.fill('12/24')
  expect(await value()).toBe('2026-12-24T12:00')
})
