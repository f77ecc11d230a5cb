import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export const openDropdowns = ({ page, examples }: { readonly page: Page; readonly examples: Locator }) => ({
  page,
  examples,
  share: examples.getByRole('button', { name: 'Share', exact: true }),
  sort: examples.getByRole('button', { name: 'Sort by' }),
  menu: page.getByRole('menu'),
  item: (name: string) => page.getByRole('menuitem', { name }),
  focusedText: () => page.evaluate(() => document.activeElement?.textContent),
  settled: (popup: Locator) => expect.poll(() => popup.getAttribute('data-placement')).not.toBe(null),
})
