import { DatabaseBusyError, DatabaseError } from '../database-error.ts'
import type { Connection } from './connection.ts'
import { LOCK_NOT_AVAILABLE } from './postgres-error.ts'
import { LOCKS } from './locks.ts'
import type { ServerPool } from './server-pool.ts'
import { drawRevisionStep } from '../revision-step.ts'
import { rebuildListingTables } from './listing-tables.ts'
import { PostgresWriter } from './postgres-writer.ts'
import { REVISION_CHANNEL } from './revision-watch.ts'

/** How long the making of the first index may be waited for. */
const FIRST_INDEX_LIMIT_MS = 60_000

/** So many change what the tables are like. */
const MANY_PRODUCTS = 500

export interface Change<Result> {
  /** Whether what is put can be taken back later. */
  readonly keepsUndo: boolean
  readonly apply: (writer: PostgresWriter, connection: Connection) => Promise<Result>
}

/**
 * Runs a change in one transaction, one at a time whoever writes, and tells all who listen of the new revision.
 * @param busyLimitMs how long another writer is waited for
 * @returns with the revision, null where nothing was put
 * @throws DatabaseBusyError where somebody else has been writing for too long, and what the change throws
 */
export function runWrite<Result>(
  server: ServerPool,
  { keepsUndo, apply }: Change<Result>,
  busyLimitMs: number,
): Promise<{ result: Result; revision: number | null }> {
  return server.transaction(
    async (connection) => {
      await lockForWriting(connection, busyLimitMs)
      const writer = new PostgresWriter(connection, { keepsUndo })
      const result = await apply(writer, connection)
      await writer.finish()
      if (!writer.hasChanges) return { result, revision: null }
      // Readers' plans were made for the tables as they were, and would stay until the server takes stock by itself.
      if (writer.productCount >= MANY_PRODUCTS)
        await connection.exec('ANALYZE product, product_identifier, former_slug')
      if (writer.hasListingChanges) await rebuildListingTables(connection)
      const [row] = await connection.rows(
        "UPDATE meta SET value = value + $1 WHERE key = 'revision' RETURNING value, pg_notify($2, value::text)",
        drawRevisionStep(),
        REVISION_CHANNEL,
      )
      return { result, revision: Number(row!['value']) }
    },
    { isLong: true },
  )
}

/** Builds the index of an empty catalogue, once, however many processes start together. */
export async function buildFirstListingTables(server: ServerPool): Promise<void> {
  if (await hasListingTables(server)) return
  await server.transaction(
    async (connection) => {
      await lockForWriting(connection, FIRST_INDEX_LIMIT_MS)
      if (!(await hasListingTables(connection))) await rebuildListingTables(connection)
    },
    { isLong: true },
  )
}

async function hasListingTables(connection: Connection): Promise<boolean> {
  const [row] = await connection.rows("SELECT value > 0 AS is_built FROM meta WHERE key = 'listing-generation'")
  return row!['is_built'] as boolean
}

async function lockForWriting(connection: Connection, limitMs: number): Promise<void> {
  try {
    await connection.exec(
      `SET LOCAL lock_timeout = ${limitMs}; SELECT pg_advisory_xact_lock(${LOCKS.import}); SET LOCAL lock_timeout = 0`,
    )
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) throw new DatabaseBusyError(error)
    throw error
  }
}
