import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DROPDOWN_OFFSET_PX } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { interceptRequests } from '../../support/intercept-requests.ts'
import { openTab } from '../../support/reused-page.ts'
import {
  datepickerOf,
  dropdownOf,
  isFocused,
  openWidgets,
  overlayOf,
  stepperOf,
  verticalGap,
  WIDGETS_URL,
} from './widgets-page.ts'

const browser = await useBrowser()

const NARROW = { width: 360, height: 740 }

/** Lists the boxes of all visible elements, except the parts that scripts add or replace within a fixed box. */
const listBoxes = (page: Page) =>
  page.locator('.widgets *').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const isReplaced = element.closest(
        '.stepper-actions *, .stepper-panel[data-state="inactive"], .pin-input-boxes, .datepicker-fields > div > *, tr[data-later], output',
      )
      return width > 0 && height > 0 && !isReplaced ? [`${element.tagName} ${x} ${y} ${width} ${height}`] : []
    }),
  )

/** At 0, the animations that show the plain forms after some seconds stand still, so that slow scripts cannot fail a test. */
async function setAnimationRate(page: Page, playbackRate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate })
}

/** What a visitor does to each widget before hydration, and what is kept of it. */
const EARLY: Readonly<
  Record<string, readonly [act: (page: Page) => Promise<void>, expected: (page: Page) => Promise<void>]>
> = {
  'the typed text of a stepper stays, and one panel is visible': [
    async (page) => {
      const { request, visiblePanels, root } = stepperOf(page)
      await request.fill('typed early')
      expect(await visiblePanels()).toEqual(['Your request'])
      expect(await root.getByRole('button').count()).toBe(0)
    },
    async (page) => {
      const { button, request } = stepperOf(page)
      await button('Next').waitFor()
      expect(await request.inputValue()).toBe('typed early')
    },
  ],
  'a typed password is scored': [
    (page) => page.getByLabel('Password', { exact: true }).fill('abc'),
    (page) => expect.poll(() => page.locator('.password-strength').getAttribute('data-score')).toBe('1'),
  ],
  'a typed code is normalised': [
    (page) => page.getByLabel('Reference', { exact: true }).fill('abc'),
    async (page) => {
      const field = page.getByLabel('Reference', { exact: true })
      await expect.poll(() => field.inputValue()).toBe('ABC')
      expect(await page.locator('.pin-input-boxes > [data-state="filled"]').count()).toBe(3)
      expect(await field.getAttribute('pattern')).toBe('(?:[A-Z0-9]){8}')
    },
  ],
  'a table has ten rows': [
    async (page) => {
      const row = page.locator('.data-table tbody tr').nth(10)
      await expect.poll(() => row.evaluate((own) => own.getBoundingClientRect().height)).toBe(0)
    },
    async (page) => {
      await expect.poll(() => page.locator('.data-table tbody tr').count()).toBe(10)
      expect(await page.locator('.data-table').getAttribute('data-state')).toBe('ready')
    },
  ],
  'the date, the time and the focus stay': [
    async (page) => {
      const { date, time } = datepickerOf(page)
      await date.fill('2026-12-24')
      await time.fill('09:15')
      await time.focus()
    },
    async (page) => {
      const { date, time, reported } = datepickerOf(page)
      await expect.poll(reported).toBe('2026-12-24T09:15')
      expect([await date.inputValue(), await time.inputValue()]).toEqual(['2026-12-24', '09:15'])
      await expect.poll(() => isFocused(time)).toBe(true)
    },
  ],
}

test('hydration shifts no widget of a wide screen, and keeps what visitors did before', async () => {
  await using early = await openWidgets(browser, { delaysScripts: true, time: '2026-12-11T04:30:00Z' })
  const { page } = early
  await setAnimationRate(page, 0)
  expect(await overlayOf(page).panel.isVisible()).toBe(true)
  for (const [act] of Object.values(EARLY)) await act(page)
  const before = await listBoxes(page)
  await early.releaseScripts()
  for (const [, expectKept] of Object.values(EARLY)) await expectKept(page)
  await overlayOf(page).until('open')
  expect(await listBoxes(page)).toEqual(before)
})

test.each(['drawer', 'dropdown'])('a %s that was opened before hydration becomes modal or a menu', async (kind) => {
  await using early = await openWidgets(browser, { delaysScripts: true, viewport: NARROW })
  const { page } = early
  const { panel, trigger, box } = overlayOf(page)
  const { sort } = dropdownOf(page)
  const [opener, popup] = kind === 'drawer' ? [trigger, panel] : [sort, page.getByRole('menu', { name: 'Sort by' })]
  await opener.click()
  if (kind === 'drawer') await box.check()
  const before = await opener.boundingBox()
  await early.releaseScripts()
  await expect.poll(() => popup.getAttribute('role')).toBe(kind === 'drawer' ? 'dialog' : 'menu')
  expect(await popup.evaluate((own) => own.matches(':popover-open'))).toBe(true)
  if (kind === 'drawer') expect(await box.isChecked()).toBe(true)
  expect(await opener.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect.poll(() => popup.isVisible()).toBe(false)
  await expect.poll(() => isFocused(opener)).toBe(true)
})

test('without scripts the drawer and the dropdown open, and all other widgets are plain forms, tables and texts', async () => {
  await using opened = await openWidgets(browser, { javaScriptEnabled: false, viewport: NARROW })
  const { page } = opened
  const { panel, trigger, close } = overlayOf(page)
  for (const leave of [() => close.click(), () => page.keyboard.press('Escape')]) {
    await trigger.click()
    await expect.poll(() => panel.isVisible()).toBe(true)
    await leave()
    await expect.poll(() => panel.isVisible()).toBe(false)
  }
  const sort = page.getByRole('button', { name: 'Sort by' })
  await sort.click()
  const popup = page.getByRole('group', { name: 'Sort by' })
  await popup.waitFor()
  expect(await verticalGap(sort, popup)).toBeCloseTo(DROPDOWN_OFFSET_PX, 0)
  await page.keyboard.press('Escape')
  const { root, visiblePanels } = stepperOf(page)
  expect(await visiblePanels()).toEqual(['Your request', 'Your details', 'Preferred time', 'Review'])
  expect(await root.getByRole('button').allTextContents()).toEqual(['Finish'])
  expect(await page.locator('.data-table tbody tr').last().isVisible()).toBe(true)
  for (const gone of ['.stepper-list', '[role="meter"]', '.data-table-tools', '.data-table-foot'])
    expect(await page.locator(gone).isVisible(), gone).toBe(false)
})

test('a stepper shows the plain form after 4 s if scripts never load', async () => {
  const page = await openTab(browser)
  await interceptRequests(page, '*/builds/*.js', (request) => request.abort())
  await setAnimationRate(page, 0)
  await page.goto(WIDGETS_URL)
  const { visiblePanels, button } = stepperOf(page)
  expect(await visiblePanels()).toEqual(['Your request'])
  const waiting = page.locator('.stepper-panel[data-state="inactive"]').first()
  expect(await waiting.evaluate((panel) => getComputedStyle(panel).animationDuration)).toBe('4s')
  await setAnimationRate(page, 100)
  await expect.poll(visiblePanels).toEqual(['Your request', 'Your details', 'Preferred time', 'Review'])
  expect(await button('Finish').isVisible()).toBe(true)
})
