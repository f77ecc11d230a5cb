import type { DatabaseSync } from 'node:sqlite'
import { rememberForTurn } from '../../remember-for-turn.ts'
import type { OpenedFile } from './opened-file.ts'
import { describeSqliteError } from './sqlite-error.ts'

/** The catalogue's revision, read once in each turn of the event loop. */
export class PresentRevision {
  readonly #remembered
  #known = 0
  #silentSince: number | null = null
  #failure: Error | null = null

  constructor(database: DatabaseSync, file: OpenedFile) {
    const statement = database.prepare("SELECT value FROM meta WHERE key = 'revision'")
    this.#remembered = rememberForTurn(() => {
      try {
        file.checkAtInterval()
        this.#known = Number(statement.get()!['value'])
        this.#silentSince = null
        this.#failure = null
      } catch (error) {
        this.#silentSince ??= Date.now()
        this.#failure = describeSqliteError(error, file.path) as Error
      }
      return this.#known
    })
  }

  /** Where the file cannot be read now, the last one that was. */
  read(): number {
    return this.#remembered.read()
  }

  /** The next one who reads is to have it anew. */
  forget(): void {
    this.#remembered.forget()
  }

  /** Since when the file cannot be read, in milliseconds since 1970; null while it can. */
  get silentSince(): number | null {
    return this.#silentSince
  }

  /** Why the file cannot be used; null while it can. */
  get failure(): Error | null {
    return this.#failure
  }
}
