import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findExecutable } from '../support/find-executable.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import type { Engine, EngineSession } from './engine.ts'
import { startProgram } from '../support/start-program.ts'

const FIREFOX_PATH = findExecutable('firefox-esr', 'firefox')

/** Firefox speaks WebDriver BiDi itself, over a WebSocket. */
export const FIREFOX: Engine = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  isInstalled: FIREFOX_PATH !== undefined,
  start,
}

/** Without a display Firefox has no mouse, and the calendar's button is only for visitors with one. 6 means fine and hovering. */
const MOUSE_PREFERENCES = ['primary', 'all']
  .map((which) => `user_pref('ui.${which}PointerCapabilities', 6);\n`)
  .join('')

async function start(): Promise<EngineSession> {
  await using started = new AsyncDisposableStack()
  const profile = started.use(await makeTemporaryFolder())
  await writeFile(join(profile.path, 'user.js'), MOUSE_PREFERENCES)
  const args = ['--headless', '--no-remote', '--profile', profile.path, '--remote-debugging-port', '0', 'about:blank']
  const firefox = started.use(startProgram(FIREFOX_PATH!, args, { HOME: profile.path }))
  const call = await connect(`${await firefox.waitForOutput(/ws:\/\/\S+/)}/session`)
  await call('session.new', { capabilities: {} })
  const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: [{ context: string }] }
  const { context } = contexts[0]
  const owned = started.move()
  return {
    async resize(viewport) {
      await call('browsingContext.setViewport', { context, viewport })
    },
    async open(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate<Args extends readonly unknown[], Result>(run: (...args: Args) => Result, ...args: Args) {
      const called = (await call('script.callFunction', {
        target: { context },
        awaitPromise: false,
        functionDeclaration: `(args) => JSON.stringify((${String(run)})(...JSON.parse(args)))`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
      })) as { result?: { value?: string }; exceptionDetails?: { text: string } }
      if (called.exceptionDetails) throw new Error(called.exceptionDetails.text)
      return (called.result?.value === undefined ? undefined : JSON.parse(called.result.value)) as Result
    },
    async performActions(actions) {
      await call('input.performActions', { context, actions })
    },
    async traverse(delta) {
      await call('browsingContext.traverseHistory', { context, delta })
    },
    async screenshot() {
      const { data } = (await call('browsingContext.captureScreenshot', { context })) as { data: string }
      return Buffer.from(data, 'base64')
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

interface BidiResponse {
  readonly id?: number
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}

/** @returns a function that sends a command and resolves to its result */
async function connect(url: string): Promise<(method: string, params: object) => Promise<unknown>> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`cannot connect to ${url}`)))
  })
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result, error, message } = JSON.parse(String(data)) as BidiResponse
    const command = pending.get(id)
    pending.delete(id)
    if (error === undefined) command?.resolve(result)
    else command?.reject(new Error(`${error}: ${message}`))
  })
  socket.addEventListener('close', () => {
    for (const command of pending.values()) command.reject(new Error('Firefox has closed the connection'))
  })
  let lastId = 0
  return (method, params) => {
    const command = Promise.withResolvers<unknown>()
    pending.set(++lastId, command)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return command.promise
  }
}
