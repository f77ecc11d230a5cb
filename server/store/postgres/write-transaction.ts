import { DatabaseBusyError, DatabaseError, isUnavailable } from '../../base/database-error.ts'
import { randomRevisionStep } from '../revision-step.ts'
import type { WriteOptions } from '../sql-catalog-store.ts'
import { ADVISORY_LOCKS, type Connection } from './connection.ts'
import { LOCK_NOT_AVAILABLE } from './postgres-error.ts'
import { PostgresWriter } from './postgres-writer.ts'
import { REVISION_CHANNEL } from './revision-listener.ts'
import type { ServerPool } from './server-pool.ts'
import { readMetaValue } from '../rows.ts'

/** With sequential scans, PostgreSQL would read a table of 20,000 rows for a few hundred keys instead of its index. */
const LOOKUPS_BY_INDEX = 'SET LOCAL enable_seqscan = off'

/** The tables to which a dry run adds rows. It writes no bytes of pictures. */
const TABLES = 'product, product_identifier, former_slug, category, picture_source, listing_blob, undo, change'

/**
 * Runs a change in one transaction and notifies all processes of the new revision. One process can write at a time.
 * @returns the result of the work and the new revision, which is null if nothing was changed
 * @throws DatabaseBusyError if another writer takes too long, HttpError 503 if the server is unavailable, and errors of the work
 */
export async function runWrite<Result>(
  server: ServerPool,
  work: (writer: PostgresWriter) => Promise<Result>,
  { keepsUndo, busyLimitMs }: WriteOptions,
): Promise<{ result: Result; revision: number | null }> {
  let hasChanges = false
  const write = async (connection: Connection) => {
    await lockForWriting(connection, busyLimitMs)
    const writer = new PostgresWriter(connection, { keepsUndo })
    try {
      const result = await work(writer)
      await writer.finish()
      if (!writer.hasChanges) return { result, revision: null }
      const [row] = await connection.rows(
        "UPDATE meta SET value = value + $1 WHERE key = 'revision' RETURNING value, pg_notify($2, value::text)",
        randomRevisionStep(),
        REVISION_CHANNEL,
      )
      return { result, revision: readMetaValue(row) }
    } finally {
      hasChanges = writer.hasChanges
    }
  }
  try {
    return await server.transaction(write, { isLong: true })
  } catch (error) {
    if (hasChanges && !isUnavailable(error)) await server.vacuum(TABLES)
    throw error
  }
}

async function lockForWriting(connection: Connection, limitMs: number): Promise<void> {
  try {
    await connection.exec(
      `SET LOCAL lock_timeout = ${limitMs}; SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.import}); SET LOCAL lock_timeout = 0; ${LOOKUPS_BY_INDEX}`,
    )
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) throw new DatabaseBusyError(error)
    throw error
  }
}
