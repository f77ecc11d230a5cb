import { setImmediate } from 'node:timers/promises'
import { scanRows, TemporaryDatabase } from '../catalog/store/sqlite/queries.ts'
import { assignSlugs } from './assign-slugs.ts'
import type { DraftResult } from './draft-product.ts'
import { isBlankRow, scanCsvRows, type CsvFile, type CsvRow } from './files/csv-file.ts'
import { ImportError } from './import-error.ts'
import type { ImportNotes } from './import-report.ts'
import { findNamedCurrency } from './prices.ts'
import type { DraftContext, ScannedProducts } from './product-format.ts'

/** The product of a row. */
export interface Placement {
  /** Null if the row belongs to no product. */
  readonly key: string | null
  /** A code with which another product may claim the row, or the slug of the row if others with its key are other products. */
  readonly reference?: string | undefined
  /** References of rows that belong to this product, unless another one claimed them before. */
  readonly claims?: readonly string[]
  /** Set if the row can be the one with the product's fields. */
  readonly product?: NewProduct
}

/** What a file says of a product before slugs are assigned. */
interface NewProduct {
  readonly name?: string
  /** The slug that the file gives or proposes. */
  readonly givenSlug?: string | null
  readonly sourceId?: string | null
  readonly sku?: string | null
}

export interface StagedProduct extends Required<NewProduct> {
  readonly key: string
  readonly slug: string | null
}

/** The rows of a product, of which the first has the product's fields. */
export interface ProductGroup extends StagedProduct {
  readonly slug: string
  readonly rows: readonly [CsvRow, ...CsvRow[]]
}

/** How a format makes products of rows. */
interface ProductRows {
  /** Whether keys are the slugs of the products in any case. */
  readonly areKeysSlugs?: boolean
  /**
   * @param index counts all rows of the file from 0
   * @returns undefined for a row that is not needed any more
   */
  place(row: CsvRow, index: number): Placement | undefined
  /** Returns the prices, whose currency may be that of the site. */
  readPrices(row: CsvRow): string
  /** Names a product with several rows. Without it, the product's own row has the name. */
  nameGroup?: ((rows: ProductGroup['rows']) => string) | undefined
  /** Reports why a row belongs to no product. */
  reject(row: CsvRow, context: DraftContext): void
  /** Returns null if the product is left out. */
  build(group: ProductGroup, context: DraftContext): DraftResult['draft']
}

/**
 * Stages the rows of a table, and builds drafts of its products.
 * @throws ImportError if the file cannot be read to its end
 */
export async function stageProducts(file: CsvFile, notes: ImportNotes, rules: ProductRows): Promise<ScannedProducts> {
  const stage = new Stage(rules)
  const currencies = new Set<string>()
  const rowCount = await scanCsvRows(file, (row, index) => {
    const placement = isBlankRow(row) ? undefined : rules.place(row, index)
    if (!placement) return
    stage.add(row, placement)
    const currency = findNamedCurrency(rules.readPrices(row))
    if (currency !== undefined) currencies.add(currency)
  })
  if (rowCount === 0)
    throw new ImportError({ file: file.name }, 'the file has no products, or none in the language of --language')
  stage.connect()
  return {
    rowCount,
    basics: { currency: currencies.size === 1 ? [...currencies][0] : undefined },
    holdsSlug: (slug) => stage.hasSlug(slug),
    readDrafts: (context) => readDrafts(stage, notes, rules, context),
  }
}

const GROUPS_PER_TURN = 50

async function* readDrafts(
  stage: Stage,
  notes: ImportNotes,
  rules: ProductRows,
  context: DraftContext,
): AsyncGenerator<DraftResult> {
  await assignSlugs(stage, context)
  let turn = 0
  for (const { product, rows, count } of stage.readGroups()) {
    context.onRows(count)
    // Nothing else in an import waits for the event loop, which handles signals and collects garbage in time.
    if (++turn % GROUPS_PER_TURN === 0) await setImmediate()
    if (!product || product.slug === null) {
      rules.reject(rows[0], context)
      continue
    }
    const { slug, givenSlug } = product
    const before = notes.rejected.count
    const draft = rules.build({ ...product, slug, rows }, context)
    const hasRejections = notes.rejected.count > before
    // All rows of a product are to be mended and imported together.
    if (hasRejections) notes.recordRejectedProduct(rows.map(({ number }) => number))
    yield { slug, hasGivenSlug: givenSlug !== null, draft, hasRejections, rows }
  }
}

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

/** A product with its own row first, or a row that belongs to no product. */
interface StagedGroup {
  readonly product: StagedProduct | undefined
  readonly rows: ProductGroup['rows']
  /** Number of staged rows up to this one. */
  readonly count: number
}

/**
 * The rows of a file, read once into a temporary database, because there may be a million. It is deleted when it is
 * garbage collected.
 */
export class Stage {
  readonly #rules: Pick<ProductRows, 'areKeysSlugs' | 'nameGroup'>
  readonly #queries = new TemporaryDatabase(SCHEMA).queries
  #count = 0
  #lastKey: string | undefined
  #hasReferences = false

  constructor(rules: Pick<ProductRows, 'areKeysSlugs' | 'nameGroup'>) {
    this.#rules = rules
  }

  add(row: CsvRow, { key, reference, claims = [], product }: Placement): void {
    this.#count += 1
    this.#hasReferences ||= reference !== undefined
    const insertRow = 'INSERT INTO row VALUES (?, ?, ?, ?)'
    this.#queries.run(insertRow, this.#count, key, reference ?? null, JSON.stringify(row))
    for (const code of claims) this.#queries.run('INSERT OR IGNORE INTO claim VALUES (?, ?)', code, key)
    if (!product || key === this.#lastKey || key === null) return
    this.#lastKey = key
    const { name = '', givenSlug = null, sourceId = null, sku = null } = product
    const slug = this.#rules.areKeysSlugs ? key : null
    const insertProduct = 'INSERT OR IGNORE INTO product VALUES (?, ?, NULL, NULL, ?, ?, ?, ?, ?)'
    this.#queries.run(insertProduct, this.#count, key, name, givenSlug, sourceId, sku, slug)
  }

  /** Connects the rows with their products, once all rows were added. */
  connect(): void {
    const { areKeysSlugs = false, nameGroup } = this.#rules
    this.#queries.exec(INDEX_ROWS)
    if (this.#hasReferences && !areKeysSlugs) this.#queries.exec(RESOLVE_CLAIMS)
    this.#queries.exec(FIND_ENDS)
    this.#queries.exec(dropRepeated('sku') + dropRepeated('given_slug'))
    if (this.#hasReferences && areKeysSlugs) this.#queries.exec(SEPARATE_ROWS)
    if (!nameGroup) return
    const sql = `SELECT place, ${PRODUCT} FROM product WHERE first < last AND place > ? ORDER BY place LIMIT ?`
    for (const found of scanRows(this.#queries, sql, 0)) {
      const product = found as unknown as StagedProduct
      this.#queries.run('UPDATE product SET name = ? WHERE key = ?', nameGroup(this.#readRows(product)), product.key)
    }
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
