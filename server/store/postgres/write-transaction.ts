import { DatabaseBusyError, DatabaseError } from '../../base/database-error.ts'
import { randomRevisionStep } from '../revision-step.ts'
import type { WriteOptions } from '../sql-catalog-store.ts'
import { ADVISORY_LOCKS, type Connection } from './connection.ts'
import { rebuildListingTables } from './listing-tables.ts'
import { LOCK_NOT_AVAILABLE } from './postgres-error.ts'
import { PostgresWriter } from './postgres-writer.ts'
import { REVISION_CHANNEL } from './revision-listener.ts'
import type { ServerPool } from './server-pool.ts'
import { readMetaValue } from '../rows.ts'

const FIRST_INDEX_LIMIT_MS = 60_000

/** A change of at least this many products updates the query planner's statistics. */
const ANALYZE_MIN_PRODUCTS = 500

/**
 * Runs a change in one transaction and notifies all processes of the new revision. Only one process can write at a
 * time.
 * @returns the result of the work and the new revision, which is null if nothing was changed
 * @throws DatabaseBusyError if another writer takes too long, HttpError 503 if the server is unavailable, and errors of
 * the work
 */
export function runWrite<Result>(
  server: ServerPool,
  work: (writer: PostgresWriter) => Promise<Result>,
  { keepsUndo, busyLimitMs }: WriteOptions,
): Promise<{ result: Result; revision: number | null }> {
  return server.transaction(
    async (connection) => {
      await lockForWriting(connection, busyLimitMs)
      const writer = new PostgresWriter(connection, { keepsUndo })
      const result = await work(writer)
      await writer.finish()
      if (!writer.hasChanges) return { result, revision: null }
      // Without `ANALYZE`, query plans would use outdated statistics until the next autovacuum.
      if (writer.productCount >= ANALYZE_MIN_PRODUCTS)
        await connection.exec('ANALYZE product, product_identifier, former_slug')
      if (writer.hasListingChanges) await rebuildListingTables(connection)
      const [row] = await connection.rows(
        "UPDATE meta SET value = value + $1 WHERE key = 'revision' RETURNING value, pg_notify($2, value::text)",
        randomRevisionStep(),
        REVISION_CHANNEL,
      )
      return { result, revision: readMetaValue(row) }
    },
    { isLong: true },
  )
}

/** Builds the search index if there is none. If several processes start at the same time, one of them builds it. */
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
  return row?.['is_built'] === true
}

async function lockForWriting(connection: Connection, limitMs: number): Promise<void> {
  try {
    await connection.exec(
      `SET LOCAL lock_timeout = ${limitMs}; SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.import}); SET LOCAL lock_timeout = 0`,
    )
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) throw new DatabaseBusyError(error)
    throw error
  }
}
