import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores, type Stores } from '../../server/site.ts'
import { startPostgres, type RunningPostgres } from '../support/embedded-postgres.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { PRODUCTION_BUILD_DIR } from '../support/folders.ts'
import { startCommand } from '../support/run-command.ts'
import { spawnServer } from '../support/start-process.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

const POLL_MS = 10

/** The processes of a site, each of which can be killed and restarted. */
export class Site implements AsyncDisposable {
  readonly url: string
  readonly #settings: Readonly<Record<string, string>>
  readonly #postgres: RunningPostgres | undefined
  #server: ReturnType<typeof spawnServer> | undefined

  private constructor(port: number, settings: Readonly<Record<string, string>>, postgres: RunningPostgres | undefined) {
    this.url = `http://127.0.0.1:${port}`
    this.#settings = settings
    this.#postgres = postgres
  }

  static async start(kind: DatabaseKind, folder: string): Promise<Site> {
    const port = await findFreePort()
    const postgres = kind === 'postgres' ? await startPostgres() : undefined
    const database: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {}
    return new Site(port, { DATA_DIR: folder, ...database }, postgres)
  }

  /** Starts the server, and waits until it serves pages. @returns the time this took, in milliseconds */
  startServer(): Promise<number> {
    this.#server = spawnServer(PRODUCTION_BUILD_DIR, {
      ...this.#settings,
      PORT: new URL(this.url).port,
      TRUST_PROXY: '1',
    })
    return this.waitUntilServing()
  }

  /** Waits until the server serves a page that is not cached. @returns the time this took, in milliseconds */
  async waitUntilServing(): Promise<number> {
    const startedAt = performance.now()
    for (;;) {
      const status = await fetch(`${this.url}/products?q=product+${Math.floor(Math.random() * 1e6)}`).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => 0,
      )
      if (status === 200) return performance.now() - startedAt
      await wait(POLL_MS)
    }
  }

  async killServer(): Promise<void> {
    this.#server!.child.kill('SIGKILL')
    await this.#server!.ended
  }

  /** Kills the PostgreSQL server. Call it only for a site that has one. */
  async killDatabase(): Promise<void> {
    await this.#postgres!.kill()
  }

  async restartDatabase(): Promise<void> {
    await this.#postgres!.restart()
  }

  startImport(path: string): ChildProcess {
    const child = startCommand('catalog', this.#settings, ['import', path])
    child.stdout.resume()
    child.stderr.resume()
    return child
  }

  /** Opens the database of the running server. */
  openStores(): Promise<Stores> {
    return openStores(readDatabaseSettings(this.#postgres?.url, this.#settings['DATA_DIR']!, { poolSize: 2 }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server?.child.exitCode === null) {
      this.#server.child.kill('SIGKILL')
      await this.#server.ended
    }
    await this.#postgres?.stop()
  }
}

/** Waits until a process has exited. @returns its exit code, or the name of the signal that killed it */
export async function waitForExit(child: ChildProcess): Promise<number | string> {
  if (child.exitCode !== null) return child.exitCode
  if (child.signalCode !== null) return child.signalCode
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return code ?? signal!
}
