import type { Locator } from 'playwright-core'

export const HEADING = 'Pin input'
export const REFERENCE = 'Reference of your enquiry'

export function partsOf(examples: Locator, label: string) {
  const page = examples.page()
  const field = examples.getByLabel(label, { exact: true })
  const root = examples.locator('.pin-input', { has: page.getByLabel(label, { exact: true }) })
  const boxes = root.locator('.pin-input-boxes > span')
  return {
    field,
    root,
    boxes,
    state: () => root.getAttribute('data-state'),
    activeBox: () => boxes.evaluateAll((all) => all.findIndex((box) => box.hasAttribute('data-active'))),
    filled: () => boxes.evaluateAll((all) => all.filter((box) => box.dataset['state'] === 'filled').length),
    completed: () => examples.getByLabel('Completed').textContent(),
  }
}
