import { createHmac, randomBytes } from 'node:crypto'
import { migrate, type SchemaPart } from '../store/migrate.ts'
import type { SqlConnection, SqlDatabase } from '../store/sql-dialect.ts'

/** How often a text was searched for, or an address was requested, on one day. */
export interface CountedText {
  readonly text: string
  /** A day in UTC, such as `2026-03-10`. */
  readonly day: string
  readonly count: number
}

export interface UnmatchedText {
  readonly text: string
  readonly days: number
  readonly count: number
  readonly lastDay: string
}

/** Maximum number of rows of a kind. */
const ROWS_MAX = 40_000

/** Until it was counted on this many days, a text is stored only as a hash. */
const READABLE_FROM_DAYS = 3

/** Texts older than this are deleted. */
const KEPT_DAYS = 90

/** After this time, the hash key is replaced and the old hashes, which nothing can match, are deleted. */
const KEY_DAYS = 30

/** If there are too many rows, this share of the limit is kept. Each deletion sorts all rows, so it should be rare. */
const ROWS_KEPT_SHARE = 0.9

/** The tables of 1.1.0, whose counts are given up. */
const FORMER_TABLES = ['unmatched_search', 'missing_address'].flatMap((name) =>
  ['', '_day', '_hash', '_key'].map((suffix) => name + suffix),
)

/** A row counts a text on one day; `text` is null until the text is readable. */
const TABLES = `
  ${FORMER_TABLES.map((name) => `DROP TABLE IF EXISTS ${name};`).join(' ')}
  CREATE TABLE IF NOT EXISTS unmatched_text (
    kind {key} NOT NULL,
    hash {key} NOT NULL,
    day {key} NOT NULL,
    searches bigint NOT NULL,
    text {key},
    PRIMARY KEY (kind, hash, day)
  );
  CREATE INDEX IF NOT EXISTS unmatched_text_by_text ON unmatched_text (kind, text);
  CREATE TABLE IF NOT EXISTS unmatched_text_key (kind {key} PRIMARY KEY, key text NOT NULL, created_on {key} NOT NULL);`

const BACKGROUND_SCHEMA: SchemaPart = {
  name: 'background state',
  subject: 'The state of the work in the background has',
  oldestVersion: { sqlite: 1, postgres: 1 },
  tables: TABLES,
  migrations: [
    `${TABLES} DROP TABLE IF EXISTS source_state;
     DELETE FROM schema_version WHERE part IN ('unmatched searches', 'missing addresses')`,
  ],
}

/** What server and commands remember apart from catalogue and enquiries. */
export interface BackgroundState {
  readonly unmatchedSearches: UnmatchedTextStore
  readonly missingAddresses: UnmatchedTextStore
}

/** Creates the tables. @throws HttpError 503 if the database is unavailable, Error if a newer version of Vitrine wrote them */
export async function openBackgroundState(database: SqlDatabase, rowsMax = ROWS_MAX): Promise<BackgroundState> {
  await migrate(database, BACKGROUND_SCHEMA)
  return {
    unmatchedSearches: new UnmatchedTextStore(database, 'search', rowsMax),
    missingAddresses: new UnmatchedTextStore(database, 'address', rowsMax),
  }
}

/**
 * Stores searches that no product matches, or addresses that have no page. A text becomes readable when it has been counted on three
 * days; until then only a keyed hash of it is stored. All methods throw HttpError 503 if the database is unavailable, and
 * DatabaseBusyError if another writer takes too long.
 */
export class UnmatchedTextStore {
  readonly #database: SqlDatabase
  readonly #kind: 'search' | 'address'
  readonly #rowsMax: number

  constructor(database: SqlDatabase, kind: 'search' | 'address', rowsMax: number) {
    this.#database = database
    this.#kind = kind
    this.#rowsMax = rowsMax
  }

  /**
   * Adds counts in one transaction, and deletes old texts and those beyond the limit.
   * @param today the day from which ages are calculated
   */
  add(texts: readonly CountedText[], today: string): Promise<void> {
    return this.#write(async (connection) => {
      const key = await this.#readKey(connection, today)
      for (const text of texts) await this.#addText(connection, text, key)
      const oldest = firstOfDays(today, KEPT_DAYS)
      await connection.run('DELETE FROM unmatched_text WHERE kind = $1 AND day < $2', this.#kind, oldest)
      await this.#deleteBeyondLimit(connection)
    })
  }

  /** Lists the readable texts, the most frequent ones first. */
  async list(): Promise<readonly UnmatchedText[]> {
    const rows = await this.#database.rows(
      `SELECT text, count(*) AS days, sum(searches) AS searches, max(day) AS last_day FROM unmatched_text
       WHERE kind = $1 AND text IS NOT NULL
       GROUP BY text ORDER BY sum(searches) DESC, count(*) DESC, text`,
      this.#kind,
    )
    return rows.map((row) => ({
      text: String(row['text']),
      days: Number(row['days']),
      count: Number(row['searches']),
      lastDay: String(row['last_day']),
    }))
  }

  /** Deletes all texts, hashes and the key. */
  clear(): Promise<void> {
    return this.#write(async (connection) => {
      await connection.run('DELETE FROM unmatched_text WHERE kind = $1', this.#kind)
      await connection.run('DELETE FROM unmatched_text_key WHERE kind = $1', this.#kind)
    })
  }

  #write(work: (connection: SqlConnection) => Promise<void>): Promise<void> {
    return this.#database.transaction(async (connection) => {
      // Without the lock, two nodes could create two hash keys, or count a readable text as a hash.
      await this.#database.lock(connection, 'unmatched texts')
      await work(connection)
    })
  }

  /** Reads the key with which texts are hashed. If it is too old, it is replaced and the hashes are deleted. */
  async #readKey(connection: SqlConnection, today: string): Promise<string> {
    const [stored] = await connection.rows(
      'SELECT key FROM unmatched_text_key WHERE kind = $1 AND created_on >= $2',
      this.#kind,
      firstOfDays(today, KEY_DAYS),
    )
    if (stored) return String(stored['key'])
    const key = randomBytes(32).toString('base64url')
    await connection.run('DELETE FROM unmatched_text WHERE kind = $1 AND text IS NULL', this.#kind)
    await connection.run('DELETE FROM unmatched_text_key WHERE kind = $1', this.#kind)
    await connection.run('INSERT INTO unmatched_text_key VALUES ($1, $2, $3)', this.#kind, key, today)
    return key
  }

  async #addText(connection: SqlConnection, { text, day, count }: CountedText, key: string): Promise<void> {
    const [known] = await connection.rows(
      'SELECT hash FROM unmatched_text WHERE kind = $1 AND text = $2 LIMIT 1',
      this.#kind,
      text,
    )
    const hash = known ? String(known['hash']) : createHmac('sha256', key).update(text).digest('base64url')
    await connection.run(
      `INSERT INTO unmatched_text (kind, hash, day, searches, text) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (kind, hash, day) DO UPDATE SET searches = unmatched_text.searches + excluded.searches`,
      this.#kind,
      hash,
      day,
      count,
      known ? text : null,
    )
    if (known) return
    const days = await connection.rows('SELECT day FROM unmatched_text WHERE kind = $1 AND hash = $2', this.#kind, hash)
    if (days.length >= READABLE_FROM_DAYS)
      await connection.run('UPDATE unmatched_text SET text = $3 WHERE kind = $1 AND hash = $2', this.#kind, hash, text)
  }

  /** Deletes hashes before texts, of either those of the oldest days and, of a day, the rarest. */
  async #deleteBeyondLimit(connection: SqlConnection): Promise<void> {
    const [stored] = await connection.rows('SELECT count(*) AS rows FROM unmatched_text WHERE kind = $1', this.#kind)
    if (Number(stored?.['rows']) <= this.#rowsMax) return
    await connection.run(
      `DELETE FROM unmatched_text WHERE kind = $1 AND (hash, day) NOT IN (
         SELECT hash, day FROM unmatched_text WHERE kind = $1
         ORDER BY text IS NULL, day DESC, searches DESC, hash LIMIT $2)`,
      this.#kind,
      Math.floor(this.#rowsMax * ROWS_KEPT_SHARE),
    )
  }
}

/** Returns a day in UTC, such as `2026-03-10`. */
export function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

const DAY_MS = 86_400_000

/** Returns the first of a number of days that end with the given day. */
function firstOfDays(lastDay: string, days: number): string {
  return formatDay(Date.parse(lastDay) - (days - 1) * DAY_MS)
}
