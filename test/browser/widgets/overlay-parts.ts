import type { Locator, Page } from 'playwright-core'

export const openOverlays = (opened: { readonly page: Page; readonly examples: Locator }) => ({
  ...opened,
  outerTrigger: opened.examples.getByRole('button', { name: 'Open centre' }),
  innerTrigger: opened.page.getByRole('button', { name: 'Open another' }),
  outer: opened.page.getByTestId('outer'),
  inner: opened.page.getByTestId('inner'),
  stateOf: (panel: Locator) => panel.getAttribute('data-state'),
  isLocked: () => opened.page.evaluate(() => getComputedStyle(document.documentElement).overflow === 'hidden'),
})
