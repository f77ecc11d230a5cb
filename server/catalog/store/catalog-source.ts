import { StaleIndexError } from '../search/index-storage.ts'
import { ListingIndex } from '../search/listing-index.ts'
import { CatalogReader } from './catalog-reader.ts'
import { readListingBlob } from './listing-tables.ts'
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

/** The database of a catalogue, which the pages of all languages share. */
export class CatalogSource {
  readonly database: SqlDatabase
  readonly revisions: Revisions
  readonly dialect: CatalogDialect
  readonly #snapshot = new VersionedValue<Snapshot>()
  readonly #snapshotSql: string

  constructor(database: SqlDatabase, revisions: Revisions) {
    this.database = database
    this.revisions = revisions
    this.dialect = DIALECTS[database.kind]
    this.#snapshotSql = buildSnapshotSql(this.dialect)
  }

  /** Reads the snapshot. Concurrent requests share one query per revision. */
  async readSnapshot(): Promise<Snapshot> {
    const snapshot = await this.#snapshot.get(this.revisions.latest, async () => {
      const [row] = await this.database.rows(this.#snapshotSql)
      return readSnapshot(row)
    })
    this.revisions.record(snapshot.revision)
    return snapshot
  }

  forgetSnapshot(): void {
    this.#snapshot.forget()
  }
}

/** Imports are seconds apart and a listing takes milliseconds, so more attempts would not help. */
const INDEX_ATTEMPTS_MAX = 10

/** The catalogue in one language. */
export class CatalogView {
  protected readonly source: CatalogSource
  readonly #language: string | null
  readonly #index = new VersionedValue<ListingIndex>()

  /** @param language the key of a further language; null for the first one */
  constructor(source: CatalogSource, language: string | null) {
    this.source = source
    this.#language = language
  }

  get dialect(): CatalogDialect {
    return this.source.dialect
  }

  get reads(): Pick<SqlDatabase, 'rows'> {
    return this.source.database
  }

  get revision(): number {
    return this.source.revisions.latest
  }

  /** When the database became unavailable (`performance.now()`), since when `revision` may be outdated; otherwise null. */
  get unavailableSince(): number | null {
    return this.source.revisions.unavailableSince
  }

  get failure(): Error | null {
    return this.source.revisions.failure
  }

  ping(): Promise<void> {
    return this.source.revisions.ping()
  }

  /** Runs reads on one snapshot. @throws errors of the work */
  read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result> {
    return this.source.database.readSnapshot((connection) => work(new CatalogReader(connection, this.dialect)))
  }

  /** For a moment after the site has lost the language, its pages are those of the first language. */
  async readSnapshot(): Promise<Snapshot> {
    const snapshot = await this.source.readSnapshot()
    return (this.#language === null ? undefined : snapshot.inLanguage(this.#language)) ?? snapshot
  }

  /**
   * Runs a query on the current index, and repeats it if an import has replaced the index meanwhile.
   * @param read throws StaleIndexError if it finds data of another revision than that of the snapshot
   * @throws StaleIndexError if the catalogue changed during each of 10 attempts
   */
  protected async readIndex<Result>(
    read: (index: ListingIndex, snapshot: Snapshot) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      const snapshot = await this.readSnapshot()
      const { generation, language } = snapshot
      const readBlob = (name: string) => readListingBlob(this.reads, generation, name, language?.key)
      try {
        const index = await this.#index.get(generation, () => ListingIndex.open({ generation, readBlob }))
        return await read(index, snapshot)
      } catch (error) {
        if (!(error instanceof StaleIndexError) || attempt === INDEX_ATTEMPTS_MAX) throw error
        this.source.forgetSnapshot()
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
