import { expect, test } from 'vitest'
import { TOOLTIP_OFFSET_PX } from '../../../shared/constants.ts'
import { useBrowser, waitUntilHydrated } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { isFocused, openWidgetsPage, verticalGap } from './widgets-page.ts'
import { openTab } from '../../support/reused-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

test('hovering shows the tooltip 5 px above; it stays while the pointer is over it and hides afterwards; focus shows the tooltip; blur and Escape hide it, and Escape keeps the focus; only one is shown at a time', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Tooltip')
  const { page, examples } = opened
  const button = examples.getByRole('button', { name: 'Remember' })
  const bubble = examples.locator('.tooltip', { hasText: 'You will find it again' })
  expect(await bubble.getAttribute('data-state')).toBe('closed')
  await button.hover()
  await expect.poll(() => bubble.getAttribute('data-placement')).toBe('top')
  expect(await bubble.getAttribute('data-state')).toBe('open')
  expect(await verticalGap(bubble, button)).toBeCloseTo(TOOLTIP_OFFSET_PX, 0)

  // The pointer crosses the gap to the tooltip in small steps.
  const box = (await bubble.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 30 })
  expect(await bubble.isVisible()).toBe(true)
  await page.mouse.move(box.x + box.width / 2, box.y - 60, { steps: 5 })
  expect(await bubble.isVisible()).toBe(false)
  expect(await bubble.getAttribute('data-state')).toBe('closed')

  const tooltip = page.getByRole('tooltip')
  await button.focus()
  expect(await tooltip.textContent()).toBe('You will find it again under your bookmarks')
  await page.keyboard.press('Escape')
  expect(await tooltip.count()).toBe(0)
  expect(await isFocused(button)).toBe(true)
  await button.blur()
  await button.focus()
  await tooltip.waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => tooltip.allTextContents()).toEqual(['Unmounted with its button'])
  await examples.getByRole('button', { name: 'Share this piece' }).hover()
  expect(await tooltip.allTextContents()).toEqual(['Share this piece'])
})

test('without scripts aria-describedby of a labelled button refers to its tooltip, but an icon button has none', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Tooltip', { javaScriptEnabled: false })
  const { examples } = opened
  const icon = examples.getByRole('button', { name: 'Share this piece' })
  expect(await icon.getAttribute('aria-describedby')).toBe(null)
  const button = examples.getByRole('button', { name: 'Remember' })
  const id = await button.getAttribute('aria-describedby')
  const bubble = examples.locator(`[id="${id}"]`)
  expect(await bubble.textContent()).toBe('You will find it again under your bookmarks')
  expect(await bubble.getAttribute('role')).toBe('tooltip')
  expect(await bubble.isVisible()).toBe(false)
})

test('a tooltip stays inside the screen at its edge, and is shown below its element if there is no room above; a tap shows it, and a tap elsewhere hides it', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Tooltip', {
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  const { page, examples } = opened
  const tooltip = page.getByRole('tooltip')
  const icon = examples.getByRole('button', { name: 'Share this piece' })
  await icon.focus()
  await expect.poll(() => tooltip.getAttribute('data-placement')).toBe('top')
  const [own, anchor] = await Promise.all([tooltip.boundingBox(), icon.boundingBox()])
  expect(anchor!.x + anchor!.width / 2 - own!.width / 2).toBeLessThan(0)
  expect(own!.x).toBeGreaterThanOrEqual(0)

  await page.setViewportSize({ width: 1280, height: 300 })
  const button = examples.getByRole('button', { name: 'Remember' })
  await button.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 5))
  await button.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
  await expect.poll(() => tooltip.getAttribute('data-placement')).toBe('bottom')
  expect(await verticalGap(button, tooltip)).toBeCloseTo(TOOLTIP_OFFSET_PX, 0)
  await button.blur()
  await expect.poll(() => tooltip.count()).toBe(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await button.tap()
  await tooltip.waitFor()
  await examples.getByRole('heading').tap()
  await expect.poll(() => tooltip.count()).toBe(0)
})

test('removing an element removes its tooltip; a term with a title attribute gets a tooltip instead, and the title again when the tooltips are removed', async () => {
  await using opened = await openWidgetsPage(browser, server.url, 'Tooltip')
  const { page, examples } = opened
  const tooltip = page.getByRole('tooltip')
  const button = examples.getByRole('button', { name: 'Unmount by Delete' })
  await button.focus()
  await tooltip.waitFor()
  await page.keyboard.press('Delete')
  await expect.poll(() => button.count()).toBe(0)
  expect(await tooltip.count()).toBe(0)
  expect(await examples.getByText('Unmounted with').count()).toBe(0)
  // The Escape handler of the removed tooltip is gone too, so one press closes the next tooltip.
  await examples.getByRole('button', { name: 'Remember' }).focus()
  await page.keyboard.press('Escape')
  expect(await tooltip.count()).toBe(0)

  const term = examples.getByText('glost fired')
  await expect.poll(() => term.getAttribute('title')).toBe(null)
  await term.focus()
  expect(await tooltip.textContent()).toBe('Fired a second time, at 1240 °C')
  expect(await term.getAttribute('aria-describedby')).toBe(await tooltip.getAttribute('id'))
  await page.keyboard.press('Tab')
  expect(await tooltip.textContent()).toBe('Without any glaze')

  await examples.getByRole('button', { name: 'Remove the tooltips of terms' }).click()
  const attributes = () =>
    term.evaluate((element) => element.getAttributeNames().map((name) => [name, element.getAttribute(name)]))
  await expect.poll(attributes).toEqual([['title', 'Fired a second time, at 1240 °C']])
  expect(await examples.locator('.widgets-terms .tooltip').count()).toBe(0)
  await term.hover()
  expect(await tooltip.count()).toBe(0)

  await examples.getByRole('button', { name: 'Add the tooltips of terms' }).click()
  await term.hover()
  await tooltip.waitFor()
})

test('Floating UI is loaded with the first popup, and the tooltip is shown even if loading fails; only an open popover has position-try-fallbacks', async () => {
  const page = await openTab(browser)
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(`${server.url}/widgets`)
  const button = page.getByRole('button', { name: 'Remember' })
  await waitUntilHydrated(button)
  // WebKitGTK 2.50 never finishes the layout of a closed popover that has fallbacks, once the panel around it is closed.
  const popovers = await page.locator('[popover]').evaluateAll((elements) =>
    elements.map((element) => ({
      className: element.className,
      isOpen: element.matches(':popover-open'),
      fallbacks: getComputedStyle(element).positionTryFallbacks,
    })),
  )
  expect(
    popovers.filter(({ className, isOpen }) => !isOpen && /^(?:tooltip|dropdown-popup)/.test(className)).length,
  ).toBeGreaterThan(5)
  expect(popovers.filter(({ isOpen, fallbacks }) => !isOpen && fallbacks !== 'none')).toEqual([])

  await page.waitForLoadState('networkidle')
  const atStart = scripts.length
  await page.route('**.js', (route) => route.abort())
  await button.focus()
  const tooltip = page.getByRole('tooltip')
  await tooltip.waitFor()
  await expect.poll(() => scripts.length).toBeGreaterThan(atStart)
  expect(await tooltip.getAttribute('data-placement')).toBe(null)
  expect(await tooltip.evaluate((own) => getComputedStyle(own).positionTryFallbacks)).toBe('flip-block')
  expect(await verticalGap(tooltip, button)).toBeCloseTo(TOOLTIP_OFFSET_PX, 0)
})
