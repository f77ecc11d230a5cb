import { DatabaseSync } from 'node:sqlite'
import { Queries } from './queries.ts'

/** Database pages beyond this size are written to the disk. */
const CACHE_KIB = 16 * 2 ** 10

/** A database for one import that is deleted when it is closed. */
export class TemporaryDatabase implements Disposable {
  readonly queries: Queries
  readonly #database = new DatabaseSync('')

  constructor(schema: string) {
    this.queries = new Queries(this.#database)
    // Nothing is rolled back or read by other connections, so no journal, sync or commit is needed.
    this.queries.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}; BEGIN; ${schema}`,
    )
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
