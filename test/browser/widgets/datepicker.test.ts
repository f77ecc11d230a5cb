import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { interceptRequests } from '../../support/intercept-requests.ts'
import type { PageOptions } from '../../support/reused-page.ts'
import { datepickerOf, isFocused, openWidgets, untilPlaced } from './widgets-page.ts'

const browser = await useBrowser()

/** Opens the page on Thursday evening in Los Angeles; for the visitor it is Friday. */
const openDatepicker = (browser: Browser, options?: PageOptions & { readonly expected?: RegExp }) =>
  openWidgets(browser, { time: '2026-12-11T04:30:00Z', timezoneId: 'Asia/Tokyo', ...options })

test('the calendar opens at today or the chosen day, closed days cannot be chosen, and the focus returns; it is wholly visible on all screens, and Escape closes it; dates are checked against the site’s time zone and open days, and an invalid date prevents sending', async () => {
  await using opened = await openDatepicker(browser)
  const { page } = opened
  const { button, calendar, date, time, problem, message, state, focusedDay, reported } = datepickerOf(page)
  expect([await date.inputValue(), await time.inputValue()]).toEqual(['', '12:00'])
  await button.press('Enter')
  await expect.poll(focusedDay).toBe('2026-12-10')
  expect([await state(), await button.getAttribute('aria-expanded')]).toEqual(['open', 'true'])
  for (const closed of ['Wednesday, December 9, 2026', 'Saturday, December 12, 2026'])
    expect(await calendar.getByRole('button', { name: closed }).isDisabled(), closed).toBe(true)
  await page.keyboard.press('ArrowRight')
  expect(await focusedDay()).toBe('2026-12-11')
  await page.keyboard.press('Enter')
  await expect.poll(state).toBe('closed')
  expect([await date.inputValue(), await reported(), await isFocused(button)]).toEqual([
    '2026-12-11',
    '2026-12-11T12:00',
    true,
  ])
  await date.fill('2470-12-30')
  await button.click()
  await expect.poll(focusedDay).toBe('2470-12-30')
  expect(await calendar.getByRole('button', { name: 'Next month' }).getAttribute('aria-disabled')).toBe('true')
  expect(await calendar.locator('[aria-selected="true"]').getAttribute('data-day')).toBe('2470-12-30')
  await page.keyboard.press('Escape')
  for (const viewport of [
    { width: 740, height: 400 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport)
    await button.evaluate((own) => own.scrollIntoView({ block: 'center' }))
    await button.click()
    await untilPlaced(calendar)
    await calendar.getByRole('grid').waitFor()
    await expect
      .poll(async () => {
        const { x, y, width, height } = (await calendar.boundingBox())!
        return [x >= 0, y >= 0, x + width <= viewport.width, y + height <= viewport.height]
      })
      .toEqual([true, true, true, true])
    await page.keyboard.press('Escape')
    await expect.poll(() => calendar.isVisible()).toBe(false)
    await expect.poll(() => isFocused(button)).toBe(true)
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  await date.fill('2026-12-12')
  await date.blur()
  expect([await problem(), await date.getAttribute('aria-invalid'), await reported()]).toEqual([
    'closed',
    'true',
    'closed',
  ])
  expect(await message.innerText()).toContain('We are closed on Saturday.')
  const address = page.url()
  await time.press('Enter')
  expect([await problem(), page.url()]).toEqual(['closed', address])
  await date.focus()
  await page.keyboard.press('Delete')
  expect(await reported()).toBe('invalid')
  await date.fill('2026-12-10')
  await time.fill('14:15')
  await time.press('Enter')
  await page.waitForURL(/\/contact\?visit-date=2026-12-10&visit-time=14%3A15$/)
})

test('a date picker keeps its fields if its calendar cannot be loaded; touch devices have none', async () => {
  // A slow page loads the code that asks for the manifest only now.
  await using opened = await openDatepicker(browser, {
    expected: /could not be loaded|manifest of the build|ERR_FAILED/,
  })
  const { page } = opened
  const { button, date, state, reported } = datepickerOf(page)
  await interceptRequests(page, '*/builds/*.js', (request) => request.abort())
  const failed = page.waitForEvent('console', (message) => message.text().includes('calendar could not be loaded'))
  await button.click()
  await failed
  await expect.poll(state).toBe('closed')
  await date.fill('2026-12-24')
  expect(await reported()).toBe('2026-12-24T12:00')
  await using touch = await openDatepicker(browser, { hasTouch: true, isMobile: true })
  expect(await datepickerOf(touch.page).button.isVisible()).toBe(false)
})
