import type { Locator } from 'playwright-core'

/** Finds an example stepper and its parts. */
export function partsOf(examples: Locator, name: 'enquiry' | 'free' | 'short') {
  const root = examples.locator(`.stepper-${name}`)
  const button = (label: string) => root.getByRole('button', { name: label, exact: true })
  return {
    root,
    button,
    back: button('Back'),
    next: button('Next'),
    skip: button('Skip'),
    finish: button('Finish'),
    reset: button('Start again'),
    status: root.getByRole('status'),
    heading: (title: string) => root.getByRole('heading', { name: title, exact: true }),
    states: () => root.locator('.stepper-list > li').evaluateAll((items) => items.map((item) => item.dataset['state'])),
    visiblePanels: () => root.locator('.stepper-panel:visible .stepper-heading').allTextContents(),
    serverAccepts: () => examples.getByRole('button', { name: 'The server accepts' }).click(),
    serverRejects: () => examples.getByRole('button', { name: 'The server rejects' }).click(),
    log: examples.getByLabel('Requests to the server'),
  }
}
