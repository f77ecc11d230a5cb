import { StaleIndexError } from '../search/index-storage.ts'
import { ListingIndex } from '../search/listing-index.ts'
import { readListingBlob } from './search-index.ts'
import { buildSnapshotSql, readSnapshot, type Snapshot } from './snapshot.ts'
import { type CatalogDialect, DIALECTS, type SqlDatabase } from './sql-dialect.ts'

/** The revision of the stored catalogue. Every change raises it by a random step. */
export interface Revisions {
  /** Equal revisions mean equal content, even after a backup was restored. */
  readonly latest: number
  /** When the database became unavailable (`performance.now()`), since when `latest` may be outdated; otherwise null. */
  readonly unavailableSince: number | null
  readonly failure: Error | null
  /** Records a revision that was read or written elsewhere. */
  record(revision: number): void
  /** @throws HttpError 503 if the database is unavailable */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Imports are seconds apart and a listing takes milliseconds, so more attempts would not help. */
const INDEX_ATTEMPTS_MAX = 10

/** The database of a catalogue, which the pages of all languages share. */
export class CatalogSource {
  readonly database: SqlDatabase
  readonly revisions: Revisions
  readonly dialect: CatalogDialect
  readonly #snapshot = new VersionedValue<Snapshot>()
  readonly #snapshotSql: string
  readonly #indexes = new Map<string | null, VersionedValue<ListingIndex>>()

  constructor(database: SqlDatabase, revisions: Revisions) {
    this.database = database
    this.revisions = revisions
    this.dialect = DIALECTS[database.kind]
    this.#snapshotSql = buildSnapshotSql(this.dialect)
  }

  /** Reads the snapshot in a language, or in the first one if an import has just removed the language. */
  async readSnapshot(language: string | null): Promise<Snapshot> {
    // Concurrent requests share one query per revision.
    const snapshot = await this.#snapshot.get(this.revisions.latest, async () => {
      const [row] = await this.database.rows(this.#snapshotSql)
      return readSnapshot(row)
    })
    this.revisions.record(snapshot.revision)
    return (language === null ? undefined : snapshot.inLanguage(language)) ?? snapshot
  }

  /**
   * Runs a query on the current index, and repeats it if an import has replaced the index meanwhile.
   * @param read throws StaleIndexError if it finds data of another revision than that of the snapshot
   * @throws StaleIndexError if the catalogue changed during each of 10 attempts
   */
  async readIndex<Result>(
    language: string | null,
    read: (index: ListingIndex, snapshot: Snapshot) => Promise<Result>,
  ): Promise<Result> {
    const cached = this.#indexes.get(language) ?? new VersionedValue<ListingIndex>()
    this.#indexes.set(language, cached)
    for (let attempt = 1; ; attempt++) {
      const snapshot = await this.readSnapshot(language)
      const { generation } = snapshot
      const readBlob = (name: string) => readListingBlob(this.database, generation, name, snapshot.language?.key)
      try {
        return await read(await cached.get(generation, () => ListingIndex.open(readBlob)), snapshot)
      } catch (error) {
        if (!(error instanceof StaleIndexError) || attempt === INDEX_ATTEMPTS_MAX) throw error
        this.#snapshot.forget()
      }
    }
  }
}

/** Caches the value of one version, such as a revision. If reading it fails, the next call reads it again. */
class VersionedValue<Value> {
  #cached: { readonly version: number; readonly value: Promise<Value> } | undefined

  get(version: number, read: () => Promise<Value>): Promise<Value> {
    if (this.#cached?.version === version) return this.#cached.value
    const cached = { version, value: read() }
    this.#cached = cached
    cached.value.catch(() => {
      if (this.#cached === cached) this.forget()
    })
    return cached.value
  }

  forget(): void {
    this.#cached = undefined
  }
}
