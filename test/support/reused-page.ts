import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { onTestFailed, onTestFinished } from 'vitest'
import { CONDITION_TIMEOUT_MS } from './condition-timeout.ts'

export interface PageOptions extends BrowserContextOptions {
  /**
   * Whether the page preloads the links in view. By default its connection is too slow, so that every request belongs to a
   * navigation; a list of products takes 1.5 times the processor time if it preloads.
   */
  readonly preloads?: boolean
  /** The time at which the page's clock stands still. */
  readonly time?: string
}

interface BorrowedPage extends AsyncDisposable {
  readonly page: Page
}

interface ReusedPage {
  readonly page: Page
  readonly session: CDPSession
  /** The scripts that the test lets run in each document, and the sessions that it opened. */
  readonly initScripts: { dispose(): Promise<void> }[]
  readonly sessions: CDPSession[]
}

/** Idle pages of each worker's browser, by the options that cannot be changed while a page is open. */
const idlePages = new Map<Browser, Map<string, ReusedPage>>()

/** Each idle page has a renderer process, which takes up to 150 MB. */
const IDLE_MAX = 6

/**
 * Borrows a page that an earlier test has returned: a document of the same server opens in it in a quarter of the processor
 * time (0.4 s instead of 1.4 s), because the process, compiled scripts and cached files remain. Storage, routes, listeners,
 * scripts and media are reset; a page with an installed clock is closed. A test that needs an empty cache makes its own context.
 */
export async function borrowPage(browser: Browser, options: PageOptions = {}): Promise<BorrowedPage> {
  const { viewport = { width: 1280, height: 720 }, reducedMotion, colorScheme, forcedColors, ...others } = options
  const { preloads = false, ...fixed } = others
  const kind = JSON.stringify(fixed)
  const reused = takeIdlePage(browser, kind) ?? (await makePage(browser, fixed))
  const { page } = reused
  if (viewport && !isDeepStrictEqual(viewport, page.viewportSize())) await page.setViewportSize(viewport)
  await page.emulateMedia({
    reducedMotion: reducedMotion ?? null,
    colorScheme: colorScheme ?? null,
    forcedColors: forcedColors ?? null,
    media: null,
  })
  if (!preloads) await page.addInitScript(slowDown)
  // A page is not reused after a failure, because it may hang or be in any state.
  onTestFailed(() => page.context().close())
  return {
    page,
    async [Symbol.asyncDispose]() {
      try {
        await leave(reused, fixed.time !== undefined)
      } catch {
        await page.context().close()
        return
      }
      await addIdlePage(browser, kind, reused)
    },
  }
}

/** Opens a page until the end of the test. Options are those of a context; see `borrowPage`. */
export async function openTab(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const borrowed = await borrowPage(browser, options)
  onTestFinished(() => borrowed[Symbol.asyncDispose]())
  return borrowed.page
}

/** Closes the contexts that no idle page needs, at the end of a file. */
export async function closeOtherContexts(browser: Browser): Promise<void> {
  const idle = new Set([...(idlePages.get(browser)?.values() ?? [])].map(({ page }) => page.context()))
  const others = browser.contexts().filter((context) => !idle.has(context))
  await Promise.all(others.map((context) => context.close()))
}

/** The headers of the server that decide whether a document gets another renderer process. */
const ISOLATION_HEADERS = [
  { name: 'Cross-Origin-Embedder-Policy', value: 'require-corp' },
  { name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { name: 'Origin-Agent-Cluster', value: '?1' },
]

/** Runs in the page: on such a connection, nothing is preloaded. */
function slowDown(): void {
  Object.defineProperty(navigator, 'connection', { value: { effectiveType: 'slow-2g' }, configurable: true })
}

async function makePage(browser: Browser, { time, ...options }: PageOptions): Promise<ReusedPage> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(CONDITION_TIMEOUT_MS)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (time !== undefined) await page.clock.setFixedTime(time)
  const initScripts: ReusedPage['initScripts'] = []
  const addInitScript = page.addInitScript.bind(page)
  page.addInitScript = async (...script: Parameters<typeof addInitScript>) => {
    const added = await addInitScript(...script)
    initScripts.push(added)
    return added
  }
  const sessions: CDPSession[] = []
  const openSession = context.newCDPSession.bind(context)
  context.newCDPSession = async (target) => {
    const opened = await openSession(target)
    sessions.push(opened)
    return opened
  }
  return { page, session, initScripts, sessions }
}

function takeIdlePage(browser: Browser, kind: string): ReusedPage | undefined {
  const pages = idlePages.get(browser)
  const idle = pages?.get(kind)
  pages?.delete(kind)
  return idle?.page.isClosed() ? undefined : idle
}

async function addIdlePage(browser: Browser, kind: string, reused: ReusedPage): Promise<void> {
  const pages = idlePages.get(browser) ?? new Map<string, ReusedPage>()
  idlePages.set(browser, pages)
  const [oldestKind, oldest] = pages.entries().next().value ?? []
  const others = [pages.get(kind), pages.size >= IDLE_MAX ? oldest : undefined]
  if (pages.size >= IDLE_MAX) pages.delete(oldestKind!)
  pages.set(kind, reused)
  for (const other of others) await other?.page.context().close()
}

/**
 * Navigates away from the page's document, then clears its storage and removes the routes, listeners, scripts and sessions of
 * the test.
 * @throws if the page cannot be reused, because its clock is not the usual one
 */
async function leave({ page, session, initScripts, sessions }: ReusedPage, hasFixedTime: boolean): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const opened of sessions.splice(0)) await opened.detach().catch(ignoreDetached)
  await context.clearPermissions()
  await context.setOffline(false)
  for (const script of initScripts.splice(0)) await script.dispose()
  await page.mouse.move(0, 0)
  if (page.url() === 'about:blank') return
  // A page of another origin or with other headers would end the renderer process, and its compiled scripts would be lost. The
  // server may have stopped already, so the browser itself responds.
  const { origin } = new URL(page.url())
  const blank = `${origin}/robots.txt`
  session.once('Fetch.requestPaused', ({ requestId }) => {
    void session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: ISOLATION_HEADERS })
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: blank }] })
  await page.goto(blank)
  await session.send('Fetch.disable')
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,cookies,indexeddb',
  })
  await page.evaluate(() => sessionStorage.clear())
  if (!hasFixedTime && (await page.evaluate(hasInstalledClock)))
    throw new Error('An installed clock cannot be removed.')
}

/** A test may have detached a session itself. */
function ignoreDetached(): void {}

/** Runs in the page. The own method of an installed `Date` returns the text of the native one. */
function hasInstalledClock(): boolean {
  return !Function.prototype.toString.call(Date).includes('[native code]')
}
