import { realpathSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { randomRevisionStep } from '../revision-step.ts'
import type { WriteOptions } from '../catalog-store.ts'
import { openDatabase } from './open-database.ts'
import { Queries } from './queries.ts'
import { translateSqliteError } from './sqlite-error.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { retryWhileBusy, SHORT_BUSY_TIMEOUT_MS } from './transaction.ts'

/**
 * Runs a change in one transaction on its own connection, so that reads do not see uncommitted data.
 * @throws DatabaseBusyError if another writer takes too long, HttpError 503 if the file cannot be used, and errors of the work
 */
export async function runWrite<Result>(
  path: string,
  work: (writer: SqliteWriter) => Promise<Result>,
  { keepsUndo, busyLimitMs }: WriteOptions,
): Promise<Result> {
  const database = await retryWhileBusy(path, busyLimitMs, () => beginWriting(path))
  const logBytes = readLogSize(path)
  try {
    const writer = new SqliteWriter(new Queries(database), { keepsUndo })
    const result = await work(writer)
    await writer.finish()
    if (writer.hasChanges)
      database.exec(`UPDATE meta SET value = value + ${randomRevisionStep()} WHERE key = 'revision'; COMMIT`)
    else database.exec(writer.hasMinorChanges ? 'COMMIT' : 'ROLLBACK')
    return result
  } catch (error) {
    rollBack(database, path, logBytes)
    throw translateSqliteError(error, path)
  } finally {
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

/** Rolls back, and truncates the log if the transaction enlarged it, because it could be as large as the import. */
function rollBack(database: DatabaseSync, path: string, logBytes: number): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK')
    if (readLogSize(path) > logBytes) database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // The caller throws the first error. Closing the connection rolls back, and the next import reuses the log.
  }
}

/** Reads the size of the log, which SQLite stores beside the target of a symbolic link. */
function readLogSize(path: string): number {
  return statSync(`${realpathSync(path)}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
