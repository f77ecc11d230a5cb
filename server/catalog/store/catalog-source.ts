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

/** Caches the value of one version, such as a revision. If reading it fails, the next call reads it again. */
export class VersionedValue<Value> {
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
