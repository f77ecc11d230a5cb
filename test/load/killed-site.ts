import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores, type Stores } from '../../server/site.ts'
import { useBuild } from '../support/builds.ts'
import { startPostgres, type RunningPostgres } from '../support/embedded-postgres.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { startCommand } from '../support/run-command.ts'
import { spawnServer } from '../support/start-process.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** The processes of a site, each of which can be killed and restarted. */
export class KilledSite implements AsyncDisposable {
  readonly url: string
  readonly #settings: Readonly<Record<string, string>>
  readonly #postgres: RunningPostgres | undefined
  #server: ReturnType<typeof spawnServer> | undefined

  private constructor(port: number, settings: Readonly<Record<string, string>>, postgres: RunningPostgres | undefined) {
    this.url = `http://127.0.0.1:${port}`
    this.#settings = settings
    this.#postgres = postgres
  }

  static async start(kind: DatabaseKind, folder: string): Promise<KilledSite> {
    const postgres = kind === 'postgres' ? await startPostgres() : undefined
    const settings = { DATA_DIR: folder, ...(postgres && { DATABASE_URL: postgres.url }) }
    return new KilledSite(await findFreePort(), settings, postgres)
  }

  /** Waits until the server serves pages. */
  async startServer(): Promise<void> {
    const { port } = new URL(this.url)
    this.#server = spawnServer(await useBuild('production'), { ...this.#settings, PORT: port, TRUST_PROXY: '1' })
    await this.waitUntilServing()
  }

  /** Waits until the server serves a page that is not cached. */
  async waitUntilServing(): Promise<void> {
    for (;;) {
      const response = await fetch(`${this.url}/products?q=product+${Math.random()}`).catch(() => undefined)
      await response?.arrayBuffer().catch(() => undefined)
      if (response?.status === 200) return
      await wait(10)
    }
  }

  async restartServer(): Promise<void> {
    await this.#killServer()
    await this.startServer()
  }

  /** Call it only for a site with PostgreSQL. */
  async restartDatabase(): Promise<void> {
    await this.#postgres!.kill()
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

  async #killServer(): Promise<void> {
    this.#server?.child.kill('SIGKILL')
    await this.#server?.ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#killServer()
    await this.#postgres?.stop()
  }
}

/** Waits until a process has exited. @returns its exit code, or the name of the signal that killed it */
export async function waitForExit(child: ChildProcess): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return child.exitCode ?? child.signalCode!
}
