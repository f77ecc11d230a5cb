import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { timeQuery } from '../database-queries.ts'
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

  /** Runs statements without values, one after the other. */
  exec(sql: string): void {
    this.#explain(() => this.#database.exec(sql))
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
