import type { Client } from 'pg'
import { timeAnswer } from '../database-queries.ts'
import { describePostgresError } from './postgres-error.ts'

export type Row = Readonly<Record<string, unknown>>

/**
 * Where statements go: to any connection of a pool, or to the one of a transaction. Each text is prepared once a connection.
 * There are few: values that vary are bound, lists as arrays.
 */
export interface Connection {
  /** @throws HttpError 503 where the server cannot answer, DatabaseError where it refuses; so do the others */
  rows(text: string, ...values: unknown[]): Promise<Row[]>
  /** @returns how many rows were changed */
  run(text: string, ...values: unknown[]): Promise<number>
  /** Runs statements without values, one after the other. */
  exec(text: string): Promise<void>
}

/** One connection of the driver's. */
export class ClientConnection implements Connection {
  readonly #client: Pick<Client, 'query'>
  readonly #address: string
  readonly #answerTimeoutMs: number

  /**
   * @param address of the server, as messages name it
   * @param answerTimeoutMs when a server that does not answer is given up
   */
  constructor(client: Pick<Client, 'query'>, address: string, answerTimeoutMs: number) {
    this.#client = client
    this.#address = address
    this.#answerTimeoutMs = answerTimeoutMs
  }

  async rows(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.#ask({ name: nameStatement(text), text, values })).rows as Row[]
  }

  async run(text: string, ...values: unknown[]): Promise<number> {
    return (await this.#ask({ name: nameStatement(text), text, values })).rowCount ?? 0
  }

  async exec(text: string): Promise<void> {
    await this.#ask({ text })
  }

  async #ask(config: { readonly text: string; readonly name?: string; values?: unknown[] }) {
    try {
      // The driver takes a limit of its own for each statement, which its types do not know.
      return await timeAnswer(this.#address, () =>
        this.#client.query({ ...config, query_timeout: this.#answerTimeoutMs } as typeof config),
      )
    } catch (error) {
      throw describePostgresError(error, this.#address)
    }
  }
}

const names = new Map<string, string>()

function nameStatement(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `vitrine-${names.size + 1}`
    names.set(text, name)
  }
  return name
}
