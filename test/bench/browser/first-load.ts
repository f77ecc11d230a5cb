import type { Browser, CDPSession } from 'playwright-core'
import { measureLongTasks } from './long-tasks.ts'

export const KINDS = ['Document', 'Script', 'Stylesheet', 'Font', 'Image'] as const
export type Kind = (typeof KINDS)[number]

/** What the first look at a page costs a visitor who has nothing of the site. */
export interface FirstLoad {
  readonly requests: number
  /** Bytes of the bodies as they came over the line, by what they are. */
  readonly bytes: Readonly<Record<Kind | 'all', number>>
  /** Largest contentful paint, in ms. */
  readonly paintMs: number
  /** Tasks of the main thread above 50 ms, in ms, with a processor slowed down. */
  readonly longTasksMs: readonly number[]
}

declare global {
  interface Window {
    /** When the largest part so far was painted, in ms. */
    benchPaintMs: number
  }
}

/** After the page is loaded: hydration, preloading, and what comes late. */
const AFTERWARDS_MS = 1_500

/** Looks at a page with an empty cache, once at full speed and once slowed down. */
export async function measureFirstLoad(browser: Browser, url: string, slowdown: number): Promise<FirstLoad> {
  return { ...(await look(browser, url)), longTasksMs: await measureLongTasks(browser, url, slowdown) }
}

/** How long the main thread was blocked (web.dev, Total Blocking Time). */
export function blockingTime({ longTasksMs }: FirstLoad): number {
  return longTasksMs.reduce((sum, duration) => sum + duration - 50, 0)
}

async function look(browser: Browser, url: string): Promise<Omit<FirstLoad, 'longTasksMs'>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  // What is preloaded is not the first load's.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    window.benchPaintMs = 0
    new PerformanceObserver((list) => {
      window.benchPaintMs = list.getEntries().at(-1)!.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  const page = await context.newPage()
  const traffic = await watchTraffic(await context.newCDPSession(page))
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(AFTERWARDS_MS)
  const paintMs = await page.evaluate(() => window.benchPaintMs)
  await context.close()
  return { ...traffic(), paintMs }
}

/** Counts what comes over the line. @returns what came so far */
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
