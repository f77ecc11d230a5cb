import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { ServerPool } from '../../server/store/postgres/server-pool.ts'
import { takeOffer } from './offer.ts'
import type { PostgresOffer } from './postgres-starter.ts'

/** The PostgreSQL server, which each process requests only once. */
let offered: Promise<PostgresOffer> | undefined

/** Emptied databases for reuse: creating one takes ten times as long as emptying it. */
const free: string[] = []

const EMPTY = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
  DROP SCHEMA public CASCADE; CREATE SCHEMA public`

/** A PostgreSQL database that is empty at first and usable until the end of the scope. */
interface TestDatabase extends AsyncDisposable {
  readonly url: string
  /** Opens a pool that is closed at the end of the scope. */
  openPool(size?: number): ServerPool
  run(statement: string): Promise<void>
}

/** @param port of the offered PostgreSQL server; a test need not pass it */
export async function createTestDatabase(port?: number): Promise<TestDatabase> {
  const url = free.pop() ?? (await makeDatabase(port ?? inject('offers').postgres))
  const pools: ServerPool[] = []
  return {
    url,
    openPool(size = 4) {
      const pool = new ServerPool(url, size)
      pools.push(pool)
      return pool
    },
    run: (statement) => runStatement(url, statement),
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.map((pool) => pool.close()))
      await runStatement(url, EMPTY)
      free.push(url)
    },
  }
}

async function makeDatabase(port: number): Promise<string> {
  offered ??= takeOffer(port)
  const { url, prefix } = await offered
  const made = new URL(url)
  made.pathname = prefix + randomUUID().slice(0, 8)
  await runStatement(url, `CREATE DATABASE ${made.pathname.slice(1)} ENCODING 'UTF8' TEMPLATE template0`)
  return made.href
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
