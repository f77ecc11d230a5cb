import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'

/** Without most of these a browser calls home, which a machine without network answers with errors. */
const QUIET_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A headless browser's own name is one that is taken for a bot's.
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
]

/** @param hasScrollbars whether scrollbars take room, as on most desktops; a headless browser hides them otherwise */
export async function launchBrowser({ hasScrollbars = false } = {}): Promise<Browser> {
  const { executablePath, libraryPath } = inject('browserFiles')
  return chromium.launch({
    executablePath,
    args: QUIET_ARGUMENTS,
    ...(hasScrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
    ...(libraryPath === undefined ? {} : { env: { ...process.env, LD_LIBRARY_PATH: libraryPath } }),
  })
}

/** A context that asks for little data: nothing is preloaded in it, so that every request is a navigation's own. */
export async function openSparingContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  return context
}

/** Gathers what a page complains about: console errors and warnings, and uncaught errors. */
export function watchComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()} (${page.url()})`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`))
  return complaints
}

/** Waits until React has taken an element over: it keeps notes of its own on each. */
export async function waitUntilHydrated(locator: Locator): Promise<void> {
  await expect.poll(() => locator.evaluate(isHydrated), { timeout: 10_000 }).toBe(true)
}

function isHydrated(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith('__reactFiber'))
}
