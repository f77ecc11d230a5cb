import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { PROJECT_DIR } from '../support/folders.ts'

const SERVER_CORE = '0'
const LOAD_CORE = '1'

/** The kernel counts processor time in these ticks. */
const TICK_MS = 10

const START_LIMIT_MS = 30_000

/** Whether servers and load have a core each. */
export const IS_PINNED = availableParallelism() > 1 && hasTaskset()

export interface PinnedProcess extends AsyncDisposable {
  readonly url: string
  /** Processor time of all threads since the start, in user and kernel mode, in milliseconds. */
  readProcessorTime(): number
  /** Resident memory in MiB. */
  readMemory(): { readonly now: number; readonly peak: number }
  stop(): Promise<void>
}

/**
 * Uses the servers' core.
 * @param outputPath file for its output, in which a line must contain `"address":"http://…"`
 * @throws if the program exits before it listens
 */
export async function startPinned(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  outputPath: string,
  cwd = PROJECT_DIR,
): Promise<PinnedProcess> {
  const command = [process.execPath, ...args]
  const [program, ...rest] = (IS_PINNED ? ['taskset', '-c', SERVER_CORE, ...command] : command) as [string, ...string[]]
  const child = spawn(program, rest, {
    cwd,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', openSync(outputPath, 'w'), 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  const readStatus = () => readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return {
    url: await Promise.race([
      readAddress(outputPath),
      ended.then(() => Promise.reject(new Error(`${args.join(' ')} exited before it listened`))),
    ]),
    readProcessorTime: () => readTicks(child.pid!) * TICK_MS,
    readMemory: () => ({ now: readMebibytes(readStatus(), 'VmRSS'), peak: readMebibytes(readStatus(), 'VmHWM') }),
    stop: () => stop('SIGTERM'),
    [Symbol.asyncDispose]: () => stop('SIGKILL'),
  }
}

/** Moves this process to another core than the servers'. */
export function pinLoad(): void {
  if (IS_PINNED) execFileSync('taskset', ['-a', '-c', '-p', LOAD_CORE, String(process.pid)], { stdio: 'ignore' })
}

async function readAddress(outputPath: string): Promise<string> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < START_LIMIT_MS) {
    const [, address] = /"address":"([^"]+)"/.exec(readFileSync(outputPath, 'utf8')) ?? []
    if (address !== undefined) return address.replace('localhost', '127.0.0.1')
    await wait(10)
  }
  throw new Error(`${outputPath} has no address of the server after ${START_LIMIT_MS} ms`)
}

/** The program's name in the second field may contain spaces, so everything up to its end is skipped. */
function readTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}

function readMebibytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
