import { expect, test } from 'vitest'
import { TOOLTIP_OFFSET_PX } from '../../../shared/constants.ts'
import { useBrowser } from '../../support/browser.ts'
import { interceptRequests } from '../../support/intercept-requests.ts'
import { isFocused, openWidgets, verticalGap } from './widgets-page.ts'

const browser = await useBrowser()

test('hovering shows a tooltip 5 px above until the pointer leaves both; focus and a tap show it, blur and Escape hide it, and only one is shown', async () => {
  await using opened = await openWidgets(browser, { hasTouch: true })
  const { page } = opened
  const tooltip = page.getByRole('tooltip')
  const remember = page.getByRole('button', { name: 'Remember' })
  const share = page.getByRole('button', { name: 'Share this piece' })
  await remember.hover()
  await expect.poll(() => tooltip.getAttribute('data-placement')).toBe('top')
  expect(await verticalGap(tooltip, remember)).toBeCloseTo(TOOLTIP_OFFSET_PX, 0)
  // The pointer crosses the gap to the tooltip in small steps.
  const box = (await tooltip.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 })
  expect(await tooltip.getAttribute('data-state')).toBe('open')
  await page.mouse.move(box.x + box.width / 2, box.y - 60, { steps: 5 })
  await expect.poll(() => tooltip.count()).toBe(0)

  await remember.focus()
  expect(await tooltip.allTextContents()).toEqual(['You will find it again under your bookmarks'])
  expect(await remember.getAttribute('aria-describedby')).toBe(await tooltip.getAttribute('id'))
  await page.keyboard.press('Escape')
  expect([await tooltip.count(), await isFocused(remember)]).toEqual([0, true])
  await page.keyboard.press('Shift+Tab')
  // A description that repeats the label would be read twice.
  expect([await tooltip.allTextContents(), await share.getAttribute('aria-describedby')]).toEqual([
    ['Share this piece'],
    null,
  ])
  await page.mouse.move(0, 0)
  await share.blur()
  await remember.tap()
  await tooltip.waitFor()
  await page.getByRole('heading', { name: 'Tooltip' }).tap()
  await expect.poll(() => tooltip.count()).toBe(0)
  // A finger that begins to scroll on the button does not tap it.
  await remember.dispatchEvent('pointerenter', { pointerType: 'touch' })
  expect(await tooltip.count()).toBe(0)
})

test('if Floating UI cannot be loaded, the style sheet places the tooltip; only an open popover has position-try-fallbacks', async () => {
  await using opened = await openWidgets(browser, {
    viewport: { width: 360, height: 740 },
    expected: /Floating UI could not be loaded|ERR_FAILED|manifest of the build/,
  })
  const { page } = opened
  // WebKitGTK 2.50 never finishes the layout of a closed popover that has fallbacks, once the panel around it is closed.
  const closed = page.locator('[popover]:not(:popover-open)')
  expect(await closed.count()).toBeGreaterThan(5)
  expect(
    await closed.evaluateAll((all) => all.filter((own) => getComputedStyle(own).positionTryFallbacks !== 'none')),
  ).toEqual([])
  const tooltip = page.getByRole('tooltip')
  const remember = page.getByRole('button', { name: 'Remember' })
  await interceptRequests(page, '*/builds/*.js', (request) => request.abort())
  await remember.focus()
  await tooltip.waitFor()
  expect(await tooltip.evaluate((own) => getComputedStyle(own).positionTryFallbacks)).toBe('flip-block, flip-inline')
  expect(await verticalGap(tooltip, remember)).toBeCloseTo(TOOLTIP_OFFSET_PX, 0)
  expect(await tooltip.getAttribute('data-placement')).toBe(null)
})
