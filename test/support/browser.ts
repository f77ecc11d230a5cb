import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { afterAll, expect, inject } from 'vitest'
import { RELOAD_DELAY_MS } from '../../shared/constants.ts'
import type { BrowserFiles } from './browser-files.ts'
import { watchDocuments } from './count-documents.ts'
import { interceptRequests } from './intercept-requests.ts'
import { takeOffer } from './offer.ts'
import { borrowPage, closeOtherContexts, openTab, type PageOptions } from './reused-page.ts'

/** Most prevent requests to the vendor, which log errors without network. */
const QUIET_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // By default a headless browser counts as a bot.
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  // Pages are closed before optimised code saves time, background threads compete with other workers, and reused
  // processes run the same bytecode again.
  '--js-flags=--single-threaded,--min-semi-space-size=16,--no-opt,--no-maglev,--no-flush-bytecode',
]

function launchChromium({ executablePath, environment }: BrowserFiles): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: QUIET_ARGUMENTS,
    // Borrowed pages hide their scrollbars themselves, unless a test asks for them.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    env: { ...process.env, ...environment },
  })
}

/** One browser per worker: contexts are isolated, and starting a browser takes longer than most tests. */
let launched: { readonly browser: Browser; readonly takeCount: () => number } | undefined

/** The file's contexts are closed at the end. */
export async function useBrowser(): Promise<Browser> {
  if (!launched?.browser.isConnected()) {
    const browser = await launchChromium(await takeOffer(inject('offers').browser))
    launched = { browser, takeCount: watchDocuments(browser) }
  }
  const { browser, takeCount } = launched
  // Vitest reads the context's names from the source of the function, which needs none.
  // oxlint-disable-next-line no-empty-pattern
  afterAll(async ({}, suite) => {
    await closeOtherContexts(browser)
    suite.meta.documents = (suite.meta.documents ?? 0) + takeCount()
  })
  return browser
}

/** Navigates in place to a path that the hydrated page may not link to. */
export async function followAddedLink(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.querySelector('main')!.append(link)
    link.click()
    link.remove()
  }, path)
}

/** Delays scripts, so that the page can be used before hydration. @returns a function that lets them load */
export async function delayScripts(page: Page, pattern = '*/builds/*.js'): Promise<() => void> {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  await interceptRequests(page, pattern, async (request) => {
    await allowed
    await request.continue()
  })
  return allow
}

/** Lets pages hydrate before they are idle, and reload without delay if their scripts fail to load. */
export async function skipLoadDelays(page: Page): Promise<void> {
  await page.addInitScript(
    (skipped) => {
      // oxlint-disable-next-line no-restricted-properties -- the page's own function runs all other timers
      const { setTimeout } = window
      const skip = (run: () => void, delayMs?: number) => setTimeout(run, skipped.includes(delayMs ?? 0) ? 0 : delayMs)
      Object.assign(window, { setTimeout: skip })
      window.addEventListener('load', () => window.dispatchEvent(new Event('keydown')))
    },
    [1, 2, 4].map((factor) => factor * RELOAD_DELAY_MS),
  )
}

/** Opens a hydrated page until the end of the test. */
export async function openHydrated(browser: Browser, url: string, options: PageOptions = {}): Promise<Page> {
  const page = await openTab(browser, { viewport: { width: 1280, height: 600 }, ...options })
  await page.goto(url)
  await waitUntilHydrated(page)
  return page
}

/** Opens a hydrated document in a borrowed page. `close` and disposing return the page. */
export async function openReusedPage(browser: Browser, url: string, options: PageOptions = {}) {
  const borrowed = await borrowPage(browser, { viewport: { width: 1280, height: 800 }, ...options })
  const { page } = borrowed
  const complaints = watchComplaints(page)
  await page.goto(url)
  if (options.javaScriptEnabled !== false) await waitUntilHydrated(page)
  const close = () => borrowed[Symbol.asyncDispose]()
  return { page, complaints, close, [Symbol.asyncDispose]: close }
}

/** The browser warns of a preloaded picture that a busy machine paints late. */
const LATE_PRELOAD = /preloaded using link preload but not used/

export function watchComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !LATE_PRELOAD.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()} (${page.url()})`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`))
  return complaints
}

/** Records the paths, with queries, of the documents that are requested from now on. */
export function recordDocuments(page: Page): readonly string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.resourceType() === 'document') documents.push(pathname + search)
  })
  return documents
}

/** Waits for the next `contextmenu` event. @returns whether the page prevents the browser's own menu */
export function watchContextMenu(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise((resolve) =>
        window.addEventListener('contextmenu', (event) => resolve(event.defaultPrevented), { once: true }),
      ),
  )
}

/** Waits until an idle page has hydrated an element, or its heading, and the rest of its document. */
export async function waitUntilHydratedWhenIdle(target: Page | Locator): Promise<void> {
  await expect.poll(() => checkHydration(target)).toBe(true)
}

/**
 * Uses the page, which starts its hydration, and waits until an element, or the heading, and the rest of the document
 * are hydrated. The key is pressed repeatedly, because its listener may not be loaded yet.
 */
export async function waitUntilHydrated(target: Page | Locator): Promise<void> {
  const page = 'goto' in target ? target : target.page()
  const pressAndCheck = async () => {
    await page.evaluate(pressKey)
    return checkHydration(target)
  }
  await expect.poll(pressAndCheck).toBe(true)
}

/** A locator adds a large script to the document, which takes a fifth of the processor time of opening it. */
function checkHydration(target: Page | Locator): Promise<boolean> {
  return 'goto' in target ? target.evaluate(isHydrated) : target.evaluate(isHydrated)
}

/** Runs in the page. Only listeners of the window get this event. */
function pressKey(): void {
  window.dispatchEvent(new Event('keydown'))
}

/** Runs in the page. React marks elements while it still hydrates, so the root's state counts too. */
function isHydrated(element: unknown = document.querySelector('h1')): boolean {
  interface Fiber {
    readonly stateNode: { readonly current: { readonly memoizedState: { readonly isDehydrated: boolean } } }
  }
  const findReactProperty = (owner: unknown, prefix: string) =>
    Object.entries(owner ?? {}).find(([key]) => key.startsWith(prefix))?.[1] as Fiber | undefined
  const root = findReactProperty(document.getElementById('root'), '__reactContainer')
  return (
    root?.stateNode.current.memoizedState.isDehydrated === false &&
    findReactProperty(element, '__reactFiber') !== undefined
  )
}

/** Counts the pages of a print. */
export async function countSheets(page: Page, format = 'A4', margin = '1cm'): Promise<number> {
  const pdf = await page.pdf({ format, margin: { top: margin, right: margin, bottom: margin, left: margin } })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length
}
