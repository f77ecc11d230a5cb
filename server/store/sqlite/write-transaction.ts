import type { DatabaseSync } from 'node:sqlite'
import { randomRevisionStep } from '../revision-step.ts'
import type { WriteOptions } from '../sql-catalog-store.ts'
import { rebuildListingTables } from './listing-tables.ts'
import { openDatabase } from './open-database.ts'
import { Queries } from './queries.ts'
import { translateSqliteError } from './sqlite-error.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { retryWhileBusy, SHORT_BUSY_TIMEOUT_MS } from './transaction.ts'

/**
 * Runs a change in one transaction, on a connection of its own, so that other reads of this process do not see uncommitted
 * changes.
 * @throws DatabaseBusyError if another writer takes too long, HttpError 503 if the file cannot be used, and errors of the work
 */
export async function runWrite<Result>(
  path: string,
  work: (writer: SqliteWriter) => Promise<Result>,
  { keepsUndo, busyLimitMs }: WriteOptions,
): Promise<Result> {
  const database = await retryWhileBusy(path, busyLimitMs, () => beginWriting(path))
  try {
    const queries = new Queries(database)
    const writer = new SqliteWriter(queries, { keepsUndo })
    const result = await work(writer)
    if (writer.hasChanges) {
      await writer.finish()
      if (writer.hasListingChanges) rebuildListingTables(queries)
      database.exec(`UPDATE meta SET value = value + ${randomRevisionStep()} WHERE key = 'revision'; COMMIT`)
    } else {
      database.exec(writer.hasPictureSources ? 'COMMIT' : 'ROLLBACK')
    }
    return result
  } catch (error) {
    throw translateSqliteError(error, path)
  } finally {
    // Closing the connection rolls back uncommitted changes.
    database.close()
  }
}

function beginWriting(path: string): DatabaseSync {
  const database = openDatabase(path, SHORT_BUSY_TIMEOUT_MS)
  try {
    database.exec('BEGIN IMMEDIATE')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
