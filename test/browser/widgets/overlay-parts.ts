import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export const openOverlays = (opened: { readonly page: Page; readonly examples: Locator }) => ({
  ...opened,
  outerTrigger: opened.examples.getByRole('button', { name: 'Open centre' }),
  innerTrigger: opened.page.getByRole('button', { name: 'Open another' }),
  outer: opened.page.getByTestId('outer'),
  inner: opened.page.getByTestId('inner'),
  stateOf: (panel: Locator) => panel.getAttribute('data-state'),
  isLocked: () => opened.page.evaluate(() => getComputedStyle(document.documentElement).overflow === 'hidden'),
})

export const sidebarOf = ({ page, examples }: { readonly page: Page; readonly examples: Locator }) => ({
  page,
  panel: examples.locator('[data-sidebar-from="lg"][data-placement]'),
  trigger: examples.getByRole('button', { name: 'Open sidebar' }),
  minify: examples.getByRole('button', { name: 'Minify the sidebar' }),
  box: page.getByRole('checkbox', { name: 'Only what is in stock' }),
})

/** Presses Tab and then Shift+Tab several times, and expects the focus to stay in the panel. */
export async function expectFocusTrapped(panel: Locator, times: number): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let count = 0; count < times; count += 1) {
      await panel.page().keyboard.press(key)
      // After the last element, Tab moves the focus to the browser's own controls, and activeElement is the body.
      expect(
        await panel.evaluate((own) => document.activeElement === document.body || own.contains(document.activeElement)),
        key,
      ).toBe(true)
    }
  }
}

/**
 * Waits until Back closes an overlay instead of leaving the page: the history entry for this is added asynchronously if an
 * earlier one is still being removed.
 */
export async function waitUntilBackIsGuarded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => (history.state as { isGuard?: boolean }).isGuard)).toBe(true)
}
