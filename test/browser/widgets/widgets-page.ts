import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitUntilHydrated, watchComplaints } from '../../support/browser.ts'
import { borrowPage, type PageOptions } from '../../support/reused-page.ts'

export interface WidgetsPage extends AsyncDisposable {
  readonly page: Page
  /** The section with one widget's examples. */
  readonly examples: Locator
}

export interface WidgetsPageOptions extends PageOptions {
  /** Runs before the document is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** Stops the page's clock after hydration; `page.clock.runFor` advances it. */
  readonly stopsClock?: boolean
  /** Console messages that the test expects. */
  readonly expected?: RegExp
}

const DESKTOP = { viewport: { width: 1280, height: 800 } }

/** URL of the page with the examples of one widget. */
export function widgetsUrl(serverUrl: string, heading: string): string {
  return `${serverUrl}/widgets?only=${nameInUrl(heading)}`
}

export function nameInUrl(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-')
}

/** Opens the hydrated page with the examples of one widget. When it is disposed, unexpected console messages fail the test. */
export async function openWidgetsPage(
  browser: Browser,
  serverUrl: string,
  heading: string,
  { prepare, expected, stopsClock = false, ...options }: WidgetsPageOptions = {},
): Promise<WidgetsPage> {
  const borrowed = await borrowPage(browser, { ...DESKTOP, ...options })
  const { page } = borrowed
  const complaints = watchComplaints(page)
  await prepare?.(page)
  if (stopsClock) await page.clock.install()
  await page.goto(widgetsUrl(serverUrl, heading))
  const examples = page.getByRole('region', { name: heading, exact: true })
  if (options.javaScriptEnabled !== false) await waitUntilHydrated(examples)
  // Scrolls the examples up, so that there is room below them.
  await examples.evaluate((section) => section.scrollIntoView())
  if (stopsClock) await page.clock.pauseAt(Date.now() + 3_600_000)
  return {
    page,
    examples,
    async [Symbol.asyncDispose]() {
      await borrowed[Symbol.asyncDispose]()
      expectNoComplaints(complaints, expected)
    },
  }
}

interface EarlyWidgetsPage extends WidgetsPage {
  /** Lets the scripts load and waits for hydration. */
  releaseScripts(): Promise<void>
}

export async function openBeforeScripts(
  browser: Browser,
  serverUrl: string,
  heading: string,
  { prepare, expected, ...options }: WidgetsPageOptions = {},
): Promise<EarlyWidgetsPage> {
  const borrowed = await borrowPage(browser, { ...DESKTOP, ...options })
  const { page } = borrowed
  const complaints = watchComplaints(page)
  await prepare?.(page)
  const arrival = Promise.withResolvers<void>()
  await page.route('**/builds/*.js', async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto(widgetsUrl(serverUrl, heading), { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  await page.evaluate(async () => {
    // On a busy machine the footer may arrive before the style sheets, so this waits for them.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!link.sheet) await new Promise((resolve) => link.addEventListener('load', resolve, { once: true }))
    await document.fonts.ready
  })
  const examples = page.getByRole('region', { name: heading, exact: true })
  return {
    page,
    examples,
    async releaseScripts() {
      arrival.resolve()
      await waitUntilHydrated(examples)
    },
    async [Symbol.asyncDispose]() {
      await borrowed[Symbol.asyncDispose]()
      expectNoComplaints(complaints, expected)
    },
  }
}

/** The connection that announces new builds may be interrupted and opened again during a slow test. */
const RECONNECTED = /ERR_INCOMPLETE_CHUNKED_ENCODING/

function expectNoComplaints(complaints: readonly string[], expected: RegExp | undefined): void {
  expect(complaints.filter((complaint) => !RECONNECTED.test(complaint) && !expected?.test(complaint))).toEqual([])
}

/** Vertical distance between two boxes. */
export async function verticalGap(above: Locator, below: Locator): Promise<number> {
  const [first, second] = await Promise.all([above.boundingBox(), below.boundingBox()])
  return second!.y - (first!.y + first!.height)
}

export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((own) => own === document.activeElement)
}

/** Records each change of an element's `data-state`. */
export async function recordStates(element: Locator): Promise<() => Promise<readonly (string | null)[]>> {
  const notes = await element.evaluateHandle((own) => {
    const states: (string | null)[] = []
    new MutationObserver((records) => {
      states.push(...records.slice(1).map(({ oldValue }) => oldValue), own.getAttribute('data-state'))
    }).observe(own, { attributeFilter: ['data-state'], attributeOldValue: true })
    return states
  })
  return () => notes.jsonValue()
}

/** Waits until an element's animations have finished. */
export async function settle(element: Locator): Promise<void> {
  await element.evaluate((own) => Promise.allSettled(own.getAnimations().map(({ finished }) => finished)))
}
