import { scanRows, TemporaryDatabase } from '../catalog/store/sqlite/queries.ts'
import type { CsvRow } from './files/csv-file.ts'

/** `place` is the order in the file. The place of a product is that of its own row; its other rows are parts of it. */
const SCHEMA = `
  CREATE TABLE row (place INTEGER PRIMARY KEY, key TEXT, reference TEXT, row TEXT NOT NULL);
  CREATE TABLE product (place INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, first INTEGER, last INTEGER,
    name TEXT NOT NULL, given_slug TEXT, source_id TEXT, sku TEXT, slug TEXT UNIQUE);
  CREATE TABLE claim (code TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;`

const INDEX_ROWS = 'CREATE INDEX row_by_key ON row (key) WHERE key IS NOT NULL'

/** A claimed row belongs to the product that claims it, and is no product of its own. */
const RESOLVE_CLAIMS = `
  UPDATE row SET key = (SELECT key FROM claim WHERE code = reference) WHERE reference IN (SELECT code FROM claim);
  DELETE FROM product WHERE key IS NOT (SELECT key FROM row WHERE row.place = product.place);`

const FIND_ENDS = `
  UPDATE row SET key = NULL WHERE key NOT IN (SELECT key FROM product);
  UPDATE product SET first = (SELECT min(place) FROM row WHERE row.key = product.key),
    last = (SELECT max(place) FROM row WHERE row.key = product.key)`

/** Makes products of rows that share a key, but also have a reference. */
const SEPARATE_ROWS = `
  UPDATE row SET key = reference WHERE reference IS NOT NULL AND key IN (SELECT key FROM product WHERE first < last);
  DELETE FROM product WHERE key IS NOT (SELECT key FROM row WHERE row.place = product.place);
  INSERT OR IGNORE INTO product (place, key, name, given_slug, slug)
    SELECT place, key, '', key, key FROM row WHERE key IS NOT NULL ORDER BY place;
  ${FIND_ENDS}`

/** A value that several products of the file share, such as the end of `/item?id=1`, does not identify one of them. */
const dropRepeated = (column: 'given_slug' | 'sku') =>
  `UPDATE product SET ${column} = NULL WHERE slug IS NULL AND ${column} IN
  (SELECT ${column} FROM product WHERE ${column} IS NOT NULL GROUP BY ${column} HAVING count(*) > 1);`

const PRODUCT = 'product.key, name, given_slug AS givenSlug, source_id AS sourceId, sku, slug'

const ROWS_WITH_PRODUCTS = `SELECT row.place, row.row, first, last, ${PRODUCT}
  FROM row LEFT JOIN product ON product.key = row.key WHERE row.place > ? ORDER BY row.place LIMIT ?`

/** What a file says of a product before slugs are assigned. */
export interface NewProduct {
  readonly key: string
  readonly name: string
  /** The slug that the file gives or proposes. */
  readonly givenSlug: string | null
  readonly sourceId: string | null
  readonly sku: string | null
}

export interface StagedProduct extends NewProduct {
  readonly slug: string | null
}

/** A product with its own row first, or a row that belongs to no product. */
interface StagedGroup {
  readonly product: StagedProduct | undefined
  readonly rows: readonly [CsvRow, ...CsvRow[]]
  /** Number of staged rows up to this one. */
  readonly count: number
}

/**
 * The rows of a file, read once into a temporary database, because there may be a million. It is deleted when it is
 * garbage collected.
 */
export class Stage {
  readonly #queries = new TemporaryDatabase(SCHEMA).queries
  #count = 0
  #lastKey: string | undefined
  #hasReferences = false

  /**
   * @param key of the row's product; null if the row belongs to none
   * @param reference a code with which another product may claim the row
   */
  add(row: CsvRow, key: string | null, reference: string | null = null): void {
    this.#count += 1
    this.#hasReferences ||= reference !== null
    this.#queries.run('INSERT INTO row VALUES (?, ?, ?, ?)', this.#count, key, reference, JSON.stringify(row))
  }

  /** Adds the product whose own row was added last, unless its key is known. */
  addProduct({ key, name, givenSlug, sourceId, sku }: NewProduct, slug: string | null = null): void {
    if (key === this.#lastKey) return
    this.#lastKey = key
    const sql = 'INSERT OR IGNORE INTO product VALUES (?, ?, NULL, NULL, ?, ?, ?, ?, ?)'
    this.#queries.run(sql, this.#count, key, name, givenSlug, sourceId, sku, slug)
  }

  /** Claims all rows with this reference for a product, unless another one claimed them before. */
  claim(code: string, key: string): void {
    this.#queries.run('INSERT OR IGNORE INTO claim VALUES (?, ?)', code, key)
  }

  /** Connects the rows with their products, once all rows were added. */
  connect(): void {
    this.#queries.exec(INDEX_ROWS)
    if (this.#hasReferences) this.#queries.exec(RESOLVE_CLAIMS)
    this.#queries.exec(FIND_ENDS)
    this.#queries.exec(dropRepeated('sku') + dropRepeated('given_slug'))
  }

  /** Renames products with several rows. */
  rename(nameOf: (rows: StagedGroup['rows']) => string): void {
    const sql = `SELECT place, ${PRODUCT} FROM product WHERE first < last AND place > ? ORDER BY place LIMIT ?`
    for (const found of scanRows(this.#queries, sql, 0)) {
      const product = found as unknown as StagedProduct
      this.#queries.run('UPDATE product SET name = ? WHERE key = ?', nameOf(this.#readRows(product)), product.key)
    }
  }

  /** Gives rows with the same slug that of their references instead. */
  separateRows(): void {
    this.#queries.exec(SEPARATE_ROWS)
  }

  hasSlug(slug: string): boolean {
    return this.#queries.get('SELECT 1 FROM product WHERE slug = ?', slug) !== undefined
  }

  /** Yields products in file order. Slugs may be assigned during the iteration. */
  *listWithoutSlug(): Generator<StagedProduct> {
    const sql = `SELECT place, ${PRODUCT} FROM product WHERE slug IS NULL AND place > ? ORDER BY place LIMIT ?`
    for (const row of scanRows(this.#queries, sql, 0)) yield row as unknown as StagedProduct
  }

  /** @returns false if another product of the file already has this slug */
  assignSlug({ key }: StagedProduct, slug: string): boolean {
    return this.#queries.run('UPDATE OR IGNORE product SET slug = ? WHERE key = ?', slug, key) > 0
  }

  /** Yields products in the order of their first rows, and rows without a product between them. */
  *readGroups(): Generator<StagedGroup> {
    for (const found of scanRows(this.#queries, ROWS_WITH_PRODUCTS, 0)) {
      const count = Number(found['place'])
      if (found['key'] === null) yield { product: undefined, rows: [parse(found['row'])], count }
      else if (count === found['first']) {
        const product = found as unknown as StagedProduct
        const rows = count === found['last'] ? ([parse(found['row'])] as const) : this.#readRows(product)
        yield { product, rows, count }
      }
    }
  }

  #readRows({ key }: StagedProduct): StagedGroup['rows'] {
    const sql = `SELECT row FROM row WHERE key = ? ORDER BY place IS NOT (SELECT place FROM product WHERE product.key = row.key), place`
    const [own, ...parts] = this.#queries.rows(sql, key).map(({ row }) => parse(row))
    if (!own) throw new Error(`the product ${key} has no rows`)
    return [own, ...parts]
  }
}

function parse(row: unknown): CsvRow {
  return JSON.parse(String(row)) as CsvRow
}
