import type { DatabaseSync } from 'node:sqlite'
import { memoizePerTick } from '../../../platform/memoize-per-tick.ts'
import type { DatabaseFileGuard } from './database-file-guard.ts'
import { translateSqliteError } from './sqlite-error.ts'
import { readMetaValue } from '../rows.ts'

/** Reads the revision from the database file at most once per tick of the event loop. */
export class CurrentRevision {
  readonly #memoized
  #lastRead = 0
  #unavailableSince: number | null = null
  #failure: Error | null = null

  constructor(database: DatabaseSync, file: DatabaseFileGuard) {
    const statement = database.prepare("SELECT value FROM meta WHERE key = 'revision'")
    this.#memoized = memoizePerTick(() => {
      try {
        file.checkAtInterval()
        this.#lastRead = readMetaValue(statement.get())
        this.#unavailableSince = null
        this.#failure = null
      } catch (error) {
        this.#unavailableSince ??= performance.now()
        this.#failure = translateSqliteError(error, file.path) as Error
      }
      return this.#lastRead
    })
  }

  read(): number {
    return this.#memoized.read()
  }

  invalidate(): void {
    this.#memoized.invalidate()
  }

  get unavailableSince(): number | null {
    return this.#unavailableSince
  }

  get failure(): Error | null {
    return this.#failure
  }
}
