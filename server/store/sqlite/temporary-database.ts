import { DatabaseSync } from 'node:sqlite'
import { Queries } from './queries.ts'

/**
 * Further pages are written to the disk. A larger cache saves no time, because the system caches the file.
 */
const CACHE_KIB = 4 * 2 ** 10

/** A temporary database for one import. It is deleted when it is closed. */
export class TemporaryDatabase implements Disposable {
  readonly queries: Queries
  readonly #database = new DatabaseSync('')

  constructor(schema: string) {
    this.queries = new Queries(this.#database)
    // No other connection reads this database and nothing is rolled back, so it needs no journal, sync or commit.
    this.queries.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}; BEGIN; ${schema}`,
    )
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
