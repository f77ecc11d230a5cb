import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { startPostgres } from './embedded-postgres.ts'
import { offer, type Offer } from './offer.ts'

export interface PostgresOffer {
  /** The address of a database in which others can be created. */
  readonly url: string
  /** Prefix of the names of this run's databases. */
  readonly prefix: string
}

/** Offers the PostgreSQL server of TEST_DATABASE_URL, or else starts one for this test run. */
export function offerPostgres(): Promise<Offer> {
  const given = process.env['TEST_DATABASE_URL']
  const prefix = `vitrine_test_${randomUUID().slice(0, 8)}_`
  return offer<PostgresOffer>(async () => {
    const { url, stop } = given ? { url: given, stop: () => dropDatabases(given, prefix) } : await startPostgres()
    return { made: { url, prefix }, stop }
  })
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  await client.end()
}
