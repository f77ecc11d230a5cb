import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

interface StartedProgram extends AsyncDisposable {
  waitForOutput(pattern: RegExp): Promise<string>
}

/**
 * Starts a program, which may also write to file descriptor 3. When it is disposed, all of its processes are killed.
 */
export function startProgram(
  path: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): StartedProgram {
  // The rest of the environment is not passed on, because it contains fonts and libraries for the bundled Chromium.
  const env = { PATH: process.env['PATH'], ...environment }
  const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true })
  const killAll = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // All of its processes have already ended.
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
        void closed.then(() => reject(new Error(`${path} ended before its output matched ${pattern}: ${written}`)))
      }),
    async [Symbol.asyncDispose]() {
      process.removeListener('exit', killAll)
      killAll()
      await closed
    },
  }
}
