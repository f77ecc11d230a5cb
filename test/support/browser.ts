import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, expect, inject } from 'vitest'
import { launchChromium } from './launch-chromium.ts'

type LaunchOptions = NonNullable<Parameters<typeof launchChromium>[1]>

/** One a worker and kind: contexts know nothing of each other, and a browser takes longer to start than most tests to run. */
const launched = new Map<string, Browser>()

/**
 * The worker's browser, for the tests of a file. What they leave open in it is closed at their end.
 * @param options see `launchChromium`
 */
export async function useBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const kind = JSON.stringify(options)
  let browser = launched.get(kind)
  if (!browser?.isConnected()) {
    browser = await launchChromium(inject('browserFiles'), options)
    launched.set(kind, browser)
  }
  const own = browser
  afterAll(() => Promise.all(own.contexts().map((context) => context.close())))
  return own
}

/** A context that asks for little data: nothing is preloaded in it, so that every request is a navigation's own. */
export async function openSparingContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  return context
}

/** A page of its own, hydrated. */
export async function openHydrated(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 600 }, ...options })
  const page = await context.newPage()
  await page.goto(url)
  await waitUntilHydrated(page.locator('h1'))
  return page
}

/** Gathers what a page complains about: console errors and warnings, and uncaught errors. */
export function watchComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} (${page.url()})`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`))
  return complaints
}

/** Waits until React has taken an element over, with all that came with the document: it keeps notes of its own on each. */
export async function waitUntilHydrated(locator: Locator): Promise<void> {
  await expect.poll(() => locator.evaluate(isHydrated), { timeout: 30_000 }).toBe(true)
}

/** An element has notes while its page is still being taken over piece by piece; what is drawn lies behind the root's own. */
function isHydrated(element: Element): boolean {
  interface Fiber {
    readonly stateNode: { readonly current: { readonly memoizedState: { readonly isDehydrated: boolean } } }
  }
  const notesOf = (of: Element | null, kind: string) =>
    Object.entries(of ?? {}).find(([key]) => key.startsWith(kind))?.[1] as Fiber | undefined
  const root = notesOf(document.getElementById('root'), '__reactContainer')
  return root?.stateNode.current.memoizedState.isDehydrated === false && notesOf(element, '__reactFiber') !== undefined
}
