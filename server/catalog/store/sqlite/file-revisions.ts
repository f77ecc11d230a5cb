import type { Revisions } from '../catalog-source.ts'
import { readMetaValue } from '../rows.ts'
import type { SqliteDatabase } from './sqlite-database.ts'

const READ_REVISION = "SELECT value FROM meta WHERE key = 'revision'"

const FILE_CHECK_INTERVAL_MS = 500

export class FileRevisions implements Revisions {
  readonly #database: SqliteDatabase
  #latest = 0
  #isRead = false
  #fileCheckedAt = -Infinity
  failure: Error | null = null
  unavailableSince: number | null = null

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /**
   * The revision is read at most once per tick of the event loop. All requests of a tick arrived before the first is handled, so
   * none can expect a later change.
   */
  get latest(): number {
    if (!this.#isRead) {
      this.#read()
      this.#isRead = true
      setImmediate(() => {
        this.#isRead = false
      })
    }
    return this.#latest
  }

  record(revision: number): void {
    if (revision !== this.#latest) this.#isRead = false
  }

  async ping(): Promise<void> {
    this.#database.file.check()
    this.#database.reads.get(READ_REVISION)
  }

  async close(): Promise<void> {}

  #read(): void {
    const isCheckDue = performance.now() - this.#fileCheckedAt >= FILE_CHECK_INTERVAL_MS
    if (this.failure && !isCheckDue) return
    try {
      if (isCheckDue) {
        this.#fileCheckedAt = performance.now()
        this.#database.file.check()
      }
      this.#latest = readMetaValue(this.#database.reads.getUncounted(READ_REVISION))
      this.unavailableSince = null
      this.failure = null
    } catch (error) {
      this.unavailableSince ??= performance.now()
      this.failure = error as Error
    }
  }
}
