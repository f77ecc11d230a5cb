import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { startPostgres, type RunningPostgres } from './embedded-postgres.ts'

/** What tests need to make databases of their own. */
export interface PostgresOffer {
  /** Of a database in which others can be made. */
  readonly url: string
  /** How the names of this run's databases begin. */
  readonly prefix: string
}

/**
 * Waits for the first test that asks for PostgreSQL, on a port of its own, and starts it then: that of TEST_DATABASE_URL,
 * or else one for this run alone.
 */
export async function offerPostgres(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  const prefix = `vitrine_test_${randomUUID().slice(0, 8)}_`
  let started: Promise<RunningPostgres> | undefined
  const starter = createServer((socket) => {
    started ??= given ? Promise.resolve({ url: given, stop: () => dropDatabases(given, prefix) }) : startPostgres()
    started.then(
      ({ url }) => socket.end(JSON.stringify({ url, prefix })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    )
  }).listen(0, '127.0.0.1')
  await once(starter, 'listening')
  return {
    port: (starter.address() as AddressInfo).port,
    async stop() {
      starter.close()
      const server = await started?.catch(() => undefined)
      await server?.stop()
    },
  }
}

/** @throws what the start threw */
export async function readOffer(socket: NodeJS.ReadableStream): Promise<PostgresOffer> {
  const answer = JSON.parse(await text(socket)) as PostgresOffer | { readonly error: string }
  if ('error' in answer) throw new Error(answer.error)
  return answer
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [prefix])
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  await client.end()
}
