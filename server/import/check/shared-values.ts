import { scanRows } from '../../catalog/store/sqlite/queries.ts'
import { TemporaryDatabase } from '../../catalog/store/sqlite/temporary-database.ts'

const SCHEMA =
  'CREATE TABLE value (place INTEGER PRIMARY KEY, key TEXT NOT NULL, slug TEXT NOT NULL, text TEXT NOT NULL, note TEXT)'

/** The first product that has a value is its owner. */
const FIND_SHARED = `CREATE TABLE shared AS
  SELECT place, slug, text, note, owner FROM (
    SELECT *, first_value(slug) OVER same AS owner, row_number() OVER same AS number FROM value
    WINDOW same AS (PARTITION BY key ORDER BY place)
  ) WHERE number > 1 OR note IS NOT NULL ORDER BY place;
  CREATE UNIQUE INDEX shared_by_place ON shared (place)`

export interface SharedValue {
  readonly slug: string
  readonly text: string
  readonly note: string | null
  /** Slug of the first product with this value. */
  readonly owner: string
}

/** Names and SKUs may be millions, so a temporary database holds them. */
export class SharedValues implements Disposable {
  readonly #database = new TemporaryDatabase(SCHEMA)

  /** @param note what is wrong with the value in this product alone */
  add(key: string, slug: string, text: string, note: string | null = null): void {
    const sql = 'INSERT INTO value (key, slug, text, note) VALUES (?, ?, ?, ?)'
    this.#database.queries.run(sql, key, slug, text, note)
  }

  /** Lists, only once, the values that have a note or an earlier product, in the order of adding. */
  *list(): Generator<SharedValue> {
    const { queries } = this.#database
    queries.exec(FIND_SHARED)
    const sql = 'SELECT place, slug, text, note, owner FROM shared WHERE place > ? ORDER BY place LIMIT ?'
    for (const row of scanRows(queries, sql, 0)) yield row as unknown as SharedValue
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]()
  }
}
