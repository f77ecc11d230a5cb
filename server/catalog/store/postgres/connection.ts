import type { Client } from 'pg'
import { publishQuery } from '../database-queries.ts'
import type { Row } from '../rows.ts'
import { type SqlConnection, storableText } from '../sql-dialect.ts'
import { translatePostgresError } from './postgres-error.ts'

/** Advisory locks of all nodes. The arbitrary keys must not change, because 1.1.0 may still run when a newer version starts. */
export const ADVISORY_LOCKS = { migration: 7_468_001, import: 7_468_002 } as const

/** @throws DatabaseError in every method if the server rejects a statement */
export class Connection implements SqlConnection {
  readonly #client: Pick<Client, 'query'>
  readonly #address: string
  readonly #responseTimeoutMs: number

  constructor(client: Pick<Client, 'query'>, address: string, responseTimeoutMs: number) {
    this.#client = client
    this.#address = address
    this.#responseTimeoutMs = responseTimeoutMs
  }

  async rows(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return (await this.#query({ name: nameStatement(text), text, values: values.map(bind) })).rows as Row[]
  }

  async run(text: string, ...values: readonly unknown[]): Promise<number> {
    return (await this.#query({ name: nameStatement(text), text, values: values.map(bind) })).rowCount ?? 0
  }

  async exec(text: string): Promise<void> {
    await this.#query({ text })
  }

  async #query(config: { readonly text: string; readonly name?: string; values?: unknown[] }) {
    const startedAt = performance.now()
    let isFailed = true
    try {
      // The cast is needed because the driver's types lack `query_timeout`.
      const result = await this.#client.query({ ...config, query_timeout: this.#responseTimeoutMs } as typeof config)
      isFailed = false
      return result
    } catch (error) {
      throw translatePostgresError(error, this.#address)
    } finally {
      publishQuery(this.#address, startedAt, isFailed)
    }
  }
}

function bind(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bind)
  return typeof value === 'string' ? storableText(value) : value
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
