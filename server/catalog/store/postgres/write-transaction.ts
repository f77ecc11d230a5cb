import { DatabaseBusyError, DatabaseError } from '../../../platform/database-error.ts'
import { randomRevisionStep } from '../revision-step.ts'
import type { WriteOptions } from '../catalog-store.ts'
import { ADVISORY_LOCKS, type Connection } from './connection.ts'
import { LOCK_NOT_AVAILABLE } from './postgres-error.ts'
import { PostgresWriter } from './postgres-writer.ts'
import type { ServerPool } from './server-pool.ts'
import { readMetaValue } from '../rows.ts'

/** With sequential scans, PostgreSQL would read a table of 20,000 rows for a few hundred keys instead of its index. */
const LOOKUPS_BY_INDEX = 'SET LOCAL enable_seqscan = off'

/**
 * Runs a change in one transaction. One process can write at a time.
 * @returns the result of the work and the new revision, which is null if nothing was changed
 * @throws DatabaseBusyError if another writer takes too long, HttpError 503 if the server is unavailable, and errors of the work
 */
export async function runWrite<Result>(
  server: ServerPool,
  work: (writer: PostgresWriter) => Promise<Result>,
  { keepsUndo, busyLimitMs }: WriteOptions,
): Promise<{ result: Result; revision: number | null }> {
  const write = async (connection: Connection) => {
    await lockForWriting(connection, busyLimitMs)
    const writer = new PostgresWriter(connection, { keepsUndo })
    const result = await work(writer)
    await writer.finish()
    if (!writer.hasChanges) return { result, revision: null }
    const [row] = await connection.rows(
      "UPDATE meta SET value = value + $1 WHERE key = 'revision' RETURNING value",
      randomRevisionStep(),
    )
    return { result, revision: readMetaValue(row) }
  }
  return server.transaction(write, { isLong: true })
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
