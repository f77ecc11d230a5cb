import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, realpath, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const POLL_MS = 50

const MEMORY_DISK = '/dev/shm'

/** A run needs about a seventh of it. */
const MEMORY_DISK_FREE_MIN = 1024 ** 3

export interface RunFolder {
  /** @throws if processes of this run, or files in the folder, remain */
  close(): Promise<void>
}

/**
 * Makes a folder the temporary one of this process and of all that it starts, so that everything of the run can be
 * found: files are in it, and processes have its path in their environment or command line. If this process ends
 * without closing it (Ctrl+C), another one ends the rest and deletes the folder.
 * @param graceMs how long `close` waits for processes and files to disappear
 */
export async function openRunFolder(graceMs = 30_000): Promise<RunFolder> {
  const outer = process.env['TMPDIR']
  const folder = await realpath(await mkdtemp(join(outer ?? (await findFastFolder()), 'vitrine-run-')))
  // PostgreSQL may run as another user, whose folder is in this one.
  await chmod(folder, 0o711)
  process.env['TMPDIR'] = folder
  const cleaner = spawn(process.execPath, [join(import.meta.dirname, 'clean-up-run.ts'), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // In its own process group, Ctrl+C does not reach it.
    detached: true,
    env: { PATH: process.env['PATH'] },
  })
  cleaner.unref()
  const ignored = new Set([process.pid, process.ppid, cleaner.pid!])
  return {
    async close() {
      if (outer === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = outer
      const left = await waitUntilNothingIsLeft(folder, ignored, graceMs)
      if (left.length > 0) throw new Error(`This test run left behind:\n${left.join('\n')}`)
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * Returns a disk in memory, if there is one with enough room: databases wait for each write to reach a real one, which
 * takes a third of the time of their tests.
 */
async function findFastFolder(): Promise<string> {
  const mounts = (await readFile('/proc/mounts', 'utf8').catch(() => '')).split('\n')
  const [, , type, flags = ''] = mounts.find((line) => line.split(' ')[1] === MEMORY_DISK)?.split(' ') ?? []
  // Containers often forbid to run programs there, such as the copy of PostgreSQL's.
  if (type !== 'tmpfs' || !/^rw(?!.*noexec)/.test(flags)) return tmpdir()
  const { bavail, bsize } = await statfs(MEMORY_DISK)
  return bavail * bsize >= MEMORY_DISK_FREE_MIN ? MEMORY_DISK : tmpdir()
}

async function waitUntilNothingIsLeft(
  folder: string,
  ignored: ReadonlySet<number>,
  graceMs: number,
): Promise<readonly string[]> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const left = [
      ...(await listRunProcesses(folder, ignored)).map(({ pid, command }) => `  process ${pid}: ${command}`),
      // Browsers are killed with their worker, and leave files behind.
      ...(await readdir(folder))
        .filter((name) => !/\.Chromium\.|^playwright/.test(name))
        .map((name) => `  ${join(folder, name)}`),
    ]
    if (left.length === 0 || waitedMs >= graceMs) return left
    await wait(POLL_MS)
  }
}

interface RunProcess {
  readonly pid: number
  readonly command: string
}

/** Lists the processes of a run; none if the system has no `/proc`. */
export async function listRunProcesses(folder: string, ignored: ReadonlySet<number>): Promise<readonly RunProcess[]> {
  const names = await readdir('/proc').catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const pid = Number(name)
      if (!Number.isInteger(pid) || ignored.has(pid)) return []
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
      const [command, environment] = await Promise.all([read('cmdline'), read('environ')])
      if (!command.includes(folder) && !environment.includes(folder)) return []
      // Vitest's own process ends a moment later.
      if (command.startsWith('vitest-watchdog')) return []
      return [{ pid, command: command.replaceAll('\0', ' ').trim().slice(0, 300) }]
    }),
  )
  return found.flat()
}
