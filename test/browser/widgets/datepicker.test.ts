import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { openBeforeScripts, openWidgetsPage, type WidgetsPage, type WidgetsPageOptions } from './widgets-page.ts'

/** A Thursday evening in Los Angeles; in Berlin and in UTC it is Friday, on Kiritimati Friday evening. */
const NOW = '2026-12-11T04:30:00Z'

const HEADING = 'Datepicker'

const browser = await useBrowser()
const server = await findDevelopmentServer()

function datepickerOf(page: Page, label: string) {
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

/** The visitor sits in a zone that is nobody's here. */
const ELSEWHERE = { viewport: { width: 1280, height: 900 }, timezoneId: 'Asia/Tokyo' }
const stopClock = (page: Page) => page.clock.setFixedTime(NOW)

async function openDatepickers(options: WidgetsPageOptions = {}): Promise<WidgetsPage> {
  const hasScripts = options.javaScriptEnabled !== false
  const opened = await openWidgetsPage(browser, server.url, HEADING, { ...ELSEWHERE, ...(hasScripts && { prepare: stopClock }), ...options })
  // The typed fields take over once they are loaded.
  if (hasScripts) await expect.poll(() => opened.page.locator('.datepicker input[type="date"]').count()).toBe(0)
  return opened
}

test('it begins empty, closed, at 12:00 PM, from today in the site’s zone to the end of 2470', async () => {
  await using opened = await openDatepickers()
  const { date, time, value, state, problem, message, root, button } = datepickerOf(opened.page, 'Preferred time')
  expect([await date.inputValue(), await time.inputValue(), await value()]).toEqual(['', '12:00 PM', ''])
  expect([await state(), await problem(), await button.getAttribute('aria-expanded')]).toEqual(['closed', null, 'false'])
  const type = async (text: string) => {
    await date.fill(text)
    await date.blur()
  }
  await type('12/10/2026')
  expect(await value()).toBe('2026-12-10T12:00')
  expect(await button.getAttribute('aria-label')).toBe('Choose date, chosen is Thursday, December 10, 2026')
  await type('12/31/2470')
  expect(await value()).toBe('2470-12-31T12:00')
  await type('1/1/2471')
  expect([await value(), await problem()]).toEqual(['', 'too-late'])
  expect(await message.innerText()).toContain('The last one is 12/31/2470.')
  await type('12/9/2026')
  expect([await value(), await problem()]).toEqual(['', 'past'])
  expect(await message.innerText()).toContain('The first one is 12/10/2026.')
  expect(await date.getAttribute('aria-invalid')).toBe('true')
  await type('some day')
  expect([await value(), await problem(), await date.inputValue()]).toEqual(['', 'invalid', 'some day'])
  // ISO is understood everywhere, and shown in the order of the locale.
  await type('2027-02-01')
  expect([await date.inputValue(), await value(), await problem()]).toEqual(['02/01/2027', '2027-02-01T12:00', null])
  await time.fill('2:15pm')
  await time.blur()
  expect([await time.inputValue(), await value()]).toEqual(['2:15 PM', '2027-02-01T14:15'])
  await time.fill('late')
  await time.blur()
  expect([await problem(), await time.getAttribute('aria-invalid'), await date.getAttribute('aria-invalid')]).toEqual(['time', 'true', 'false'])
  await time.fill('')
  await time.blur()
  expect([await time.inputValue(), await value()]).toEqual(['12:00 PM', '2027-02-01T12:00'])
  expect(await opened.page.getByTestId('told').innerText()).toBe('2027-02-01T12:00')
  expect(await root.locator('input[name="visit"]').count()).toBe(1)
})

test('while a text makes no sense the form stays, and says why', async () => {
  await using opened = await openDatepickers()
  const { page } = opened
  const { date, problem, value } = datepickerOf(page, 'Preferred time')
  await date.fill('some day')
  await page.keyboard.press('Enter')
  await expect.poll(problem).toBe('invalid')
  expect(page.url()).toBe(`${server.url}/widgets`)
  expect(await date.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain('This is not a date.')
  await date.fill('12/24')
  expect(await value()).toBe('2026-12-24T12:00')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/contact\?visit=2026-12-24T12%3A00$/)
})

test('the calendar is loaded when it is first opened, on today, and the keys lead through it', async () => {
  await using opened = await openDatepickers()
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
    // Not before today.
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
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  // Again: on the chosen day, marked as such; Space chooses as well.
  await page.keyboard.press('Space')
  await expect.poll(focusedDay).toBe('2026-12-17')
  expect(await calendar.locator('td[aria-selected="true"] [data-state="selected"]').getAttribute('data-date')).toBe('2026-12-17')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect.poll(value).toBe('2026-12-18T12:00')
})

test('Escape and a click elsewhere close it, choose nothing and give the focus back', async () => {
  await using opened = await openDatepickers()
  const { page } = opened
  const { button, calendar, state, value } = datepickerOf(page, 'Preferred time')
  const isButtonFocused = () => button.evaluate((element) => element === document.activeElement)
  for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await button.click()
    await calendar.waitFor()
    await page.keyboard.press('ArrowRight')
    await leave()
    await expect.poll(state).toBe('closed')
    await expect.poll(isButtonFocused).toBe(true)
    expect([await value(), await button.getAttribute('aria-expanded'), await calendar.count()]).toEqual(['', 'false', 0])
  }
  // Also where a click on a button does not focus it, as in Safari.
  await button.evaluate((element: HTMLButtonElement) => {
    element.blur()
    element.click()
  })
  await calendar.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(isButtonFocused).toBe(true)
})

test('months and years are turned by buttons, up to the last day and down to the first', async () => {
  await using opened = await openDatepickers({ hasTouch: true })
  const { page } = opened
  const { date, button, calendar, focusedDay, value, state } = datepickerOf(page, 'Preferred time')
  await button.tap()
  const turn = (name: string) => calendar.getByRole('button', { name, exact: true })
  expect(await turn('Previous month').getAttribute('aria-disabled')).toBe('true')
  expect(await turn('Previous year').getAttribute('aria-disabled')).toBe('true')
  await turn('Next year').tap()
  await turn('Next month').tap()
  await calendar.getByRole('grid', { name: 'January 2028' }).waitFor()
  expect(await turn('Next month').evaluate((element) => element === document.activeElement)).toBe(true)
  // A day of the neighbouring month can be had at once.
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

test('each stands in its own zone, week and language', async () => {
  await using opened = await openDatepickers()
  const { page } = opened
  const german = datepickerOf(page, 'Abholung')
  expect([await german.date.inputValue(), await german.time.inputValue(), await german.value()]).toEqual(['27.03.2027', '15:30', '2027-03-27T15:30'])
  await german.button.click()
  await german.calendar.getByRole('grid', { name: 'März 2027' }).waitFor()
  expect((await german.calendar.locator('th').allInnerTexts()).join(' ')).toBe('Mo Di Mi Do Fr Sa So')
  await page.keyboard.press('Escape')
  // That night the clocks skip the hour after two.
  await german.date.fill('28.3.27')
  await german.time.fill('2.30')
  await german.time.blur()
  expect([await german.time.inputValue(), await german.value()]).toEqual(['03:30', '2027-03-28T03:30'])
  expect(await german.message.innerText()).toContain('it will be 03:30')

  const early = datepickerOf(page, 'With a complaint')
  expect([await early.problem(), await early.message.innerText()]).toEqual(['server', expect.stringContaining('We are closed then.')])
  await early.date.fill('10/12/2026')
  await early.date.blur()
  // On Kiritimati the tenth is over.
  expect(await early.problem()).toBe('past')
  await early.date.fill('11/12/2026')
  await early.date.blur()
  expect([await early.problem(), await early.value()]).toEqual([null, '2026-12-11T12:00'])
  expect(await datepickerOf(page, 'Preferred time').value()).toBe('')
})

test('a calendar that is asked for twice opens once and stays', async () => {
  await using opened = await openDatepickers()
  const { button, calendar, state } = datepickerOf(opened.page, 'Preferred time')
  await button.dblclick()
  await calendar.waitFor()
  expect(await calendar.count()).toBe(1)
  await opened.page.keyboard.press('Escape')
  await expect.poll(state).toBe('closed')
  // The second click of a slower hand falls on what lies over the page by then.
  const { mouse } = opened.page
  const box = (await button.boundingBox())!
  await mouse.click(box.x + 5, box.y + 5)
  await calendar.waitFor()
  await mouse.down({ clickCount: 2 })
  await mouse.up({ clickCount: 2 })
  expect(await state()).toBe('open')
})

test('a calendar that cannot be loaded leaves the fields, and says so', async () => {
  await using opened = await openDatepickers({ expected: /The calendar could not be loaded|ERR_FAILED/ })
  const { page } = opened
  const { button, date, message, state, value } = datepickerOf(page, 'Preferred time')
  await page.route('**/builds/*.js', (route) => route.abort())
  await button.click()
  await expect.poll(() => message.innerText()).toContain('The calendar could not be loaded.')
  expect(await state()).toBe('closed')
  await date.fill('12/24')
  expect(await value()).toBe('2026-12-24T12:00')
})

test('leaving while the calendar loads, or while it is open, leaves nothing behind', async () => {
  await using opened = await openDatepickers()
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
  // The page behind the dialog is awake.
  await page.locator('nav a[href="/contact"]').first().click()
  await page.waitForURL(/\/contact$/)
})

test('without scripts the platform’s fields do it, with their limits and the default time', async () => {
  await using opened = await openDatepickers({ javaScriptEnabled: false })
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

test('what was chosen before the scripts came stays, with the focus, and nothing moves', async () => {
  await using early = await openBeforeScripts(browser, server.url, HEADING, { viewport: { width: 360, height: 800 }, prepare: stopClock })
  const { page } = early
  const { root, date, time, value } = datepickerOf(page, 'Preferred time')
  await date.fill('2026-12-24')
  await time.fill('09:15')
  await time.focus()
  const boxes = () => Promise.all([root, date, time].map((locator) => locator.boundingBox()))
  const before = await boxes()
  await early.letScriptsCome()
  await expect.poll(() => date.getAttribute('type')).toBe('text')
  expect([await date.inputValue(), await time.inputValue(), await value()]).toEqual(['12/24/2026', '9:15 AM', '2026-12-24T09:15'])
  expect(await page.getByTestId('told').innerText()).toBe('2026-12-24T09:15')
  expect(await time.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await boxes()).toEqual(before)
})

test.each([
  ['a phone', { width: 360, height: 740 }],
  ['a phone held sideways', { width: 740, height: 400 }],
  ['a desktop', { width: 1280, height: 740 }],
])('on %s the open calendar is all in view', async (_name, viewport) => {
  await using opened = await openDatepickers({ viewport })
  const { button, calendar, focusedDay } = datepickerOf(opened.page, 'Preferred time')
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await button.click()
  await expect.poll(focusedDay).toBe('2026-12-10')
  await expect.poll(() => calendar.getAttribute('data-placement')).not.toBeNull()
  const { x, y, width, height } = (await calendar.boundingBox())!
  expect([x >= 0, y >= 0, x + width <= viewport.width, y + height <= viewport.height]).toEqual([true, true, true, true])
})
