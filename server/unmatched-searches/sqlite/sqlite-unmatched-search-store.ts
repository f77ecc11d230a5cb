import type { DatabaseSync } from 'node:sqlite'
import type { Row } from '../../store/rows.ts'
import { DatabaseFileGuard } from '../../store/sqlite/database-file-guard.ts'
import { openDatabase, prepareDatabase } from '../../store/sqlite/open-database.ts'
import { Queries } from '../../store/sqlite/queries.ts'
import { retryWhileBusy, runTransaction, SHORT_BUSY_TIMEOUT_MS } from '../../store/sqlite/transaction.ts'
import {
  addSearches,
  buildTablesSql,
  clearSearches,
  LIST_SEARCHES,
  readUnmatchedSearch,
  type Statements,
} from '../unmatched-search-sql.ts'
import {
  DEFAULT_LIMITS,
  type CountedSearch,
  type UnmatchedSearch,
  type UnmatchedSearchLimits,
  type UnmatchedSearchStore,
} from '../unmatched-search-store.ts'

/** How long a write waits for another writer, for example an import, which locks the file while it writes. */
const BUSY_LIMIT_MS = 15_000

/** The tables have no schema version, because they can be created again if they ever change. */
const SCHEMA = buildTablesSql('TEXT', 'WITHOUT ROWID')

/**
 * Opens the store of unmatched searches in a database file, and creates its tables.
 * @throws HttpError 503 if the file cannot be used
 */
export function openSqliteUnmatchedSearchStore(
  path: string,
  limits: UnmatchedSearchLimits = DEFAULT_LIMITS,
): UnmatchedSearchStore {
  prepareDatabase(path, (database) => database.exec(SCHEMA))
  return new SqliteUnmatchedSearchStore(path, limits)
}

class SqliteUnmatchedSearchStore implements UnmatchedSearchStore {
  readonly #database: DatabaseSync
  readonly #file: DatabaseFileGuard
  readonly #queries: Queries
  readonly #limits: UnmatchedSearchLimits

  constructor(path: string, limits: UnmatchedSearchLimits) {
    this.#database = openDatabase(path, SHORT_BUSY_TIMEOUT_MS)
    this.#file = new DatabaseFileGuard(path, this.#database)
    this.#queries = new Queries(this.#database)
    this.#limits = limits
  }

  add(searches: readonly CountedSearch[], today: string): Promise<void> {
    return this.#write(() => addSearches(searches, today, this.#limits))
  }

  clear(): Promise<void> {
    return this.#write(clearSearches)
  }

  async list({ since, limit }: Parameters<UnmatchedSearchStore['list']>[0]): Promise<readonly UnmatchedSearch[]> {
    return this.#queries.rows(LIST_SEARCHES, since, limit).map(readUnmatchedSearch)
  }

  async close(): Promise<void> {
    this.#database.close()
  }

  /** @param start returns the statements of the transaction; it is called again if another process was writing to the file */
  async #write(start: () => Statements<void>): Promise<void> {
    await retryWhileBusy(this.#file.path, BUSY_LIMIT_MS, () => {
      this.#file.check()
      runTransaction(this.#database, () => this.#runStatements(start()))
    })
  }

  #runStatements(statements: Statements<void>): void {
    let rows: Row[] = []
    for (;;) {
      const { done, value: statement } = statements.next(rows)
      if (done) return
      rows = this.#queries.rows(statement.text, ...statement.values)
    }
  }
}
