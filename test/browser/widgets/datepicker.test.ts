import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { datepickerOf, HEADING, openDatepickers, VISITOR } from './datepicker-parts.ts'
import { isFocused, openBeforeScripts, openWidgetsPage, widgetsUrl } from './widgets-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('a date picker starts empty and closed, and accepts dates from today in the site’s time zone to the end of 2470', async () => {
  await using opened = await openDatepickers(browser, server.url)
  const { page } = opened
  const { date, time, value, state, problem, message, root, button } = datepickerOf(page, 'Preferred time')
  expect([await date.inputValue(), await time.inputValue(), await value()]).toEqual(['', '12:00 PM', ''])
  expect([await state(), await problem(), await button.getAttribute('aria-expanded')]).toEqual([
    'closed',
    null,
    'false',
  ])
  for (const { text, becomes = text, value: expected = '', problem: expectedProblem = null, hint, name } of [
    { text: '12/10/2026', value: '2026-12-10T12:00', name: 'Change date, Thursday, December 10, 2026 is chosen' },
    { text: '12/31/2470', value: '2470-12-31T12:00' },
    { text: '1/1/2471', becomes: '01/01/2471', problem: 'too-late', hint: 'Please choose 12/31/2470 or earlier.' },
    { text: '12/9/2026', becomes: '12/09/2026', problem: 'past', hint: 'Please choose 12/10/2026 or later.' },
    { text: 'some day', problem: 'invalid' },
    // ISO dates are accepted in every locale and reformatted.
    { text: '2027-02-01', becomes: '02/01/2027', value: '2027-02-01T12:00' },
  ]) {
    await date.fill(text)
    await date.blur()
    expect([await date.inputValue(), await value(), await problem()]).toEqual([becomes, expected, expectedProblem])
    expect(await date.getAttribute('aria-invalid'), text).toBe(String(expectedProblem !== null))
    if (hint) expect(await message.innerText()).toContain(hint)
    if (name) expect(await button.getAttribute('aria-label')).toBe(name)
  }
  await time.fill('2:15pm')
  await time.blur()
  expect([await time.inputValue(), await value()]).toEqual(['2:15 PM', '2027-02-01T14:15'])
  await time.fill('late')
  await time.blur()
  expect([await problem(), await time.getAttribute('aria-invalid'), await date.getAttribute('aria-invalid')]).toEqual([
    'time',
    'true',
    'false',
  ])
  await time.fill('')
  await time.blur()
  expect([await time.inputValue(), await value()]).toEqual(['12:00 PM', '2027-02-01T12:00'])
  expect(await page.getByTestId('reported').innerText()).toBe('2027-02-01T12:00')
  expect(await root.locator('input[name="visit"]').count()).toBe(1)
})

test('each date picker uses its own time zone and language; closed days can be reached by keys, but neither chosen nor typed', async () => {
  await using opened = await openDatepickers(browser, server.url)
  const { page } = opened
  const german = datepickerOf(page, 'Abholung')
  expect([await german.date.inputValue(), await german.time.inputValue(), await german.value()]).toEqual([
    '27.03.2027',
    '15:30',
    '2027-03-27T15:30',
  ])
  // In that night the clocks skip the hour from 2:00 to 3:00.
  await german.date.fill('28.3.27')
  await german.time.fill('2.30')
  await german.time.blur()
  expect([await german.time.inputValue(), await german.value()]).toEqual(['03:30', '2027-03-28T03:30'])
  expect(await german.message.innerText()).toContain('the time will be 03:30')

  // The days from Tuesday to Saturday can be chosen. Today is Friday.
  const { date, value, problem, message, state, button, calendar, focusedDay } = datepickerOf(page, 'With an error')
  const type = async (text: string) => {
    await date.fill(text)
    await date.blur()
    return [await problem(), await value()]
  }
  expect([await problem(), await message.innerText()]).toEqual([
    'server',
    expect.stringContaining('We are closed then.'),
  ])
  await button.click()
  await expect.poll(focusedDay).toBe('2026-12-11')
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  const sunday = calendar.getByRole('button', { name: /Sunday,? 13 December 2026/ })
  expect([await focusedDay(), await sunday.getAttribute('aria-disabled')]).toEqual(['2026-12-13', 'true'])
  await page.keyboard.press('Enter')
  await sunday.click({ force: true })
  expect([await state(), await value()]).toEqual(['open', ''])
  await page.keyboard.press('Escape')
  expect(await type('13/12/2026')).toEqual(['closed', ''])
  expect(await message.innerText()).toBe('We are closed on Sunday. Please choose another day.')
  await button.click()
  await calendar.getByRole('button', { name: /Tuesday,? 15 December 2026/ }).click()
  await expect.poll(state).toBe('closed')
  expect([await problem(), await value()]).toEqual([null, '2026-12-15T12:00'])
  expect(await type('10/12/2026')).toEqual(['past', ''])
  expect(await type('11/12/2026')).toEqual([null, '2026-12-11T12:00'])
  expect(await datepickerOf(page, 'Preferred time').value()).toBe('')
})

test('without scripts a date picker has native fields with limits and the default time', async () => {
  await using opened = await openWidgetsPage(browser, server.url, HEADING, { javaScriptEnabled: false })
  const { page } = opened
  const { date, time, button } = datepickerOf(page, 'Preferred time')
  expect(await date.getAttribute('type')).toBe('date')
  expect(await date.getAttribute('min')).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await date.getAttribute('max')).toBe('2470-12-31')
  expect([await time.getAttribute('type'), await time.inputValue()]).toEqual(['time', '12:00'])
  expect(await button.count()).toBe(0)
  await date.fill('2470-12-30')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForURL(/\/contact\?visit-date=2470-12-30&visit-time=12%3A00$/)
})

test('hydration of a date picker keeps values and focus and shifts nothing; invalid text prevents sending the form and shows why', async () => {
  await using early = await openBeforeScripts(browser, server.url, HEADING, {
    ...VISITOR,
    viewport: { width: 360, height: 800 },
  })
  const { page } = early
  const { root, date, time, value, problem } = datepickerOf(page, 'Preferred time')
  await date.fill('2026-12-24')
  await time.fill('09:15')
  await time.focus()
  const boxes = () => Promise.all([root, date, time].map((locator) => locator.boundingBox()))
  const before = await boxes()
  await early.releaseScripts()
  await expect.poll(() => date.getAttribute('type')).toBe('text')
  expect([await date.inputValue(), await time.inputValue(), await value()]).toEqual([
    '12/24/2026',
    '9:15 AM',
    '2026-12-24T09:15',
  ])
  expect(await page.getByTestId('reported').innerText()).toBe('2026-12-24T09:15')
  expect(await isFocused(time)).toBe(true)
  expect(await boxes()).toEqual(before)
  await date.fill('some day')
  await page.keyboard.press('Enter')
  await expect.poll(problem).toBe('invalid')
  expect(page.url()).toBe(widgetsUrl(server.url, HEADING))
  expect(await date.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain('This is not a date.')
  await date.fill('12/25')
  expect(await value()).toBe('2026-12-25T09:15')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/contact\?visit=2026-12-25T09%3A15$/)
})
