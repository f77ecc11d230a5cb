import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseBusyError } from '../../../platform/database-error.ts'
import { translateSqliteError } from './sqlite-error.ts'

/**
 * Lock timeout of connections that `retryWhileBusy` uses. It is short, because SQLite blocks the whole process while it waits.
 */
export const SHORT_BUSY_TIMEOUT_MS = 20

const RETRY_INTERVAL_MS = 50

/**
 * Runs a change as the only writer, and commits it.
 * @throws errors of the change, after a rollback
 */
export function runTransaction<Result>(database: DatabaseSync, change: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = change()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already ended the transaction itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Repeats an attempt while another process holds the write lock, which may take minutes. The event loop runs between attempts.
 * @param path path of the file, for error messages
 * @throws DatabaseBusyError after `limitMs`, HttpError 503 if the file cannot be used, and errors of the attempt
 */
export async function retryWhileBusy<Result>(path: string, limitMs: number, attempt: () => Result): Promise<Result> {
  const deadline = performance.now() + limitMs
  for (;;) {
    try {
      return attempt()
    } catch (thrown) {
      const error = translateSqliteError(thrown, path)
      if (!(error instanceof DatabaseBusyError) || performance.now() >= deadline) throw error
    }
    await wait(RETRY_INTERVAL_MS)
  }
}
