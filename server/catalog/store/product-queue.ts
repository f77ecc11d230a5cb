import type { Product } from '../../../shared/catalog.ts'
import { listRemoteDocuments } from '../rules/document-files.ts'
import { padGtin } from '../rules/gtin.ts'
import { listShownPictures } from '../rules/text-pictures.ts'
import type { IdentifierKind } from './catalog-reader.ts'
import { identifierKey } from './prepared-lookups.ts'
import type { StoredProductCard } from './product-card.ts'
import { listOtherSlugs, putFormerSlugs } from './slug-rows.ts'
import { type CatalogDialect, type SqlConnection, storableText } from './sql-dialect.ts'
import type { UndoJournal } from './undo-journal.ts'

export interface ProductRow {
  /** Null for a new product, which gets the next id. */
  readonly id: number | null
  readonly product: Product
  readonly card: StoredProductCard
  /** Milliseconds since 1970; null if unknown. */
  readonly changedAt: number | null
}

const COLUMN_TYPES = {
  id: 'bigint',
  slug: 'text',
  visibility: 'text',
  featured: 'boolean',
  brand: 'text',
  category_slug: 'text',
  other_category_slugs: 'text',
  price_from_minor: 'bigint',
  price_to_minor: 'bigint',
  in_stock: 'boolean',
  variant_count: 'integer',
  part_count: 'integer',
  remote_image_origins: 'text',
  remote_image_count: 'integer',
  changed_at: 'bigint',
  card: 'text',
  document: 'text',
} as const

type Column = keyof typeof COLUMN_TYPES

const COLUMNS = Object.keys(COLUMN_TYPES) as Column[]

function readColumns({ id, product, card, changedAt }: ProductRow): Readonly<Record<Column, unknown>> {
  const remoteUrls = listShownPictures(product).flatMap((image) => ('url' in image ? [image.url] : []))
  const origins = new Set(remoteUrls.map((url) => new URL(url).origin))
  return {
    id,
    slug: product.slug,
    // Discontinued products have a page, but are in no list, like unlisted ones.
    visibility: product.discontinued && product.visibility === 'public' ? 'unlisted' : product.visibility,
    featured: product.featured,
    brand: product.brand,
    category_slug: product.categorySlug,
    other_category_slugs: product.otherCategorySlugs ? JSON.stringify(product.otherCategorySlugs) : null,
    price_from_minor: card.priceFromMinor,
    price_to_minor: card.priceToMinor,
    in_stock: card.availability === 'InStock' && !card.isDiscontinued,
    variant_count: product.variants.length,
    part_count: product.includes.length,
    remote_image_origins: origins.size === 0 ? null : JSON.stringify([...origins]),
    // The number includes documents, because the server fetches these too.
    remote_image_count: remoteUrls.length + listRemoteDocuments(product).length,
    changed_at: changedAt,
    card: JSON.stringify(card),
    document: JSON.stringify(product),
  }
}

/**
 * Builds the SET list that replaces a stored product. `changed_at` stays if neither document nor card changes.
 * @param given name of the table with the new values
 */
function assignColumns(given: string): string {
  const isSame = `product.document = ${given}.document AND product.card = ${given}.card`
  return COLUMNS.filter((name) => name !== 'id' && name !== 'slug')
    .map((name) =>
      name === 'changed_at'
        ? `changed_at = CASE WHEN ${isSame} THEN product.changed_at ELSE ${given}.changed_at END`
        : `${name} = ${given}.${name}`,
    )
    .join(', ')
}

/** Puts one product in SQLite. */
const PUT_PRODUCT = `
  INSERT INTO product (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
  ON CONFLICT (slug) DO UPDATE SET ${assignColumns('excluded')}`

const OTHER_COLUMNS = COLUMNS.filter((name) => name !== 'id').join(', ')

/**
 * Updates stored products in PostgreSQL and inserts the others in order. The last id is in `meta`, because a sequence would leave
 * gaps after a rollback.
 */
const PUT_PRODUCTS = `
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest(${COLUMNS.map((name, index) => `$${index + 1}::${COLUMN_TYPES[name]}[]`).join(', ')})
      WITH ORDINALITY AS given (${COLUMNS.join(', ')}, place)
  ), changed AS (
    UPDATE product SET ${assignColumns('given')}
    FROM given WHERE product.slug = given.slug COLLATE "C" RETURNING product.slug
  ), added AS (
    INSERT INTO product (id, ${OTHER_COLUMNS})
    SELECT coalesce(id, last.value + row_number() OVER (ORDER BY place)), ${OTHER_COLUMNS}
    FROM given CROSS JOIN (SELECT value FROM meta WHERE key = 'last-product-id') AS last
    WHERE slug NOT IN (SELECT slug FROM changed) ORDER BY place RETURNING id
  )
  UPDATE meta SET value = greatest(value, last.id) FROM (SELECT max(id) AS id FROM added) AS last
  WHERE key = 'last-product-id' AND last.id IS NOT NULL`

/** 'replaced-by' is the text that names the successor of a discontinued product. */
type ProductIdentifier = readonly [kind: IdentifierKind | 'replaced-by', value: string]

function listIdentifiers(product: Product): readonly ProductIdentifier[] {
  const { sourceId, variants, discontinued, replacedBy } = product
  const skus = new Set(variants.flatMap(({ sku }) => sku ?? []))
  const gtins = new Set(variants.flatMap(({ gtin }) => (gtin === null ? [] : padGtin(gtin))))
  return [
    ...(sourceId === null ? [] : [['source', sourceId] as const]),
    ...[...skus].map((sku) => ['sku', sku] as const),
    ...(discontinued && replacedBy !== undefined ? [['replaced-by', replacedBy] as const] : []),
    ...[...gtins].map((gtin) => ['gtin', gtin] as const),
  ]
}

export function listIdentifierKeys(product: Product): readonly string[] {
  return listIdentifiers(product).map((identifier) => identifierKey(...identifier))
}

const BATCH_SIZE = 250

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
    const { kind, isListed, eachOf } = this.#dialect
    const products = rows.map(({ product }) => product)
    const slugs = products.map(({ slug }) => slug)
    const columns = rows.map(readColumns)
    const identifiers = products.flatMap((product) =>
      listIdentifiers(product).map(([owned, value]) => [owned, storableText(value), product.slug]),
    )
    const formers = new Map(
      products.flatMap((product) => listOtherSlugs(product).map((other) => [other, product.slug] as const)),
    )
    const run = async (text: string, ...values: readonly unknown[]) => this.#connection.run(text, ...values)
    await Promise.all([
      this.#journal.recordStored('product', slugs),
      ...(kind === 'sqlite'
        ? columns.map((row) => run(PUT_PRODUCT, ...COLUMNS.map((name) => row[name])))
        : [run(PUT_PRODUCTS, ...COLUMNS.map((name) => columns.map((row) => row[name])))]),
      run(`DELETE FROM product_identifier WHERE ${isListed('slug')}`, slugs),
      run(
        `INSERT INTO product_identifier (kind, value, slug)
         SELECT given.value ->> 0, given.value ->> 1, given.value ->> 2 FROM ${eachOf('$1')} AS given`,
        JSON.stringify(identifiers),
      ),
      putFormerSlugs(this.#connection, this.#dialect, 'product', slugs, formers),
    ])
  }
}
