import { DatabaseSync } from 'node:sqlite'
import { Queries } from './queries.ts'

/** Held in memory; what is more lies on the disk. */
const CACHE_KIB = 16 * 2 ** 10

/** Tables that nobody else sees, gone when they are closed: what does not fit into memory goes into a file without a name. */
export class TemporaryDatabase implements Disposable {
  readonly queries: Queries
  readonly #database = new DatabaseSync('')

  /** @param schema statements that make its tables */
  constructor(schema: string) {
    this.queries = new Queries(this.#database)
    // Nothing of it is ever taken back or read by another: no journal, no waiting for the disk, and no end to the transaction.
    this.queries.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KIB}; BEGIN; ${schema}`,
    )
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
