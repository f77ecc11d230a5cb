import { TemporaryDatabase } from '../../catalog/store/sqlite/queries.ts'

const SCHEMA = 'CREATE TABLE value (kind TEXT, key TEXT, slug TEXT, PRIMARY KEY (kind, key)) WITHOUT ROWID'

/** Records which product or category had each value first. There may be millions, so a temporary database holds them. */
export class KnownValues {
  readonly #queries = new TemporaryDatabase(SCHEMA).queries

  /** Records a value. @returns the product or category that had it first, unless it is this one */
  findOther(kind: 'name' | 'sku' | 'address', key: string, slug: string): string | undefined {
    const sql = 'INSERT INTO value VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET slug = slug RETURNING slug'
    const first = String(this.#queries.get(sql, kind, key, slug)?.['slug'])
    return first === slug ? undefined : first
  }
}
