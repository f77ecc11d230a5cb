import { createHmac, randomBytes } from 'node:crypto'
import type { Row } from '../store/rows.ts'
import type { SqlConnection, SqlDatabase } from '../store/sql-dialect.ts'
import {
  firstOfDays,
  KEPT_DAYS,
  type CountedText,
  type UnmatchedText,
  type UnmatchedTextLimits,
  type UnmatchedTextStore,
} from './unmatched-text-store.ts'

/** Until it was counted on this many days, a text is stored only as a hash. */
const READABLE_FROM_DAYS = 3

/** After this time, the hash key is replaced and the old hashes, which nothing can match, are deleted. */
const KEY_DAYS = 30

/** If there are too many hashes, this share of the limit is kept. Each deletion sorts all hashes, so it should be rare. */
const HASHES_KEPT_SHARE = 0.9

/** A limit above any number of rows. SQLite requires a LIMIT before an OFFSET, and PostgreSQL does not support LIMIT -1. */
const NO_LIMIT = 1_000_000_000

/** The tables of counted texts: searches that no product matches, or addresses that have no page. */
export type CountedTables = 'unmatched_search' | 'missing_address'

/**
 * Builds the SQL that creates the tables.
 * @param text type of texts that are compared byte by byte
 * @param options after the column list of a table with a primary key
 */
export function buildTablesSql(tables: CountedTables, text: string, options = ''): string {
  return `
    CREATE TABLE IF NOT EXISTS ${tables} (
      text ${text} PRIMARY KEY,
      last_day ${text} NOT NULL,
      searches bigint NOT NULL
    ) ${options};
    CREATE TABLE IF NOT EXISTS ${tables}_day (
      text ${text} NOT NULL,
      day ${text} NOT NULL,
      searches bigint NOT NULL,
      PRIMARY KEY (text, day)
    ) ${options};
    CREATE INDEX IF NOT EXISTS ${tables}_by_day ON ${tables}_day (day);
    CREATE TABLE IF NOT EXISTS ${tables}_hash (
      hash ${text} NOT NULL,
      day ${text} NOT NULL,
      searches bigint NOT NULL,
      PRIMARY KEY (hash, day)
    ) ${options};
    CREATE TABLE IF NOT EXISTS ${tables}_key (key text NOT NULL, created_on ${text} NOT NULL);`
}

const listSearches = (tables: CountedTables) => `
  SELECT text, count(*) AS days, sum(searches) AS searches, max(day) AS last_day FROM ${tables}_day
  WHERE day >= $1 GROUP BY text ORDER BY sum(searches) DESC, count(*) DESC, text LIMIT $2`

function readUnmatchedSearch(row: Row): UnmatchedText {
  return {
    text: String(row['text']),
    days: Number(row['days']),
    count: Number(row['searches']),
    lastDay: String(row['last_day']),
  }
}

interface UnmatchedSearchDialect {
  /** Lets no other transaction write until the end of this one. */
  lock(connection: SqlConnection): Promise<void>
  close(): Promise<void>
}

export class SqlUnmatchedTextStore implements UnmatchedTextStore {
  readonly #database: SqlDatabase
  readonly #tables: CountedTables
  readonly #limits: UnmatchedTextLimits
  readonly #dialect: UnmatchedSearchDialect

  constructor(
    database: SqlDatabase,
    tables: CountedTables,
    limits: UnmatchedTextLimits,
    dialect: UnmatchedSearchDialect,
  ) {
    this.#database = database
    this.#tables = tables
    this.#limits = limits
    this.#dialect = dialect
  }

  add(searches: readonly CountedText[], today: string): Promise<void> {
    return this.#write((connection) => addSearches(connection, this.#tables, searches, today, this.#limits))
  }

  clear(): Promise<void> {
    return this.#write((connection) => clearSearches(connection, this.#tables))
  }

  async list({ since, limit }: Parameters<UnmatchedTextStore['list']>[0]): Promise<readonly UnmatchedText[]> {
    return (await this.#database.rows(listSearches(this.#tables), since, limit)).map(readUnmatchedSearch)
  }

  close(): Promise<void> {
    return this.#dialect.close()
  }

  #write(work: (connection: SqlConnection) => Promise<void>): Promise<void> {
    return this.#database.transaction(async (connection) => {
      await this.#dialect.lock(connection)
      await work(connection)
    })
  }
}

/**
 * Adds counts, then deletes searches that are too old or exceed the limits.
 * @param today the day from which ages are calculated
 */
async function addSearches(
  connection: SqlConnection,
  tables: CountedTables,
  searches: readonly CountedText[],
  today: string,
  { maxTexts, maxHashes }: UnmatchedTextLimits,
): Promise<void> {
  const key = await readKey(connection, tables, today)
  let becameReadable = false
  for (const search of searches) becameReadable = (await addSearch(connection, tables, search, key)) || becameReadable
  const since = firstOfDays(today, KEPT_DAYS)
  await connection.run(`DELETE FROM ${tables}_day WHERE day < $1`, since)
  await connection.run(`DELETE FROM ${tables} WHERE last_day < $1`, since)
  if (becameReadable) await deleteTextsBeyond(connection, tables, maxTexts)
  const [stored] = await connection.rows(`SELECT count(*) AS hashes FROM ${tables}_hash`)
  if (Number(stored?.['hashes']) > maxHashes)
    await deleteHashesBeyond(connection, tables, Math.floor(maxHashes * HASHES_KEPT_SHARE))
}

/** Deletes the texts that exceed the limit: those whose last search is oldest and, of equally old ones, the rarest. */
async function deleteTextsBeyond(connection: SqlConnection, tables: CountedTables, limit: number): Promise<void> {
  const excess = await connection.rows(
    `SELECT text FROM ${tables} ORDER BY last_day DESC, searches DESC, text LIMIT ${NO_LIMIT} OFFSET $1`,
    limit,
  )
  for (const row of excess) {
    await connection.run(`DELETE FROM ${tables}_day WHERE text = $1`, String(row['text']))
    await connection.run(`DELETE FROM ${tables} WHERE text = $1`, String(row['text']))
  }
}

async function deleteHashesBeyond(connection: SqlConnection, tables: CountedTables, limit: number): Promise<void> {
  await connection.run(
    `DELETE FROM ${tables}_hash WHERE (hash, day) IN (
       SELECT hash, day FROM ${tables}_hash ORDER BY day DESC, searches DESC, hash LIMIT ${NO_LIMIT} OFFSET $1)`,
    limit,
  )
}

async function clearSearches(connection: SqlConnection, tables: CountedTables): Promise<void> {
  for (const suffix of ['', '_day', '_hash', '_key']) await connection.run(`DELETE FROM ${tables}${suffix}`)
}

/** Reads the key with which texts are hashed. If it is too old, it is replaced and all hashes are deleted. */
async function readKey(connection: SqlConnection, tables: CountedTables, today: string): Promise<string> {
  const oldest = firstOfDays(today, KEY_DAYS)
  const [stored] = await connection.rows(`SELECT key FROM ${tables}_key WHERE created_on >= $1`, oldest)
  if (stored) return String(stored['key'])
  const key = randomBytes(32).toString('base64url')
  await connection.run(`DELETE FROM ${tables}_key`)
  await connection.run(`DELETE FROM ${tables}_hash`)
  await connection.run(`INSERT INTO ${tables}_key (key, created_on) VALUES ($1, $2)`, key, today)
  return key
}

/** @returns whether the text has just become readable */
async function addSearch(
  connection: SqlConnection,
  tables: CountedTables,
  { text, day, count }: CountedText,
  key: string,
): Promise<boolean> {
  const readable = await connection.rows(
    `UPDATE ${tables} SET last_day = $1, searches = searches + $2 WHERE text = $3 RETURNING text`,
    day,
    count,
    text,
  )
  if (readable.length > 0) {
    await addCount(connection, `${tables}_day`, 'text', text, { day, count })
    return false
  }
  const hash = createHmac('sha256', key).update(text).digest('base64url')
  await addCount(connection, `${tables}_hash`, 'hash', hash, { day, count })
  const days = await connection.rows(`SELECT day FROM ${tables}_hash WHERE hash = $1`, hash)
  if (days.length < READABLE_FROM_DAYS) return false
  await connection.run(
    `INSERT INTO ${tables} (text, last_day, searches)
     SELECT CAST($1 AS text), max(day), sum(searches) FROM ${tables}_hash WHERE hash = $2`,
    text,
    hash,
  )
  await connection.run(
    `INSERT INTO ${tables}_day (text, day, searches)
     SELECT CAST($1 AS text), day, searches FROM ${tables}_hash WHERE hash = $2`,
    text,
    hash,
  )
  await connection.run(`DELETE FROM ${tables}_hash WHERE hash = $1`, hash)
  return true
}

async function addCount(
  connection: SqlConnection,
  table: string,
  column: 'text' | 'hash',
  key: string,
  { day, count }: Pick<CountedText, 'day' | 'count'>,
): Promise<void> {
  await connection.run(
    `INSERT INTO ${table} (${column}, day, searches) VALUES ($1, $2, $3)
     ON CONFLICT (${column}, day) DO UPDATE SET searches = ${table}.searches + excluded.searches`,
    key,
    day,
    count,
  )
}
