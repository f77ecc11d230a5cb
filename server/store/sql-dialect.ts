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
  /** Returns the SQL expression by which picture sources are indexed. */
  sourceKey(source: string): string
  readonly deleteUnusedPictureSources: string
  /** SQL that stores former slugs (array `$2`) with their current slugs (array `$3`) for a kind (`$1`). */
  readonly putFormerSlugs: string
  /** SQL expression for the columns of `image` apart from the bytes, as JSON. */
  readonly imageInUndo: string
}
