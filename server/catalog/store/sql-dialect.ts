import type { Row } from './rows.ts'

/**
 * Runs the same SQL on both databases. Placeholders are `$1`, `$2` and so on, and an array is one value.
 * @throws HttpError 503 in every method if the database is unavailable
 */
export interface SqlConnection {
  rows(text: string, ...values: readonly unknown[]): Row[] | Promise<Row[]>
  /** @returns the number of changed rows */
  run(text: string, ...values: readonly unknown[]): number | Promise<number>
  exec(text: string): void | Promise<void>
}

export type DatabaseKind = 'sqlite' | 'postgres'

export interface SqlDatabase {
  readonly kind: DatabaseKind
  rows(text: string, ...values: readonly unknown[]): Promise<Row[]>
  /** Runs one statement in its own transaction. @returns the number of changed rows */
  run(text: string, ...values: readonly unknown[]): Promise<number>
  /**
   * Runs the work in a transaction and commits it.
   * @throws DatabaseBusyError if another writer takes too long, HttpError 503 if the database is unavailable, and errors of the
   * work, after a rollback
   */
  transaction<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result>
  /** Runs the work like `transaction`, while no other process updates the schema, and with a longer time limit. */
  updateSchema(work: (connection: SqlConnection) => Promise<void>): Promise<void>
  /** Lets other transactions that lock the same name wait until the end of this one. */
  lock(connection: SqlConnection, name: string): Promise<void>
  /** Removes deleted rows from the log of a database file too. */
  eraseDeleted(): void
}

const BATCH_ROWS = 200

/**
 * Reads rows in batches. PostgreSQL reads the next batch while the caller processes this one.
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
    // If the caller stops early, nothing awaits this batch.
    if (next instanceof Promise) next.catch(() => {})
    if (rows.length > 0) yield rows
    if (isLast) return
    rows = await next
  }
}

/**
 * An identifier of more products than this identifies none. Importing 10,000 products with one GTIN takes 2 s with this limit and
 * 45 s without it.
 */
export const IDENTIFIED_MAX = 5

export interface CatalogDialect {
  readonly publishedProducts: string
  readonly isFeatured: string
  /** The column with the order in which categories were added. */
  readonly categoryId: string
  /** The aggregate function that builds a JSON array. */
  readonly jsonArray: string
  /** Turns the array `$1` into a table `listed` with the columns `value` and `place`. */
  readonly listed: string
  isListed(column: string): string
  readonly listProductsByIdentifier: string
  /** Selects `value` and `id` of public products whose source id is in the array `$1`. */
  readonly listSourceIds: string
  /** Selects the products that name a reference in the array `$1` as their successor. */
  readonly listPredecessors: string
  /** Returns the expression by which picture sources are indexed. */
  sourceKey(source: string): string
  readonly deleteUnusedPictureSources: string
  /** Stores former slugs (array `$2`) with their current ones (array `$3`) for a kind (`$1`). */
  readonly putFormerSlugs: string
  /** The columns of `image` apart from the bytes, as JSON. */
  readonly imageInUndo: string
}
