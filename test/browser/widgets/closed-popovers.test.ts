import { expect, test } from 'vitest'
import { useBrowser, waitUntilHydrated } from '../../support/browser.ts'
import { findDevelopmentServer } from '../../support/development-server.ts'
import { borrowPage } from '../../support/reused-page.ts'

const browser = await useBrowser()
const server = await findDevelopmentServer()

// WebKitGTK 2.50 never finishes the layout of a closed popover that has fallbacks, once the panel around it is closed.
test('only an open popover has position-try-fallbacks', async () => {
  await using borrowed = await borrowPage(browser, { viewport: { width: 1280, height: 800 } })
  const { page } = borrowed
  await page.goto(`${server.url}/widgets`)
  await waitUntilHydrated(page.locator('h1'))
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

  await page.evaluate(() => document.querySelector<HTMLElement>('.tooltip')!.showPopover())
  expect(
    await page.locator('.tooltip:popover-open').evaluate((tooltip) => getComputedStyle(tooltip).positionTryFallbacks),
  ).toBe('flip-block')
})
