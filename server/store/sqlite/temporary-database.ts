import { DatabaseSync } from 'node:sqlite'
import { Queries } from './queries.ts'

/** Pages beyond this size are written to the disk. */
const CACHE_KIB = 16 * 2 ** 10

/** A private database for one import. It is deleted when it is closed; pages that do not fit into memory go to an unnamed file. */
export class TemporaryDatabase implements Disposable {
  readonly queries: Queries
  readonly #database = new DatabaseSync('')

  constructor(schema: string) {
    this.queries = new Queries(this.#database)
    // Nothing is rolled back and no other process reads the file: it needs neither a journal nor syncs nor a commit.
    this.queries.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}; BEGIN; ${schema}`,
    )
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
