import { HttpError } from '../../../shared/http-error.ts'
import type { Connection, Row } from './connection.ts'
import type { ServerPool } from './server-pool.ts'
import type { RevisionWatch } from './revision-watch.ts'

/** How long a replica that failed is left alone. */
const REST_MS = 5_000

/**
 * Where the catalogue's pages are read: on the replica, if there is one and it has come as far as this process has seen
 * already, else on the primary server. So nothing goes back, however far behind the replica is.
 */
export class CatalogReads implements Pick<Connection, 'rows'> {
  readonly #primary: ServerPool
  readonly #replica: ServerPool | null
  readonly #revisions: RevisionWatch
  /** How far the server behind each connection had come when it was last asked. */
  readonly #seen = new WeakMap<object, number>()
  #restsUntil = -Infinity

  constructor(primary: ServerPool, replica: ServerPool | null, revisions: RevisionWatch) {
    this.#primary = primary
    this.#replica = replica
    this.#revisions = revisions
  }

  async rows(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.#askReplica(text, values)) ?? this.#primary.rows(text, ...values)
  }

  async #askReplica(text: string, values: unknown[]): Promise<Row[] | undefined> {
    if (!this.#replica || performance.now() < this.#restsUntil) return undefined
    try {
      return await this.#replica.lend(async (connection, client) => {
        const needed = this.#revisions.known
        if ((this.#seen.get(client) ?? -1) < needed) this.#seen.set(client, await readRevision(connection))
        return this.#seen.get(client)! < needed ? undefined : connection.rows(text, ...values)
      })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      this.#restsUntil = performance.now() + REST_MS
      return undefined
    }
  }
}

export async function readRevision(connection: Pick<Connection, 'rows'>): Promise<number> {
  const [row] = await connection.rows("SELECT value FROM meta WHERE key = 'revision'")
  return Number(row!['value'])
}
