import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { useBuild } from './builds.ts'
import { COMPILE_CACHE_DIR, PROJECT_DIR } from './folders.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { readPaths, TEST_SETTINGS } from './test-settings.ts'

export interface ServerProcess extends AsyncDisposable {
  readonly url: string
  readonly dataDir: string
  readonly child: ChildProcess
  readonly logLines: readonly Readonly<Record<string, unknown>>[]
  /** Resolves to the exit code, or to the signal's name. */
  readonly ended: Promise<number | string>
}

export interface ProcessOptions {
  readonly buildDir?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Command prefix, for example with a limit on file sizes. */
  readonly through?: readonly string[]
}

/** Starts the built server on a free port, and kills it at the end of the scope. */
export async function startProcess({
  buildDir,
  environment = {},
  through = [],
}: ProcessOptions = {}): Promise<ServerProcess> {
  const folder = await makeTemporaryFolder()
  const dataDir = environment['DATA_DIR'] ?? folder.path
  const { child, logLines, ended } = spawnServer(
    buildDir ?? (await useBuild('production')),
    { DATA_DIR: dataDir, ...environment },
    through,
  )
  const address = await Promise.race([
    new Promise<string>((resolve) => {
      const timer = setInterval(() => {
        const line = logLines.find((candidate) => 'address' in candidate)
        if (!line) return
        clearInterval(timer)
        resolve(String(line['address']))
      }, 10)
    }),
    ended.then((code) => Promise.reject(new Error(`The server ended with ${code}: ${JSON.stringify(logLines)}`))),
  ])
  return {
    url: address,
    dataDir,
    child,
    logLines,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Does not wait until the server is ready, for starts that are expected to fail. */
export function spawnServer(
  buildDir: string,
  environment: Readonly<Record<string, string>>,
  through: readonly string[] = [],
) {
  const [command, ...args] = [...through, process.execPath, join(buildDir, 'server', 'main.js')]
  const child = spawn(command, args, {
    cwd: PROJECT_DIR,
    env: {
      ...readPaths(),
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: COMPILE_CACHE_DIR,
      ...TEST_SETTINGS,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const logLines: Record<string, unknown>[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) logLines.push(JSON.parse(line) as Record<string, unknown>)
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text
  })
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { child, logLines, ended, errorOutput: () => errorOutput }
}
