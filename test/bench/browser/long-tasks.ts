import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'
import { PRELOAD_SKIPPED_CONNECTION } from '../../../shared/constants.ts'

const MEASURE_MS = 4_000

/** Preloads of further pages are not part of the first load. */
export const NO_PRELOADS = { effectiveType: PRELOAD_SKIPPED_CONNECTION }

/** Runs in the page. */
const READ_LONG_TASKS = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true })
  setTimeout(() => resolve([]), 500)
})`

/**
 * Returns the durations of tasks longer than 50 ms (Long Tasks API). Playwright does not open the tab, because its scripts
 * would lengthen the first task.
 * @param slowdown factor by which the processor is slowed down
 */
export async function measureLongTasks(browser: Browser, url: string, slowdown: number): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width: 1280,
    height: 800,
  })
  const send = await attachTo(session, targetId)
  await send('Page.enable', {})
  await send('Page.addScriptToEvaluateOnNewDocument', {
    source: `Object.defineProperty(navigator, 'connection', { value: ${JSON.stringify(NO_PRELOADS)} })`,
  })
  await send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await send('Page.navigate', { url })
  await wait(MEASURE_MS)
  const { result } = (await send('Runtime.evaluate', {
    expression: READ_LONG_TASKS,
    awaitPromise: true,
    returnByValue: true,
  })) as { readonly result: { readonly value: number[] } }
  await session.send('Target.disposeBrowserContext', { browserContextId })
  await session.detach()
  return result.value
}

/** @returns a function that sends a command to the tab and resolves to its result */
async function attachTo(session: CDPSession, targetId: string) {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, (result: unknown) => void>()
  session.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    if (from !== sessionId) return
    const { id, result } = JSON.parse(message) as { readonly id?: number; readonly result?: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  let lastId = 0
  return async (method: string, params: object): Promise<unknown> => {
    const id = ++lastId
    const response = new Promise((resolve) => waiting.set(id, resolve))
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    return response
  }
}
