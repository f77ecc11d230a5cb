import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from './open-database.ts'
import { Queries } from './queries.ts'
import { RETRIED_BUSY_TIMEOUT_MS, retryWhileBusy } from './retry-while-busy.ts'
import { describeSqliteError } from './sqlite-error.ts'
import { drawRevisionStep } from '../revision-step.ts'
import { rebuildListingTables } from './listing-tables.ts'
import { SqliteWriter } from './sqlite-writer.ts'

export interface Change<Result> {
  /** Whether what is put can be taken back later. */
  readonly keepsUndo: boolean
  readonly apply: (writer: SqliteWriter, queries: Queries) => Promise<Result>
}

/**
 * Runs a change in one transaction, on a connection of its own: readers of this process see nothing of it before its end either.
 * @param busyLimitMs how long another writer is waited for
 * @throws DatabaseBusyError where somebody else has been writing for too long, and what the change throws
 */
export async function runWrite<Result>(
  path: string,
  { keepsUndo, apply }: Change<Result>,
  busyLimitMs: number,
): Promise<Result> {
  const database = await retryWhileBusy(path, busyLimitMs, () => beginWriting(path))
  try {
    const queries = new Queries(database)
    const writer = new SqliteWriter(queries, { keepsUndo })
    const result = await apply(writer, queries)
    if (writer.hasChanges) {
      await writer.finish()
      if (writer.hasListingChanges) rebuildListingTables(queries)
      database.exec(`UPDATE meta SET value = value + ${drawRevisionStep()} WHERE key = 'revision'; COMMIT`)
    } else {
      database.exec(writer.hasNews ? 'COMMIT' : 'ROLLBACK')
    }
    return result
  } catch (error) {
    throw describeSqliteError(error, path)
  } finally {
    // Closing without a commit takes everything back.
    database.close()
  }
}

function beginWriting(path: string): DatabaseSync {
  const database = openDatabase(path, RETRIED_BUSY_TIMEOUT_MS)
  try {
    database.exec('BEGIN IMMEDIATE')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
