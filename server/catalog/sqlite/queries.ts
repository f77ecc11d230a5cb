import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Category, ImageFormat } from '../../../shared/catalog.ts'
import { timeQuery } from '../../database-queries.ts'
import type { ImageFile } from '../catalog-store.ts'
import { describeSqliteError } from './sqlite-error.ts'

/** As metrics name the file: an installation has one. */
const SERVER = 'sqlite'

export type Row = Readonly<Record<string, unknown>>

/**
 * Asks a database; each text of SQL is prepared once. There are few: values that vary are bound, lists as one JSON value.
 * What it throws where the file or the disk refuses is an HttpError 503.
 */
export class Queries {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#explain(() => this.#prepare(sql).get(...values))
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#explain(() => this.#prepare(sql).all(...values))
  }

  /** @returns how many rows were changed */
  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#explain(() => Number(this.#prepare(sql).run(...values).changes))
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  #explain<Result>(ask: () => Result): Result {
    try {
      return timeQuery(SERVER, ask)
    } catch (error) {
      throw describeSqliteError(error, this.#database.location())
    }
  }
}

/** Reads the `document` column of a row. */
export function readDocument<Document>(row: Row | undefined): Document | undefined {
  return row === undefined ? undefined : (JSON.parse(String(row['document'])) as Document)
}

/** All categories in the order in which they are shown. */
export function readCategories(queries: Queries): Category[] {
  return queries.all('SELECT document FROM category ORDER BY position, rowid').map((row) => readDocument<Category>(row)!)
}

/** A row of `image` with its `bytes`, `format` and `first_look`. */
export function readImageFile(row: Row | undefined): ImageFile | undefined {
  return row && { bytes: row['bytes'] as Uint8Array, format: row['format'] as ImageFormat, firstLook: (row['first_look'] ?? undefined) as string | undefined }
}
