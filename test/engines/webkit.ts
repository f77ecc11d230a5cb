import { expect } from 'vitest'
import { findExecutable } from '../support/find-executable.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import type { Engine, EngineSession } from './engine.ts'
import { startProgram } from '../support/start-program.ts'

const DRIVER_PATH = findExecutable('WebKitWebDriver')
const XVFB_PATH = findExecutable('Xvfb')

/** Long enough for a busy machine; a page that hangs never responds. */
const COMMAND_TIMEOUT_MS = 30_000

/** WebKitGTK's driver speaks classic WebDriver over HTTP. The browser has no headless mode and needs a display. */
export const WEBKIT: Engine = {
  name: 'WebKitGTK',
  packages: ['webkit2gtk-driver', 'xvfb'],
  isInstalled: DRIVER_PATH !== undefined && XVFB_PATH !== undefined,
  start,
}

/** Starts WebKitGTK, whose window is at least 447 px wide. At this width the site still has its phone layout. */
async function start(): Promise<EngineSession> {
  await using started = new AsyncDisposableStack()
  const home = started.use(await makeTemporaryFolder())
  const xvfb = started.use(
    startProgram(XVFB_PATH!, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']),
  )
  const display = await xvfb.waitForOutput(/^\d+$/m)
  const port = await findFreePort()
  started.use(
    startProgram(DRIVER_PATH!, [`--port=${port}`], {
      DISPLAY: `:${display}`,
      HOME: home.path,
      XDG_RUNTIME_DIR: home.path,
    }),
  )
  const driverUrl = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${driverUrl}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: COMMAND_TIMEOUT_MS },
    )
    .toBe(true)
  const { sessionId } = (await send('POST', `${driverUrl}/session`, { capabilities: {} })) as { sessionId: string }
  const post = (command: string, body: object = {}) =>
    send('POST', `${driverUrl}/session/${sessionId}/${command}`, body)
  const owned = started.move()
  return {
    async resize(size) {
      await post('window/rect', size)
    },
    async open(url) {
      await post('url', { url })
    },
    async evaluate<Args extends readonly unknown[], Result>(run: (...args: Args) => Result, ...args: Args) {
      return (await post('execute/sync', { script: `return (${String(run)})(...arguments)`, args })) as Result
    },
    async performActions(actions) {
      await post('actions', { actions })
    },
    async traverse(delta) {
      await post(delta === -1 ? 'back' : 'forward')
    },
    async screenshot() {
      return Buffer.from((await send('GET', `${driverUrl}/session/${sessionId}/screenshot`)) as string, 'base64')
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
  })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${value?.error}: ${value?.message}`)
  return value
}
