import { HttpError } from '../../../shared/http-error.ts'
import { readMetaValue, type Row } from '../rows.ts'
import type { Connection } from './connection.ts'
import type { RevisionListener } from './revision-listener.ts'
import type { ServerPool } from './server-pool.ts'

/** After the replica has failed, all reads go to the primary server for this time. */
const REPLICA_PAUSE_MS = 5_000

/**
 * Reads from the replica unless it lags behind the latest known revision, because no visitor may see an older catalogue than
 * before.
 */
export class ReadRouter implements Pick<Connection, 'rows'> {
  readonly #primary: ServerPool
  readonly #replica: ServerPool | null
  readonly #revisions: RevisionListener
  readonly #replicaRevisions = new WeakMap<object, number>()
  #pausedUntil = -Infinity

  constructor(primary: ServerPool, replica: ServerPool | null, revisions: RevisionListener) {
    this.#primary = primary
    this.#replica = replica
    this.#revisions = revisions
  }

  async rows(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return (await this.#queryReplica(text, values)) ?? this.#primary.rows(text, ...values)
  }

  async #queryReplica(text: string, values: readonly unknown[]): Promise<Row[] | undefined> {
    if (!this.#replica || performance.now() < this.#pausedUntil) return undefined
    try {
      return await this.#replica.withConnection(async (connection, client) => {
        const needed = this.#revisions.latest
        let revision = this.#replicaRevisions.get(client) ?? -1
        if (revision < needed) {
          revision = await readRevision(connection)
          this.#replicaRevisions.set(client, revision)
        }
        return revision < needed ? undefined : connection.rows(text, ...values)
      })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      this.#pausedUntil = performance.now() + REPLICA_PAUSE_MS
      return undefined
    }
  }
}

/** @throws HttpError 503 if the server is unavailable */
export async function readRevision(connection: Pick<Connection, 'rows'>): Promise<number> {
  const [row] = await connection.rows("SELECT value FROM meta WHERE key = 'revision'")
  return readMetaValue(row)
}
