import { DatabaseSync } from 'node:sqlite'

/** How long a writer waits for another one. */
const BUSY_TIMEOUT_MS = 5_000

/** Opens the database file so that a commit is on the disk when it returns, and readers and a writer stay out of each other's way. */
export function openDatabase(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  return database
}
