import type { DatabaseSync } from 'node:sqlite'
import type { Product } from '../../../../shared/catalog.ts'
import { listRelatedCategories } from '../../rules/category-tree.ts'
import { CatalogReader } from '../catalog-reader.ts'
import { CatalogStore, type WriteOptions } from '../catalog-store.ts'
import type { CatalogWriter } from '../catalog-writer.ts'
import type { Row } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import { CurrentRevision } from './current-revision.ts'
import { DatabaseFileGuard } from './database-file-guard.ts'
import { findDamage } from './find-damage.ts'
import { openDatabase, prepareDatabase } from './open-database.ts'
import { Queries } from './queries.ts'
import { readSnapshot } from './read-snapshot.ts'
import { migrate } from './schema.ts'
import { SQLITE_DIALECT } from './sqlite-dialect.ts'
import { translateSqliteError } from './sqlite-error.ts'
import { runWrite } from './write-transaction.ts'

interface SqliteStoreOptions {
  readonly busyLimitMs?: number
}

/**
 * Opens a database file, or creates it, and updates its schema.
 * @throws HttpError 503 if the file cannot be used, Error if a newer version of Vitrine wrote it
 */
export async function openSqliteStore(path: string, { busyLimitMs }: SqliteStoreOptions = {}): Promise<CatalogStore> {
  prepareDatabase(path, migrate)
  return new SqliteStore(path, busyLimitMs).start()
}

class SqliteStore extends CatalogStore {
  readonly #database: DatabaseSync
  readonly #file: DatabaseFileGuard
  readonly #revision: CurrentRevision
  #snapshot: Snapshot | undefined
  readonly reads: Queries
  readonly dialect = SQLITE_DIALECT

  constructor(path: string, busyLimitMs?: number) {
    super(busyLimitMs)
    this.#database = openDatabase(path)
    this.#file = new DatabaseFileGuard(path, this.#database)
    this.#revision = new CurrentRevision(this.#database, this.#file)
    this.reads = new Queries(this.#database)
  }

  get revision(): number {
    return this.#revision.read()
  }

  get unavailableSince(): number | null {
    return this.#revision.unavailableSince
  }

  get failure(): Error | null {
    return this.#revision.failure
  }

  async ping(): Promise<void> {
    this.#file.check()
    this.reads.get("SELECT value FROM meta WHERE key = 'revision'")
  }

  async readRelated(product: Product, slug: string, limit: number): Promise<readonly Row[]> {
    const { tree } = this.readSnapshot()
    const related = new Map<unknown, Row>()
    const addNearest = (condition: string, value: string) => {
      if (related.size >= limit) return
      const matching = `SELECT id, card, category_slug FROM product WHERE ${condition} AND visibility = 'public'`
      // SQLite compiles a statement again for each value that is bound to its LIMIT.
      const rows = this.reads.rows(
        `WITH self AS (SELECT id FROM product WHERE slug = $2)
         SELECT * FROM (
           SELECT * FROM (${matching} AND id > (SELECT id FROM self) ORDER BY id LIMIT ${limit})
           UNION ALL
           SELECT * FROM (${matching} AND id < (SELECT id FROM self) ORDER BY id DESC LIMIT ${limit})
         ) ORDER BY abs(id - (SELECT id FROM self)), id DESC`,
        value,
        slug,
      )
      for (const row of rows) if (related.size < limit) related.set(row['id'], row)
    }
    for (const category of listRelatedCategories(product, tree)) addNearest('category_slug = $1', category)
    if (product.brand !== null) addNearest('brand = $1', product.brand)
    return [...related.values()]
  }

  async findDamage(): Promise<readonly string[]> {
    return findDamage(this.#database)
  }

  async read<Result>(work: (reader: CatalogReader) => Promise<Result>): Promise<Result> {
    this.#file.check()
    const database = openDatabase(this.#file.path)
    try {
      database.exec('BEGIN')
      return await work(new CatalogReader(new Queries(database), SQLITE_DIALECT))
    } catch (error) {
      throw translateSqliteError(error, this.#file.path)
    } finally {
      database.close()
    }
  }

  protected readLongQuery(text: string): Row[] {
    return this.reads.rows(text)
  }

  readSnapshot(): Snapshot {
    const revision = this.revision
    if (this.#snapshot?.revision !== revision) this.#snapshot = readSnapshot(this.reads, revision)
    return this.#snapshot
  }

  forgetSnapshot(): void {
    this.#revision.invalidate()
  }

  protected async runWrite<Result>(
    work: (writer: CatalogWriter) => Promise<Result>,
    options: WriteOptions,
  ): Promise<Result> {
    try {
      this.#file.check()
      const result = await runWrite(this.#file.path, work, options)
      this.#file.check()
      return result
    } finally {
      this.#revision.invalidate()
    }
  }

  protected disconnect(): void {
    this.#database.close()
  }
}
