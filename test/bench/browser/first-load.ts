import type { Browser, CDPSession, ViewportSize } from 'playwright-core'
import { measureLongTasks, NO_PRELOADS } from './long-tasks.ts'

export const KINDS = ['Document', 'Script', 'Stylesheet', 'Font', 'Image'] as const
export type Kind = (typeof KINDS)[number]

/** What a visitor's first page view costs with an empty cache. */
export interface FirstLoad {
  readonly requests: number
  /** Compressed bytes of the response bodies, by kind of file. */
  readonly bytes: Readonly<Record<Kind | 'all', number>>
  /** Scripts of a visitor who only reads, saves data and sees no widget. */
  readonly readerScriptBytes: number
  /** Largest contentful paint, in ms. */
  readonly paintMs: number
  /** Tasks longer than 50 ms on a slowed-down processor. */
  readonly longTasksMs: readonly number[]
}

declare global {
  interface Window {
    benchPaintMs: number
  }
}

/** For hydration and data that arrives later. */
const AFTER_LOAD_MS = 1_500

const WINDOW = { width: 1280, height: 800 }

/** Too low to show a widget, because a widget in view loads the page's scripts. */
const WINDOW_WITHOUT_WIDGETS = { width: 1280, height: 150 }

/** Loads the page twice at full speed, and once slowed down. */
export async function measureFirstLoad(browser: Browser, url: string, slowdown: number): Promise<FirstLoad> {
  const reader = await measureTraffic(browser, url, { saveData: true }, WINDOW_WITHOUT_WIDGETS)
  return {
    ...(await measureTraffic(browser, url, NO_PRELOADS, WINDOW)),
    readerScriptBytes: reader.bytes.Script,
    longTasksMs: await measureLongTasks(browser, url, slowdown),
  }
}

/** Total Blocking Time as web.dev defines it. */
export function blockingTime({ longTasksMs }: FirstLoad): number {
  return longTasksMs.reduce((sum, duration) => sum + duration - 50, 0)
}

async function measureTraffic(
  browser: Browser,
  url: string,
  connection: object,
  viewport: ViewportSize,
): Promise<Omit<FirstLoad, 'longTasksMs' | 'readerScriptBytes'>> {
  const context = await browser.newContext({ viewport })
  await context.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { value })
    window.benchPaintMs = 0
    new PerformanceObserver((list) => {
      window.benchPaintMs = list.getEntries().at(-1)!.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  }, connection)
  const page = await context.newPage()
  const traffic = await watchTraffic(await context.newCDPSession(page))
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(AFTER_LOAD_MS)
  const paintMs = await page.evaluate(() => window.benchPaintMs)
  await context.close()
  return { ...traffic(), paintMs }
}

/** Counts the bytes that the browser receives. */
async function watchTraffic(session: CDPSession) {
  const kinds = new Map<string, string>()
  const headBytes = new Map<string, number>()
  const bytes: Record<string, number> = { all: 0, ...Object.fromEntries(KINDS.map((kind) => [kind, 0])) }
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith('http')) return
    kinds.set(requestId, type)
    headBytes.set(requestId, response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind === undefined) return
    const body = encodedDataLength - headBytes.get(requestId)!
    bytes['all']! += body
    if (kind in bytes) bytes[kind]! += body
  })
  return () => ({ requests: kinds.size, bytes: bytes as FirstLoad['bytes'] })
}
