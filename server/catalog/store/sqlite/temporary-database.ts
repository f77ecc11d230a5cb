import { DatabaseSync } from 'node:sqlite'
import { Queries } from './queries.ts'

/** SQLite writes further pages to the disk. A larger cache saves no time, because the system caches the file. */
const CACHE_KIB = 4 * 2 ** 10

/** A database for one import. Closing it deletes it. */
export class TemporaryDatabase implements Disposable {
  readonly queries: Queries
  readonly #database = new DatabaseSync('')

  constructor(schema: string) {
    this.queries = new Queries(this.#database)
    // This database needs no journal, sync or commit, because no other connection reads it and nothing is rolled back.
    this.queries.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}; BEGIN; ${schema}`,
    )
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
