import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { readDatabaseSettings } from '../../server/platform/settings/database-settings.ts'
import { openStores } from '../../server/site.ts'
import { ServerPool } from '../../server/catalog/store/postgres/server-pool.ts'
import { takeOffer } from './offer.ts'
import type { PostgresOffer } from './postgres-starter.ts'

/** A PostgreSQL database that is usable until the end of the scope. */
interface TestDatabase extends AsyncDisposable {
  readonly url: string
  /** Opens a pool that is closed at the end of the scope. */
  openPool(size?: number): ServerPool
  run(statement: string): Promise<void>
}

/** The PostgreSQL server, which each process requests only once. */
let offered: Promise<PostgresOffer> | undefined

/** Creating a database takes ten times as long as emptying it. */
const unused: { readonly withTables: string[]; readonly withoutTables: string[] } = {
  withTables: [],
  withoutTables: [],
}

const DISCONNECT_OTHERS =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'

const DROP_TABLES = 'DROP SCHEMA public CASCADE; CREATE SCHEMA public'

/** Keeps the rows that the tables have at first, such as the version of the schema. */
const KEEP_FIRST_ROWS = `CREATE SCHEMA first_rows;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('CREATE TABLE first_rows.%I AS TABLE public.%I', name, name);
    END LOOP;
  END $$`

/** DELETE is faster than TRUNCATE for a small table, but leaves dead rows in its files, so a large table is truncated. */
const RESTORE_FIRST_ROWS = `DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      IF pg_total_relation_size(format('public.%I', name)::regclass) > 1000000 THEN
        EXECUTE format('TRUNCATE public.%I', name);
      ELSE
        EXECUTE format('DELETE FROM public.%I', name);
      END IF;
    END LOOP;
    PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      FROM pg_sequences WHERE schemaname = 'public';
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'first_rows' LOOP
      EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE TABLE first_rows.%I', name, name);
    END LOOP;
  END $$`

/** @param options.hasTables whether Vitrine's tables exist, without rows of a test */
export async function createTestDatabase(options: { readonly hasTables?: boolean } = {}): Promise<TestDatabase> {
  const { hasTables = false } = options
  const reusable = hasTables ? unused.withTables : unused.withoutTables
  const url = reusable.pop() ?? (await makeDatabase(hasTables))
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
      await runStatement(url, `${DISCONNECT_OTHERS}; ${hasTables ? RESTORE_FIRST_ROWS : DROP_TABLES}`)
      reusable.push(url)
    },
  }
}

async function makeDatabase(hasTables: boolean): Promise<string> {
  offered ??= takeOffer(inject('offers').postgres)
  const { url, prefix } = await offered
  const made = new URL(url)
  made.pathname = prefix + randomUUID().slice(0, 8)
  await runStatement(url, `CREATE DATABASE ${made.pathname.slice(1)} ENCODING 'UTF8' TEMPLATE template0`)
  if (hasTables) {
    await (await openStores(readDatabaseSettings(made.href, '')))[Symbol.asyncDispose]()
    await runStatement(made.href, KEEP_FIRST_ROWS)
  }
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
