import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { onTestFailed, onTestFinished } from 'vitest'
import { CONDITION_TIMEOUT_MS } from './condition-timeout.ts'

export interface PageOptions extends BrowserContextOptions {
  /**
   * Whether links in view are preloaded. By default the connection is too slow, so that every request belongs to a
   * navigation; preloading takes 1.5 times the processor time for a list.
   */
  readonly preloads?: boolean
  /** Whether scrollbars take room. By default they are hidden. */
  readonly hasScrollbars?: boolean
  /** Pages are reused within a pool: another origin needs another renderer process, and an installed clock stays. */
  readonly pool?: string
  /** By default the page has no animations, which take a third of the processor time. */
  readonly reducedMotion?: 'reduce' | 'no-preference' | null
  /** The page's clock stands still at this time. */
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

/** Each has a renderer process of up to 150 MB. */
const IDLE_MAX = 6

/**
 * Borrows a page that an earlier test has returned: a document of the same server opens in a quarter of the processor
 * time (0.4 s instead of 1.4 s), because process, scripts and cached files remain. Storage, routes, listeners, scripts
 * and media are reset. A test that needs an empty cache makes its own context.
 */
export async function borrowPage(browser: Browser, options: PageOptions = {}): Promise<BorrowedPage> {
  const { viewport = { width: 1280, height: 720 }, reducedMotion = 'reduce', ...others } = options
  const { colorScheme, forcedColors, preloads = false, hasScrollbars = false, ...fixed } = others
  const kind = JSON.stringify(fixed)
  const reused = takeIdlePage(browser, kind) ?? (await makePage(browser, fixed))
  const { page, session } = reused
  await session.send('Emulation.setScrollbarsHidden', { hidden: !hasScrollbars })
  if (viewport && !isDeepStrictEqual(viewport, page.viewportSize())) await page.setViewportSize(viewport)
  await page.emulateMedia({
    reducedMotion,
    colorScheme: colorScheme ?? null,
    forcedColors: forcedColors ?? null,
    media: null,
  })
  if (!preloads) await page.addInitScript(slowDown)
  // After a failure the page may hang or be in any state.
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

/** These headers decide whether a document gets another renderer process. */
const ISOLATION_HEADERS = [
  { name: 'Cross-Origin-Embedder-Policy', value: 'require-corp' },
  { name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { name: 'Origin-Agent-Cluster', value: '?1' },
]

/** Runs in the page: on such a connection, nothing is preloaded. */
function slowDown(): void {
  Object.defineProperty(navigator, 'connection', { value: { effectiveType: 'slow-2g' }, configurable: true })
}

async function makePage(browser: Browser, { time, pool: _pool, ...options }: PageOptions): Promise<ReusedPage> {
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
 * Leaves the document, clears its storage and removes the test's routes, listeners, scripts and sessions.
 * @throws if the clock is not the usual one, so that the page cannot be reused
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
  if (page.url() === 'about:blank') return
  // Another origin or other headers would end the renderer process with its compiled scripts. The server may have
  // stopped, so the browser itself responds.
  const { origin } = new URL(page.url())
  const blank = `${origin}/robots.txt`
  session.once('Fetch.requestPaused', ({ requestId }) => {
    void session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: ISOLATION_HEADERS })
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: blank }] })
  await page.goto(blank)
  await session.send('Fetch.disable')
  const hasOwnClock = await page.evaluate(clearStorage)
  if (hasOwnClock && !hasFixedTime) throw new Error('An installed clock cannot be removed.')
  await page.mouse.move(0, 0)
}

/** The test may have detached it. */
function ignoreDetached(): void {}

/** Runs in the page. @returns whether its clock is installed: methods of such a `Date` are not native */
function clearStorage(): boolean {
  localStorage.clear()
  sessionStorage.clear()
  return !Function.prototype.toString.call(Date).includes('[native code]')
}
