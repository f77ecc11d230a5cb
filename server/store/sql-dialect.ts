import type { Row } from './rows.ts'

/**
 * Placeholders are `$1`, `$2` and so on; an array is passed as one value. All methods throw HttpError 503 if the
 * database is unavailable.
 */
export interface SqlConnection {
  rows(text: string, ...values: readonly unknown[]): Row[] | Promise<Row[]>
  /** Returns the number of changed rows. */
  run(text: string, ...values: readonly unknown[]): number | Promise<number>
  exec(text: string): void | Promise<void>
}

/** The SQL in which the catalogues of SQLite and PostgreSQL differ. */
export interface CatalogDialect {
  readonly publishedProducts: string
  readonly isFeatured: string
  /** The column that has the order in which categories were added. */
  readonly categoryId: string
  /** Turns the array `$1` into a table `listed` with the columns `value` and `place`. */
  readonly listed: string
  /** Returns the condition that a column has one of the values in the array `$1`. */
  isListed(column: string): string
  readonly listProductsByIdentifier: string
  /** Returns the indexed expression for a picture's source. */
  sourceKey(source: string): string
  readonly deleteUnusedPictureSources: string
  /** Stores former slugs (array `$2`) with their present slugs (array `$3`) for a kind (`$1`). */
  readonly putFormerSlugs: string
  /** The columns of `image` apart from the bytes, as JSON. */
  readonly imageInUndo: string
}
