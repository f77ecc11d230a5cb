import type { Product } from '../../../shared/catalog.ts'
import { storableText, type Connection } from './connection.ts'
import type { IdentifierKind, ProductIdentity, StoredPicture } from '../catalog-store.ts'
import type { ProductIdentifier } from '../product-columns.ts'
import type { Row } from '../rows.ts'
import { readProductIdentity, SqlReader } from '../sql-reader.ts'
import { BloomFilter } from './bloom-filter.ts'
import { POSTGRES_DIALECT } from './postgres-dialect.ts'
import { ReadAheadCache } from './read-ahead-cache.ts'

const FETCH_ROWS = 20_000

const PRODUCTS_FROM = `
  SELECT slug, document FROM product WHERE id >= (SELECT id FROM product WHERE slug = $1) ORDER BY id LIMIT $2`

/** Selects the products that have an identifier, together with those that have the identifiers of the next products. */
const IDENTIFIED_FROM = `
  WITH first AS (
    SELECT min(product.id) AS id FROM product_identifier JOIN product USING (slug) WHERE kind = $1 AND left(value, 200) = left($2, 200) AND value = $2
  ), following AS (
    SELECT slug FROM product WHERE id >= (SELECT id FROM first) ORDER BY id LIMIT $3
  ), wanted AS (
    SELECT DISTINCT value FROM product_identifier WHERE kind = $1 AND slug IN (SELECT slug FROM following)
  )
  SELECT wanted.value, document FROM wanted
  JOIN product_identifier AS owned ON owned.kind = $1 AND left(owned.value, 200) = left(wanted.value, 200) AND owned.value = wanted.value
  JOIN product ON product.slug = owned.slug ORDER BY id`

/**
 * Looks up stored products and pictures for an import. An import needs several lookups per product; a Bloom filter and a
 * read-ahead cache save most of the queries.
 */
export class StoredLookups {
  readonly #connection: Connection
  readonly #reader: SqlReader
  readonly #flush: () => Promise<void>
  readonly #slugs: BloomFilter
  readonly #identifiers: BloomFilter
  readonly #sources: BloomFilter
  readonly #products: ReadAheadCache<string>
  readonly #byIdentifier: Readonly<Record<IdentifierKind, ReadAheadCache<readonly ProductIdentity[]>>>

  constructor(connection: Connection, flush: () => Promise<void>) {
    this.#connection = connection
    this.#reader = new SqlReader(connection, POSTGRES_DIALECT)
    this.#flush = flush
    const filterOf = (table: string, key: string) =>
      new BloomFilter(
        () => this.#readKeys(`SELECT ${key} AS key FROM ${table}`),
        async () => Number((await connection.rows(`SELECT count(*) AS count FROM ${table}`))[0]?.['count']),
      )
    this.#slugs = filterOf('product', 'slug')
    this.#identifiers = filterOf('product_identifier', "kind || ' ' || value")
    this.#sources = filterOf('picture_source', 'source')
    this.#products = new ReadAheadCache(async (slug, count) => {
      const rows = await connection.rows(PRODUCTS_FROM, slug, count)
      return new Map(rows.map((row) => [String(row['slug']), String(row['document'])]))
    })
    const identifiedBy = (kind: IdentifierKind) =>
      new ReadAheadCache(async (value, count) =>
        groupByIdentifier(await connection.rows(IDENTIFIED_FROM, kind, value, count)),
      )
    this.#byIdentifier = { source: identifiedBy('source'), sku: identifiedBy('sku'), gtin: identifiedBy('gtin') }
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    const key = storableText(slug)
    if (!this.#slugs.mightContain(key)) return undefined
    const document = await this.#products.find(key)
    if (document !== undefined) return JSON.parse(document) as Product
    await this.#slugs.recordMiss()
    return undefined
  }

  async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    const key = storableText(value)
    if (!this.#identifiers.mightContain(`${kind} ${key}`)) return []
    const found = await this.#byIdentifier[kind].find(key)
    if (found) return [...found]
    await this.#identifiers.recordMiss()
    return []
  }

  async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    const key = storableText(source)
    if (!this.#sources.mightContain(key)) return undefined
    const found = await this.#reader.findPictureOfSource(key)
    if (!found) await this.#sources.recordMiss()
    return found
  }

  /** Records that a product has been stored or queued. */
  addProduct(slug: string, identifiers: readonly ProductIdentifier[]): void {
    this.#slugs.add(slug)
    for (const { kind, value } of identifiers) this.#identifiers.add(`${kind} ${value}`)
    this.#products.delete(slug)
    this.#clearIdentified()
  }

  addSource(source: string): void {
    this.#sources.add(storableText(source))
  }

  addRenamed(slug: string): void {
    this.#slugs.add(slug)
    this.clearCache()
  }

  /** Call this after other products were renamed, changed or deleted. */
  clearCache(): void {
    this.#products.clear()
    this.#clearIdentified()
  }

  /** Call this after the tables were emptied. */
  clear(): void {
    for (const filter of [this.#slugs, this.#identifiers, this.#sources]) filter.reset()
    this.clearCache()
  }

  #clearIdentified(): void {
    for (const cache of Object.values(this.#byIdentifier)) cache.clear()
  }

  async *#readKeys(statement: string): AsyncGenerator<readonly string[]> {
    await this.#flush()
    await this.#connection.exec(`DECLARE stored_keys NO SCROLL CURSOR FOR ${statement}`)
    let rows: Row[]
    do {
      rows = await this.#connection.rows(`FETCH ${FETCH_ROWS} FROM stored_keys`)
      yield rows.map((row) => String(row['key']))
    } while (rows.length === FETCH_ROWS)
    await this.#connection.exec('CLOSE stored_keys')
  }
}

function groupByIdentifier(rows: readonly Row[]): ReadonlyMap<string, readonly ProductIdentity[]> {
  const identities = new Map<string, ProductIdentity[]>()
  for (const row of rows) {
    const value = String(row['value'])
    const known = identities.get(value)
    if (known) known.push(readProductIdentity(row))
    else identities.set(value, [readProductIdentity(row)])
  }
  return identities
}
