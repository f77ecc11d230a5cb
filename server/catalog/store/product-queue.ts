import type { Product } from '../../../shared/catalog.ts'
import { identifierKey } from './prepared-lookups.ts'
import {
  assignProductColumns,
  buildProductColumns,
  listIdentifiers,
  PRODUCT_COLUMN_NAMES,
  PRODUCT_COLUMNS,
  type ProductRow,
} from './product-columns.ts'
import { listOtherSlugs, putFormerSlugs } from './slug-rows.ts'
import { type CatalogDialect, type SqlConnection, storableText } from './sql-dialect.ts'
import type { UndoJournal } from './undo-journal.ts'

const BATCH_SIZE = 250

const NAMES = PRODUCT_COLUMN_NAMES.join(', ')
const OTHER_NAMES = PRODUCT_COLUMN_NAMES.filter((name) => name !== 'id').join(', ')

/** Puts one product. */
const PUT_PRODUCT = `
  INSERT INTO product (${NAMES}) VALUES (${PRODUCT_COLUMN_NAMES.map((_, index) => `$${index + 1}`).join(', ')})
  ON CONFLICT (slug) DO UPDATE SET ${assignProductColumns('excluded')}`

/**
 * Updates stored products and inserts the others in order. In PostgreSQL, the last id is in `meta`, because a sequence would leave
 * gaps after a rollback.
 */
const PUT_PRODUCTS = `
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest(${PRODUCT_COLUMN_NAMES.map((name, index) => `$${index + 1}::${PRODUCT_COLUMNS[name]}[]`).join(', ')})
      WITH ORDINALITY AS given (${NAMES}, place)
  ), changed AS (
    UPDATE product SET ${assignProductColumns('given')}
    FROM given WHERE product.slug = given.slug COLLATE "C" RETURNING product.slug
  ), added AS (
    INSERT INTO product (id, ${OTHER_NAMES})
    SELECT coalesce(id, last.value + row_number() OVER (ORDER BY place)), ${OTHER_NAMES}
    FROM given CROSS JOIN (SELECT value FROM meta WHERE key = 'last-product-id') AS last
    WHERE slug NOT IN (SELECT slug FROM changed) ORDER BY place RETURNING id
  )
  UPDATE meta SET value = greatest(value, last.id) FROM (SELECT max(id) AS id FROM added) AS last
  WHERE key = 'last-product-id' AND last.id IS NOT NULL`

/**
 * Writes products in batches. While PostgreSQL writes one batch, the next is filled. Statements of a batch are sent before any
 * later query.
 */
export class ProductQueue {
  readonly #connection: SqlConnection
  readonly #dialect: CatalogDialect
  readonly #journal: UndoJournal
  #queued = new Map<string, ProductRow>()
  /** Number of products passed to `put`. */
  count = 0
  #writing: Promise<unknown> = Promise.resolve()

  constructor(connection: SqlConnection, dialect: CatalogDialect, journal: UndoJournal) {
    this.#connection = connection
    this.#dialect = dialect
    this.#journal = journal
  }

  get rows(): Iterable<ProductRow> {
    return this.#queued.values()
  }

  /** Returns a copy of a queued product. */
  find(slug: string): Product | undefined {
    const queued = this.#queued.get(slug)
    return queued && structuredClone(queued.product)
  }

  async put(row: ProductRow): Promise<void> {
    this.count++
    this.#queued.set(row.product.slug, row)
    if (this.#queued.size < BATCH_SIZE) return
    await this.#writing
    this.#startBatch()
  }

  async flush(): Promise<void> {
    await this.#writing
    this.#startBatch()
    await this.#writing
  }

  #startBatch(): void {
    if (this.#queued.size === 0) return
    const rows = [...this.#queued.values()]
    this.#queued = new Map()
    this.#writing = this.#write(rows)
    // This avoids an unhandled rejection. The next `put` or `flush` throws the error.
    this.#writing.catch(() => {})
  }

  /** PostgreSQL receives all statements without waiting for their results. */
  async #write(rows: readonly ProductRow[]): Promise<void> {
    const slugs = rows.map(({ product }) => product.slug)
    const formers = new Map(
      rows.flatMap(({ product }) => listOtherSlugs(product).map((other) => [other, product.slug] as const)),
    )
    const run = async (text: string, ...values: readonly unknown[]) => this.#connection.run(text, ...values)
    await Promise.all([
      this.#journal.recordStored('product', slugs),
      ...this.#listStatements(rows).map(([text, ...values]) => run(text, ...values)),
      putFormerSlugs(this.#connection, this.#dialect, 'product', slugs, formers),
    ])
  }

  #listStatements(rows: readonly ProductRow[]): readonly (readonly [text: string, ...values: unknown[]])[] {
    const { kind, isListed, eachOf } = this.#dialect
    const columns = rows.map(buildProductColumns)
    const identifiers = rows.flatMap(({ product }) =>
      listIdentifiers(product).map(([owned, value]) => [owned, storableText(value), product.slug]),
    )
    return [
      ...(kind === 'sqlite'
        ? columns.map((row) => [PUT_PRODUCT, ...PRODUCT_COLUMN_NAMES.map((name) => row[name])] as const)
        : [[PUT_PRODUCTS, ...PRODUCT_COLUMN_NAMES.map((name) => columns.map((row) => row[name]))] as const]),
      [`DELETE FROM product_identifier WHERE ${isListed('slug')}`, columns.map(({ slug }) => slug)],
      [
        `INSERT INTO product_identifier (kind, value, slug)
         SELECT given.value ->> 0, given.value ->> 1, given.value ->> 2 FROM ${eachOf('$1')} AS given`,
        JSON.stringify(identifiers),
      ],
    ]
  }
}

export function listIdentifierKeys(product: Product): readonly string[] {
  return listIdentifiers(product).map((identifier) => identifierKey(...identifier))
}
