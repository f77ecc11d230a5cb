import type { DatabaseSync } from 'node:sqlite'

/**
 * Runs a change as the only writer: all of it or nothing.
 * @throws what the change throws, after everything is as it was
 */
export function runTransaction<Result>(database: DatabaseSync, change: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = change()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk and the like end a transaction by themselves.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
