import type { Product } from '../../../shared/catalog.ts'
import type { Connection, Row } from './connection.ts'
import { storableText } from './storable-text.ts'
import type { IdentifierKind, ProductIdentity, StoredPicture } from '../catalog-store.ts'
import type { ProductIdentifier } from '../product-columns.ts'
import { readDocument } from './documents.ts'
import { KnownKeys } from './known-keys.ts'
import { ReadAhead } from './read-ahead.ts'

/** Keys of one answer, while all are read. */
const FETCH_SIZE = 20_000

/** A product and those behind it. */
const PRODUCTS_FROM = `
  SELECT slug, document FROM product WHERE id >= (SELECT id FROM product WHERE slug = $1) ORDER BY id LIMIT $2`

/** Whom an identifier belongs to, and whom those of the products behind the first of them belong to. */
const OWNERS_FROM = `
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
 * What an import asks of what is stored, a question for each product and more: mostly for what is not there, or for what
 * stands behind the last answer, so that few questions are sent.
 */
export class StoredLookups {
  readonly #connection: Connection
  readonly #flush: () => Promise<void>
  readonly #slugs: KnownKeys
  readonly #identifiers: KnownKeys
  readonly #sources: KnownKeys
  readonly #products: ReadAhead<string>
  readonly #owners: Readonly<Record<IdentifierKind, ReadAhead<readonly ProductIdentity[]>>>

  /** @param flush sends what is on its way, before all keys are read */
  constructor(connection: Connection, flush: () => Promise<void>) {
    this.#connection = connection
    this.#flush = flush
    const keysOf = (table: string, key: string) =>
      new KnownKeys(
        () => this.#readKeys(`SELECT ${key} AS key FROM ${table}`),
        async () => Number((await connection.rows(`SELECT count(*) AS count FROM ${table}`))[0]!['count']),
      )
    this.#slugs = keysOf('product', 'slug')
    this.#identifiers = keysOf('product_identifier', "kind || ' ' || value")
    this.#sources = keysOf('picture_source', 'source')
    this.#products = new ReadAhead(async (slug, count) => {
      const rows = await connection.rows(PRODUCTS_FROM, slug, count)
      return new Map(rows.map((row) => [String(row['slug']), String(row['document'])]))
    })
    const ownersOf = (kind: IdentifierKind) =>
      new ReadAhead(async (value, count) => groupOwners(await connection.rows(OWNERS_FROM, kind, value, count)))
    this.#owners = { source: ownersOf('source'), sku: ownersOf('sku'), gtin: ownersOf('gtin') }
  }

  async findProduct(slug: string): Promise<Product | undefined> {
    const key = storableText(slug)
    if (this.#slugs.lacks(key)) return undefined
    const document = await this.#products.find(key)
    if (document !== undefined) return JSON.parse(document) as Product
    await this.#slugs.noteMiss()
    return undefined
  }

  async listProductsByIdentifier(kind: IdentifierKind, value: string): Promise<ProductIdentity[]> {
    const key = storableText(value)
    if (this.#identifiers.lacks(`${kind} ${key}`)) return []
    const owners = await this.#owners[kind].find(key)
    if (owners) return [...owners]
    await this.#identifiers.noteMiss()
    return []
  }

  async findPictureOfSource(source: string): Promise<StoredPicture | undefined> {
    const key = storableText(source)
    if (this.#sources.lacks(key)) return undefined
    const [row] = await this.#connection.rows('SELECT document FROM picture_source WHERE md5(source) = md5($1)', key)
    if (!row) await this.#sources.noteMiss()
    return readDocument(row)
  }

  /** A product is put, here or on its way. */
  noteProduct(slug: string, identifiers: readonly ProductIdentifier[]): void {
    this.#slugs.add(slug)
    for (const { kind, value } of identifiers) this.#identifiers.add(`${kind} ${value}`)
    this.#products.forget(slug)
    this.#forgetOwners()
  }

  noteSource(source: string): void {
    this.#sources.add(storableText(source))
  }

  /** Many products are others now. @param slug one that is new */
  noteRename(slug?: string): void {
    if (slug !== undefined) this.#slugs.add(slug)
    this.#products.forgetAll()
    this.#forgetOwners()
  }

  /** There is nothing any more. */
  clear(): void {
    for (const keys of [this.#slugs, this.#identifiers, this.#sources]) keys.clear()
    this.noteRename()
  }

  #forgetOwners(): void {
    for (const owners of Object.values(this.#owners)) owners.forgetAll()
  }

  async *#readKeys(statement: string): AsyncGenerator<readonly string[]> {
    await this.#flush()
    await this.#connection.exec(`DECLARE stored_keys NO SCROLL CURSOR FOR ${statement}`)
    let rows: Row[]
    do {
      rows = await this.#connection.rows(`FETCH ${FETCH_SIZE} FROM stored_keys`)
      yield rows.map((row) => String(row['key']))
    } while (rows.length === FETCH_SIZE)
    await this.#connection.exec('CLOSE stored_keys')
  }
}

function groupOwners(rows: readonly Row[]): ReadonlyMap<string, readonly ProductIdentity[]> {
  const owners = new Map<string, ProductIdentity[]>()
  for (const row of rows) {
    const { slug, name, sourceId } = readDocument<Product>(row)!
    const known = owners.get(String(row['value']))
    if (known) known.push({ slug, name, sourceId })
    else owners.set(String(row['value']), [{ slug, name, sourceId }])
  }
  return owners
}
