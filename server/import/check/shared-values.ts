import { TemporaryDatabase } from '../../catalog/store/sqlite/queries.ts'

const SCHEMA =
  'CREATE TABLE value (place INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, slug TEXT NOT NULL, text TEXT NOT NULL, note TEXT)'

/** The first product that has a value is its owner. Each other one is listed once, with at most three of its values. */
const LIST_SHARED = `SELECT kind, slug, group_concat(detail, '; ' ORDER BY place) AS detail FROM (
    SELECT kind, slug, place, text || ', ' || coalesce(note, 'like ' || owner) AS detail,
      row_number() OVER (PARTITION BY kind, slug ORDER BY place) AS number
    FROM (
      SELECT *, first_value(slug) OVER same AS owner, row_number() OVER same AS occurrence FROM value
      WINDOW same AS (PARTITION BY kind, key ORDER BY place)
    ) WHERE occurrence > 1 OR note IS NOT NULL
  ) WHERE number <= 3 GROUP BY kind, slug ORDER BY min(place)`

type SharedKind = 'sameName' | 'sameSku' | 'sharedAddress'

interface SharedValue {
  readonly kind: SharedKind
  readonly slug: string
  readonly detail: string
}

/**
 * Names and SKUs may be millions, so a temporary database holds them. It is deleted when it is garbage collected.
 */
export class SharedValues {
  readonly #queries = new TemporaryDatabase(SCHEMA).queries

  /** @param note what is wrong with the value in this product alone */
  add(kind: SharedKind, key: string, slug: string, text: string, note: string | null = null): void {
    const sql = 'INSERT INTO value (kind, key, slug, text, note) VALUES (?, ?, ?, ?, ?)'
    this.#queries.run(sql, kind, key, slug, text, note)
  }

  /** Lists the products with a value that has a note or an earlier product, in the order of adding. */
  list(): Iterable<SharedValue> {
    return this.#queries.iterate(LIST_SHARED) as Iterable<unknown> as Iterable<SharedValue>
  }
}
