import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { timeQuery } from '../database-queries.ts'
import type { Row } from '../rows.ts'
import { translateSqliteError } from './sqlite-error.ts'

/** Metrics name the database by this label: an installation has one file. */
const SERVER_LABEL = 'sqlite'

const SCAN_BATCH_ROWS = 200

/**
 * Runs statements on a database and prepares each SQL text once. Values are bound, lists as one JSON value, so that there are
 * few texts. Placeholders are `?` or, in statements that SQLite and PostgreSQL share, `$1`, `$2` and so on.
 * All methods throw HttpError 503 if the file or the disk fails.
 */
export class Queries {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#translateErrors(() => this.#prepare(sql).get(...values))
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#translateErrors(() => this.#prepare(sql).all(...values))
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#translateErrors(() => Number(this.#prepare(sql).run(...values).changes))
  }

  exec(sql: string): void {
    this.#translateErrors(() => this.#database.exec(sql))
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      // SQLite takes `$1` for a name; `?1` is its first value.
      statement = this.#database.prepare(sql.replace(/\$(\d+)/g, '?$1'))
      this.#statements.set(sql, statement)
    }
    return statement
  }

  #translateErrors<Result>(query: () => Result): Result {
    try {
      return timeQuery(SERVER_LABEL, query)
    } catch (error) {
      throw translateSqliteError(error, this.#database.location())
    }
  }
}

/**
 * Reads all rows of a query in batches, with one query per batch.
 * @param sql a query for so many (second value) rows whose column `place` is greater than the first value, ordered by `place`
 */
export function* scanRows(queries: Queries, sql: string, first: string | number): Generator<Row> {
  let last = first
  for (;;) {
    const rows = queries.all(sql, last, SCAN_BATCH_ROWS)
    yield* rows
    if (rows.length < SCAN_BATCH_ROWS) return
    last = rows.at(-1)!['place'] as typeof first
  }
}
