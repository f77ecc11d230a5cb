import type { Revisions } from './catalog-source.ts'
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
  /** Runs reads that all see the same data. @throws errors of the work */
  readSnapshot<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result>
  /**
   * Runs the work like `transaction`, but with a longer time limit, while no other process writes the catalogue.
   * @throws DatabaseBusyError if another process writes for longer than the limit
   */
  writeAlone<Result>(work: (connection: SqlConnection) => Promise<Result>, busyLimitMs: number): Promise<Result>
  /** Runs the work like `transaction`, while no other process updates the schema, and with a longer time limit. */
  updateSchema(work: (connection: SqlConnection) => Promise<void>): Promise<void>
  /** Lets other transactions that lock the same name wait until the end of this one. */
  lock(connection: SqlConnection, name: string): Promise<void>
  /** Removes deleted rows from the log of a database file too. */
  eraseDeleted(): Promise<void>
  /** Watches the revision of the catalogue until the result is closed. @throws HttpError 503 if the database is unavailable */
  watchRevision(): Promise<Revisions>
  close(): Promise<void>
}

/** Removes NUL, which PostgreSQL's `text` cannot store. JSON contains it only as an escape sequence. */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}

const BATCH_ROWS = 200

/**
 * Reads rows in batches. PostgreSQL reads the next batch while the caller processes this one.
 * @param text SQL that selects at most `$2` rows whose `place` is beyond `$1`, ordered by `place`
 * @param others `$3` and further values
 */
export async function* readInBatches(
  connection: Pick<SqlConnection, 'rows'>,
  text: string,
  first: number | string,
  ...others: readonly unknown[]
): AsyncGenerator<readonly Row[]> {
  let rows = await connection.rows(text, first, BATCH_ROWS, ...others)
  for (;;) {
    const isLast = rows.length < BATCH_ROWS
    const next = isLast ? [] : connection.rows(text, rows.at(-1)?.['place'], BATCH_ROWS, ...others)
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
const IDENTIFIED_MAX = 5

export interface CatalogDialect {
  readonly kind: DatabaseKind
  readonly publishedProducts: string
  readonly isFeatured: string
  /** Condition that a column, which is indexed by its beginning, has a value. */
  hasText(column: string, value: string): string
  /** The column with the order in which categories were added. */
  readonly categoryId: string
  /** The aggregate function that builds a JSON array. */
  readonly jsonArray: string
  /** Turns the array `$1` into a table `listed` with the columns `value` and `place`. */
  readonly listed: string
  /** Turns a JSON array of arrays into rows with the column `value`, whose items `->>` reads. */
  eachOf(json: string): string
  isListed(column: string): string
  /** Returns the expression by which picture sources are indexed. */
  sourceKey(source: string): string
  readonly deleteUnusedPictureSources: string
}

/** PostgreSQL indexes long texts by their first 200 characters or by their MD5 digest, because index entries have a size limit. */
export const DIALECTS: Readonly<Record<DatabaseKind, CatalogDialect>> = {
  sqlite: {
    kind: 'sqlite',
    publishedProducts: 'product INDEXED BY product_published',
    isFeatured: 'featured = 1',
    hasText: (column, value) => `${column} = ${value}`,
    categoryId: 'rowid',
    jsonArray: 'json_group_array',
    listed: '(SELECT value, key AS place FROM json_each($1)) AS listed',
    eachOf: (json) => `json_each(${json})`,
    isListed: (column) => `${column} IN (SELECT value FROM json_each($1))`,
    sourceKey: (source) => source,
    deleteUnusedPictureSources:
      "DELETE FROM picture_source WHERE document ->> '$.hash' NOT IN (SELECT hash FROM image)",
  },
  postgres: {
    kind: 'postgres',
    publishedProducts: 'product',
    isFeatured: 'featured',
    hasText: (column, value) => `left(${column}, 200) = left(${value}, 200) AND ${column} = ${value}`,
    categoryId: 'id',
    jsonArray: 'json_agg',
    listed: 'unnest($1::text[]) WITH ORDINALITY AS listed (value, place)',
    eachOf: (json) => `json_array_elements(${json}::json)`,
    isListed: (column) => `${column} = ANY ($1)`,
    sourceKey: (source) => `md5(${source})`,
    deleteUnusedPictureSources:
      'DELETE FROM picture_source WHERE NOT EXISTS (SELECT 1 FROM image WHERE hash = document::json ->> \'hash\' COLLATE "C")',
  },
}

/** A FROM clause for the rows `owned` of the identifiers `$1`, a JSON array of kinds and values. */
export function joinIdentifiers({ eachOf, hasText }: CatalogDialect): string {
  return `${eachOf('$1')} AS wanted JOIN product_identifier AS owned
    ON owned.kind = wanted.value ->> 0 AND ${hasText('owned.value', '(wanted.value ->> 1)')}`
}

/** Selects `kind`, `value`, `id`, `visibility` and `document` of at most 5 products for each of the identifiers `$1`. */
export function buildIdentifiedSql(dialect: CatalogDialect): string {
  return `
    SELECT kind, value, id, visibility, document FROM (
      SELECT owned.kind, owned.value, owned.slug,
        row_number() OVER (PARTITION BY owned.kind, owned.value ORDER BY owned.slug) AS place
      FROM ${joinIdentifiers(dialect)}
    ) AS found JOIN product USING (slug) WHERE place <= ${IDENTIFIED_MAX} ORDER BY id`
}

interface DatabaseQuery {
  /** `sqlite`, or the address of the PostgreSQL server without user and password. */
  readonly server: string
  readonly durationMs: number
  readonly isFailed: boolean
}

const subscribers = new Set<(query: DatabaseQuery) => void>()

/** @param startedAt time at which the query started (`performance.now()`) */
export function publishQuery(server: string, startedAt: number, isFailed: boolean): void {
  for (const callback of subscribers) callback({ server, durationMs: performance.now() - startedAt, isFailed })
}

/** Passes all later queries to the callback. @returns a function that unsubscribes */
export function subscribeToQueries(callback: (query: DatabaseQuery) => void): () => void {
  subscribers.add(callback)
  return () => subscribers.delete(callback)
}
