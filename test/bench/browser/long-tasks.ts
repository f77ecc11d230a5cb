import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'

/** Loading with a slowed processor, hydration, and what comes late. */
const LOOK_MS = 3_000

/** Runs in the page, and asks for what it has kept of itself. */
const READ_LONG_TASKS = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true })
  setTimeout(() => resolve([]), 500)
})`

/**
 * All tasks of the main thread above 50 ms from the beginning of a page's document on, the browser's own work for it
 * included, in ms, as the page itself can ask for them (Long Tasks API). The tab is one that Playwright does not know: what it
 * puts into each document, scripts and contexts of its own, is no visitor's and lengthens the first task.
 * @param slowdown how many times slower the processor is
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
  const ask = await talkTo(session, targetId)
  // What is preloaded is not the first load's.
  await ask('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
  await ask('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await ask('Page.navigate', { url })
  await wait(LOOK_MS)
  const { result } = (await ask('Runtime.evaluate', {
    expression: READ_LONG_TASKS,
    awaitPromise: true,
    returnByValue: true,
  })) as { readonly result: { readonly value: number[] } }
  await session.send('Target.disposeBrowserContext', { browserContextId })
  await session.detach()
  return result.value
}

/** A way to ask a tab of the browser's, which is only reached by way of the browser's session. @returns sends a command and waits for its answer */
async function talkTo(session: CDPSession, targetId: string) {
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
    const answer = new Promise((resolve) => waiting.set(id, resolve))
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    return answer
  }
}
