import type { Client } from 'pg'
import { timeAsyncQuery } from '../database-queries.ts'
import type { Row } from '../rows.ts'
import { translatePostgresError } from './postgres-error.ts'

/** Keys of the advisory locks; one connection to the database holds each of them at a time. */
export const ADVISORY_LOCKS = { migration: 7_468_001, import: 7_468_002, outbox: 7_468_003 } as const

/**
 * A pool, which runs each statement on any of its connections, or the connection of one transaction. Each SQL text is prepared
 * once per connection. Values are bound, lists as arrays, so that there are few texts.
 * All methods throw HttpError 503 if the server is unavailable and DatabaseError if it rejects the statement.
 */
export interface Connection {
  rows(text: string, ...values: unknown[]): Promise<Row[]>
  run(text: string, ...values: unknown[]): Promise<number>
  exec(text: string): Promise<void>
}

export class ClientConnection implements Connection {
  readonly #client: Pick<Client, 'query'>
  readonly #address: string
  readonly #responseTimeoutMs: number

  /**
   * @param address of the server, for error messages
   * @param responseTimeoutMs how long to wait for the result of a statement
   */
  constructor(client: Pick<Client, 'query'>, address: string, responseTimeoutMs: number) {
    this.#client = client
    this.#address = address
    this.#responseTimeoutMs = responseTimeoutMs
  }

  async rows(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.#query({ name: nameStatement(text), text, values })).rows as Row[]
  }

  async run(text: string, ...values: unknown[]): Promise<number> {
    return (await this.#query({ name: nameStatement(text), text, values })).rowCount ?? 0
  }

  async exec(text: string): Promise<void> {
    await this.#query({ text })
  }

  async #query(config: { readonly text: string; readonly name?: string; values?: unknown[] }) {
    try {
      // The driver's types lack `query_timeout`.
      return await timeAsyncQuery(this.#address, () =>
        this.#client.query({ ...config, query_timeout: this.#responseTimeoutMs } as typeof config),
      )
    } catch (error) {
      throw translatePostgresError(error, this.#address)
    }
  }
}

/** Removes NUL, the only character that PostgreSQL's `text` cannot hold. JSON documents contain it as an escape. */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}

const statementNames = new Map<string, string>()

function nameStatement(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) {
    name = `vitrine-${statementNames.size + 1}`
    statementNames.set(text, name)
  }
  return name
}
