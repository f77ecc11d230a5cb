import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { findDatabaseError } from '../../../platform/database-error.ts'
import type { Row } from '../rows.ts'
import { publishQuery, type SqlConnection } from '../sql-dialect.ts'
import { translateSqliteError } from './open-database.ts'

const SERVER_LABEL = 'sqlite'

const SCAN_BATCH_ROWS = 200

const DAMAGE_MAX = 20

/**
 * Runs SQL statements and prepares each text only once. Placeholders may also be `?`.
 * @throws HttpError 503 in every method if the file or disk fails
 */
export class Queries implements SqlConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get(sql: string, ...values: readonly unknown[]): Row | undefined {
    return this.#execute(() => this.#prepare(sql).get(...values.map(bind)))
  }

  /** Finds a row like `get`, but is not counted in the metrics, for queries that every request makes. */
  getUncounted(sql: string): Row | undefined {
    return this.#execute(() => this.#prepare(sql).get(), false)
  }

  rows(sql: string, ...values: readonly unknown[]): Row[] {
    return this.#execute(() => this.#prepare(sql).all(...values.map(bind)))
  }

  /** Reads rows one by one. No other statement may change them meanwhile. */
  iterate(sql: string): Iterable<Row> {
    return this.#prepare(sql).iterate()
  }

  run(sql: string, ...values: readonly unknown[]): number {
    return this.#execute(() => Number(this.#prepare(sql).run(...values.map(bind)).changes))
  }

  exec(sql: string): void {
    this.#execute(() => this.#database.exec(sql))
  }

  #prepare(sql: string): StatementSync {
    // SQLite treats `$1` as a parameter name; `?1` means the first value.
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql.replace(/\$(\d+)/g, '?$1'))
    this.#statements.set(sql, statement)
    return statement
  }

  #execute<Result>(query: () => Result, isCounted = true): Result {
    const startedAt = performance.now()
    let isFailed = true
    try {
      const result = query()
      isFailed = false
      return result
    } catch (error) {
      throw translateSqliteError(error, this.#database.location())
    } finally {
      if (isCounted) publishQuery(SERVER_LABEL, startedAt, isFailed)
    }
  }
}

/** Binds arrays as JSON for `json_each`. */
function bind(value: unknown): SQLInputValue {
  if (Array.isArray(value)) return JSON.stringify(value)
  return typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
}

/**
 * Reads all rows with one query per batch.
 * @param sql a query ordered by `place` for rows whose `place` is greater than the first value; the second value is the limit
 * @param others the third value and further ones
 */
export function* scanRows(
  queries: Queries,
  sql: string,
  first: string | number,
  ...others: readonly unknown[]
): Generator<Row> {
  let last: unknown = first
  for (;;) {
    const rows = queries.rows(sql, last, SCAN_BATCH_ROWS, ...others)
    yield* rows
    if (rows.length < SCAN_BATCH_ROWS) return
    last = rows.at(-1)?.['place']
  }
}

/** @returns SQLite's first error messages about the whole file */
export async function findDamage(connection: Pick<SqlConnection, 'rows'>): Promise<readonly string[]> {
  try {
    const found = await connection.rows(`PRAGMA quick_check(${DAMAGE_MAX})`)
    return found.map((row) => String(row['quick_check'])).filter((message) => message !== 'ok')
  } catch (error) {
    const databaseError = findDatabaseError(error)
    if (!databaseError) throw error
    return [databaseError.message]
  }
}

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
