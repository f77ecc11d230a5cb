import type { Row } from './rows.ts'

/**
 * A connection on which both databases run the same SQL. Placeholders are `$1`, `$2` and so on; an array is passed as one
 * value. All methods throw HttpError 503 if the database is unavailable.
 */
export interface SqlConnection {
  rows(text: string, ...values: readonly unknown[]): Row[] | Promise<Row[]>
  /** Returns the number of changed rows. */
  run(text: string, ...values: readonly unknown[]): number | Promise<number>
  exec(text: string): void | Promise<void>
}

/** A database for reads and short transactions: a PostgreSQL server or a SQLite file. */
export interface SqlDatabase {
  rows(text: string, ...values: readonly unknown[]): Promise<Row[]>
  /** Runs one statement in its own transaction. @returns the number of changed rows */
  run(text: string, ...values: readonly unknown[]): Promise<number>
  /**
   * Runs the work in a transaction and commits it.
   * @throws DatabaseBusyError if another writer takes too long, HttpError 503 if the database is unavailable, and errors of the
   * work, after a rollback
   */
  transaction<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result>
}

const BATCH_ROWS = 200

/**
 * Reads rows in batches, with one query for each. PostgreSQL reads the next batch while the caller processes this one.
 * @param text SQL that selects at most `$2` rows whose `place` is greater than `$1`, ordered by `place`
 */
export async function* readInBatches(
  connection: Pick<SqlConnection, 'rows'>,
  text: string,
  first: number | string,
): AsyncGenerator<readonly Row[]> {
  let rows = await connection.rows(text, first, BATCH_ROWS)
  for (;;) {
    const isLast = rows.length < BATCH_ROWS
    const next = isLast ? [] : connection.rows(text, rows.at(-1)?.['place'], BATCH_ROWS)
    // If the caller stops early, nothing awaits this batch, so its rejection would be unhandled.
    if (next instanceof Promise) next.catch(() => {})
    yield rows
    if (isLast) return
    rows = await next
  }
}

/**
 * An identifier that more products share identifies none of them, so no more are read: 10,000 products with the same GTIN would
 * otherwise take 45 s to import instead of 2.
 */
export const IDENTIFIED_MAX = 5

/** The parts of the catalogue's SQL that differ between SQLite and PostgreSQL. */
export interface CatalogDialect {
  readonly publishedProducts: string
  readonly isFeatured: string
  /** The column that holds the order in which categories were added. */
  readonly categoryId: string
  /** SQL that turns the array `$1` into a table `listed` with the columns `value` and `place`. */
  readonly listed: string
  /** Returns the SQL condition that a column has one of the values in the array `$1`. */
  isListed(column: string): string
  readonly listProductsByIdentifier: string
  /** SQL that selects `value` and `id` of the public products whose source id is in the array `$1`. */
  readonly listSourceIds: string
  /** SQL that lists the products that name one of the texts in the array `$1` as their successor. */
  readonly listPredecessors: string
  /** Returns the SQL expression by which picture sources are indexed. */
  sourceKey(source: string): string
  readonly deleteUnusedPictureSources: string
  /** SQL that stores former slugs (array `$2`) with their current slugs (array `$3`) for a kind (`$1`). */
  readonly putFormerSlugs: string
  /** SQL expression for the columns of `image` apart from the bytes, as JSON. */
  readonly imageInUndo: string
}
