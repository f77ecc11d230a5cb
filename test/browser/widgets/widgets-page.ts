import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitUntilHydrated, watchComplaints } from '../../support/browser.ts'
import { borrowPage } from '../../support/reused-page.ts'

export interface WidgetsPage extends AsyncDisposable {
  readonly page: Page
  /** The examples of one widget. */
  readonly examples: Locator
}

/** The page of the widgets, hydrated. At the end of the scope nothing may have been complained of. */
export async function openWidgetsPage(
  browser: Browser,
  serverUrl: string,
  heading: string,
  options: BrowserContextOptions = {},
): Promise<WidgetsPage> {
  const borrowed = await borrowPage(browser, { viewport: { width: 1280, height: 800 }, ...options })
  const { page } = borrowed
  const complaints = watchComplaints(page)
  await page.goto(`${serverUrl}/widgets`)
  const examples = page.getByRole('region', { name: heading, exact: true })
  if (options.javaScriptEnabled !== false) await waitUntilHydrated(examples)
  // With room below, wherever the examples stand on the page.
  await examples.evaluate((section) => section.scrollIntoView())
  return {
    page,
    examples,
    async [Symbol.asyncDispose]() {
      await borrowed[Symbol.asyncDispose]()
      expect(complaints).toEqual([])
    },
  }
}

/** Distance between the facing edges of two boxes, one above the other. */
export async function verticalGap(above: Locator, below: Locator): Promise<number> {
  const [first, second] = await Promise.all([above.boundingBox(), below.boundingBox()])
  return second!.y - (first!.y + first!.height)
}

export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((own) => own === document.activeElement)
}

interface RecordedState {
  readonly state: string | null
  readonly atMs: number
}

/** Notes every change of an element's `data-state` from now on. */
export async function recordStates(element: Locator): Promise<() => Promise<readonly RecordedState[]>> {
  const notes = await element.evaluateHandle((own) => {
    const states: RecordedState[] = []
    new MutationObserver((records) => {
      for (const { oldValue } of records.slice(1)) states.push({ state: oldValue, atMs: performance.now() })
      states.push({ state: own.getAttribute('data-state'), atMs: performance.now() })
    }).observe(own, { attributeFilter: ['data-state'], attributeOldValue: true })
    return states
  })
  return () => notes.jsonValue()
}

/**
 * Keeps the scripts away from a page that is opened from now on.
 * @returns a function that lets them come
 */
export async function holdScripts(page: Page): Promise<() => void> {
  let release: (() => void) | undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/builds\/main-.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  return () => release?.()
}

/** Waits until all of a document without scripts is there, and drawn in its own fonts: from then on nothing may move by itself. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await page.locator('footer').waitFor()
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

/** Waits until an element has come to rest. */
export async function settle(element: Locator): Promise<void> {
  await element.evaluate((own) => Promise.allSettled(own.getAnimations().map(({ finished }) => finished)))
}
