import { HttpError } from '../../../shared/http-error.ts'
import type { Row } from '../rows.ts'
import type { Connection } from './connection.ts'
import type { RevisionListener } from './revision-listener.ts'
import type { ServerPool } from './server-pool.ts'

/** How long a replica is not used after a failure. */
const REPLICA_PAUSE_MS = 5_000

/**
 * Sends the reads of pages to the replica if it has the latest revision that this process knows, and otherwise to the primary
 * server. A visitor therefore never sees an older revision again, however far the replica lags behind.
 */
export class ReadRouter implements Pick<Connection, 'rows'> {
  readonly #primary: ServerPool
  readonly #replica: ServerPool | null
  readonly #revisions: RevisionListener
  /** The revision that each connection to the replica returned last. */
  readonly #replicaRevisions = new WeakMap<object, number>()
  #pausedUntil = -Infinity

  constructor(primary: ServerPool, replica: ServerPool | null, revisions: RevisionListener) {
    this.#primary = primary
    this.#replica = replica
    this.#revisions = revisions
  }

  async rows(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.#queryReplica(text, values)) ?? this.#primary.rows(text, ...values)
  }

  /** @returns undefined if the replica failed or lags behind */
  async #queryReplica(text: string, values: unknown[]): Promise<Row[] | undefined> {
    if (!this.#replica || performance.now() < this.#pausedUntil) return undefined
    try {
      return await this.#replica.withConnection(async (connection, client) => {
        const needed = this.#revisions.latest
        if ((this.#replicaRevisions.get(client) ?? -1) < needed)
          this.#replicaRevisions.set(client, await readRevision(connection))
        return this.#replicaRevisions.get(client)! < needed ? undefined : connection.rows(text, ...values)
      })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      this.#pausedUntil = performance.now() + REPLICA_PAUSE_MS
      return undefined
    }
  }
}

/** Reads the catalogue's revision from the database. @throws HttpError 503 if the server is unavailable */
export async function readRevision(connection: Pick<Connection, 'rows'>): Promise<number> {
  const [row] = await connection.rows("SELECT value FROM meta WHERE key = 'revision'")
  return Number(row!['value'])
}
