import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { datepickerOf, HEADING, NOW, openDatepickers } from './datepicker-parts.ts'
import { openBeforeScripts, widgetsUrl } from './widgets-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('a date picker starts empty and closed, and accepts dates from today in the site’s time zone to the end of 2470', async () => {
  await using opened = await openDatepickers(browser, server.url)
  const { date, time, value, state, problem, message, root, button } = datepickerOf(opened.page, 'Preferred time')
  expect([await date.inputValue(), await time.inputValue(), await value()]).toEqual(['', '12:00 PM', ''])
  expect([await state(), await problem(), await button.getAttribute('aria-expanded')]).toEqual([
    'closed',
    null,
    'false',
  ])
  const type = async (text: string) => {
    await date.fill(text)
    await date.blur()
  }
  await type('12/10/2026')
  expect(await value()).toBe('2026-12-10T12:00')
  expect(await button.getAttribute('aria-label')).toBe('Change date, Thursday, December 10, 2026 is chosen')
  await type('12/31/2470')
  expect(await value()).toBe('2470-12-31T12:00')
  await type('1/1/2471')
  expect([await value(), await problem()]).toEqual(['', 'too-late'])
  expect(await message.innerText()).toContain('Please choose 12/31/2470 or earlier.')
  await type('12/9/2026')
  expect([await value(), await problem()]).toEqual(['', 'past'])
  expect(await message.innerText()).toContain('Please choose 12/10/2026 or later.')
  expect(await date.getAttribute('aria-invalid')).toBe('true')
  await type('some day')
  expect([await value(), await problem(), await date.inputValue()]).toEqual(['', 'invalid', 'some day'])
  // ISO dates are accepted in every locale and reformatted.
  await type('2027-02-01')
  expect([await date.inputValue(), await value(), await problem()]).toEqual(['02/01/2027', '2027-02-01T12:00', null])
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
  expect(await opened.page.getByTestId('reported').innerText()).toBe('2027-02-01T12:00')
  expect(await root.locator('input[name="visit"]').count()).toBe(1)
})

test('invalid text in a date picker prevents sending the form and shows why', async () => {
  await using opened = await openDatepickers(browser, server.url)
  const { page } = opened
  const { date, problem, value } = datepickerOf(page, 'Preferred time')
  await date.fill('some day')
  await page.keyboard.press('Enter')
  await expect.poll(problem).toBe('invalid')
  expect(page.url()).toBe(widgetsUrl(server.url, HEADING))
  expect(await date.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain('This is not a date.')
  await date.fill('12/24')
  expect(await value()).toBe('2026-12-24T12:00')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/contact\?visit=2026-12-24T12%3A00$/)
})

test('each date picker uses its own time zone, first day of the week and language', async () => {
  await using opened = await openDatepickers(browser, server.url)
  const { page } = opened
  const german = datepickerOf(page, 'Abholung')
  expect([await german.date.inputValue(), await german.time.inputValue(), await german.value()]).toEqual([
    '27.03.2027',
    '15:30',
    '2027-03-27T15:30',
  ])
  await german.button.click()
  await german.calendar.getByRole('grid', { name: 'März 2027' }).waitFor()
  expect((await german.calendar.locator('th').allInnerTexts()).join(' ')).toBe('Mo Di Mi Do Fr Sa So')
  await page.keyboard.press('Escape')
  // In that night the clocks skip the hour from 2:00 to 3:00.
  await german.date.fill('28.3.27')
  await german.time.fill('2.30')
  await german.time.blur()
  expect([await german.time.inputValue(), await german.value()]).toEqual(['03:30', '2027-03-28T03:30'])
  expect(await german.message.innerText()).toContain('the time will be 03:30')

  const early = datepickerOf(page, 'With an error')
  expect([await early.problem(), await early.message.innerText()]).toEqual([
    'server',
    expect.stringContaining('We are closed then.'),
  ])
  await early.date.fill('10/12/2026')
  await early.date.blur()
  expect(await early.problem()).toBe('past')
  await early.date.fill('11/12/2026')
  await early.date.blur()
  expect([await early.problem(), await early.value()]).toEqual([null, '2026-12-11T12:00'])
  expect(await datepickerOf(page, 'Preferred time').value()).toBe('')
})

test('without scripts a date picker has native fields with limits and the default time', async () => {
  await using opened = await openDatepickers(browser, server.url, { javaScriptEnabled: false })
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

test('hydration of a date picker keeps values and focus and shifts nothing', async () => {
  await using early = await openBeforeScripts(browser, server.url, HEADING, {
    viewport: { width: 360, height: 800 },
    time: NOW,
  })
  const { page } = early
  const { root, date, time, value } = datepickerOf(page, 'Preferred time')
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
  expect(await time.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await boxes()).toEqual(before)
})
