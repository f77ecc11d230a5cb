import { TemporaryDatabase } from '../../store/sqlite/temporary-database.ts'

export interface KeyEntry {
  readonly key: string
  /** Number of products; for keys of other dictionaries, of words or part numbers in the payload. */
  readonly documents: number
  /** A view that the next entry may overwrite. */
  readonly payload: Uint8Array
}

/** In this encoding, SQLite sorts texts as JavaScript does. */
const SCHEMA = `PRAGMA encoding = 'UTF-16be';
  CREATE TABLE entry (key TEXT NOT NULL, documents INTEGER NOT NULL, payload BLOB NOT NULL)`

/** Entries that would take too much memory, in a temporary database. */
export class SpilledEntries implements Disposable {
  #database: TemporaryDatabase | undefined

  get isEmpty(): boolean {
    return this.#database === undefined
  }

  /** @throws HttpError 503 if the disk is full */
  add(entries: Iterable<KeyEntry>): void {
    this.#database ??= new TemporaryDatabase(SCHEMA)
    for (const { key, documents, payload } of entries)
      this.#database.queries.run('INSERT INTO entry VALUES (?, ?, ?)', key, documents, payload)
  }

  /**
   * Yields all entries sorted by key. The payloads of equal keys are joined in the order in which they were added.
   * @param last sorted entries in memory, which are added last
   */
  *drain(last: Iterable<KeyEntry>): Generator<KeyEntry> {
    if (!this.#database) return yield* last
    this.add(last)
    let joined: KeyEntry | undefined
    for (const row of this.#database.queries.iterate('SELECT key, documents, payload FROM entry ORDER BY key, rowid')) {
      const entry = row as unknown as KeyEntry
      if (joined && joined.key !== entry.key) yield joined
      joined = joined?.key === entry.key ? joinEntries(joined, entry) : entry
    }
    if (joined) yield joined
  }

  /** Deletes the entries. */
  [Symbol.dispose](): void {
    this.#database?.[Symbol.dispose]()
    this.#database = undefined
  }
}

function joinEntries({ key, documents, payload }: KeyEntry, next: KeyEntry): KeyEntry {
  return { key, documents: documents + next.documents, payload: Buffer.concat([payload, next.payload]) }
}
