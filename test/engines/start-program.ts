import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

interface StartedProgram extends AsyncDisposable {
  /** Waits until the program has written something that fits. */
  waitForOutput(pattern: RegExp): Promise<string>
}

/** Starts a program, which may write to descriptor 3 too. At the end of the scope it is killed with all processes that it has started. */
export function startProgram(
  path: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): StartedProgram {
  // Not the tests' own environment, in which the Chromium among the dependencies has put its fonts and libraries.
  const env = { PATH: process.env['PATH'], ...environment }
  const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true })
  const killAll = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // All of them have ended.
    }
  }
  process.once('exit', killAll)
  const closed = once(child, 'close')
  const outputs = child.stdio.slice(1) as Readable[]
  let written = ''
  for (const output of outputs) output.setEncoding('utf8').on('data', (text: string) => (written += text))
  return {
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const [found] = pattern.exec(written) ?? []
          if (found !== undefined) resolve(found)
        }
        for (const output of outputs) output.on('data', look)
        look()
        void closed.then(() => reject(new Error(`${path} has ended: ${written}`)))
      }),
    async [Symbol.asyncDispose]() {
      process.removeListener('exit', killAll)
      killAll()
      await closed
    },
  }
}
