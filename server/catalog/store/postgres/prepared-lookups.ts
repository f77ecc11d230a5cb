import { hash } from 'node:crypto'
import type { IdentifierKind, LookupKeys, ProductIdentity, StoredFile } from '../catalog-reader.ts'
import { readDocument } from '../rows.ts'
import { IDENTIFIED_MAX } from '../sql-dialect.ts'
import { readProductIdentity } from '../catalog-reader.ts'
import { storableText, type Connection } from './connection.ts'

const PRODUCTS = 'SELECT slug, document FROM product WHERE slug = ANY ($1)'

const PICTURES = 'SELECT source, document FROM picture_source WHERE md5(source) = ANY ($1)'

const IDENTIFIED = `
  SELECT owned.kind, owned.value, document FROM unnest($1::text[], $2::text[]) AS wanted (kind, value)
  CROSS JOIN LATERAL (
    SELECT slug, kind, value FROM product_identifier
    WHERE kind = wanted.kind AND left(value, 200) = left(wanted.value, 200) AND value = wanted.value
    ORDER BY slug LIMIT ${IDENTIFIED_MAX}
  ) AS owned
  JOIN product USING (slug) ORDER BY id`

export function identifierKey(kind: string, value: string): string {
  return `${kind} ${storableText(value)}`
}

/**
 * Rows that were read together, because each query costs a round trip. `forget` must be called for each product that is written
 * later.
 */
export class PreparedLookups {
  readonly #connection: Connection
  /** The JSON documents by slug; null if no product has the slug. */
  readonly #products = new Map<string, string | null>()
  readonly #identified = new Map<string, ProductIdentity[]>()
  readonly #keysBySlug = new Map<string, string[]>()
  readonly #pictures = new Map<string, StoredFile | null>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  findProduct(slug: string): string | null | undefined {
    return this.#products.get(storableText(slug))
  }

  listIdentified(kind: IdentifierKind, value: string): ProductIdentity[] | undefined {
    return this.#identified.get(identifierKey(kind, value))
  }

  findPicture(source: string): StoredFile | null | undefined {
    return this.#pictures.get(storableText(source))
  }

  /** Replaces the rows of the previous call. Identifiers are read only for products whose slug is not stored. */
  async read(keys: readonly LookupKeys[]): Promise<void> {
    this.clear()
    const sources = new Set(keys.flatMap(({ sources = [] }) => sources.map(storableText)))
    await Promise.all([this.#readProducts(keys.flatMap(({ slug }) => slug ?? [])), this.#readPictures(sources)])
    const unknown = keys.filter(({ slug }) => slug === undefined || this.#products.get(slug) === null)
    await Promise.all([
      this.#readProducts(unknown.flatMap(({ formerSlugs = [] }) => formerSlugs)),
      this.#readIdentified(unknown.flatMap(({ identifiers = [] }) => identifiers)),
    ])
  }

  /** @param identifiers keys of the identifiers that the product now has */
  forget(slug: string, identifiers: readonly string[] = []): void {
    this.#products.delete(slug)
    for (const key of [...(this.#keysBySlug.get(slug) ?? []), ...identifiers]) this.#identified.delete(key)
  }

  forgetPicture(source: string): void {
    this.#pictures.delete(storableText(source))
  }

  clear(): void {
    for (const map of [this.#products, this.#identified, this.#keysBySlug, this.#pictures]) map.clear()
  }

  async #readProducts(slugs: readonly string[]): Promise<void> {
    if (slugs.length === 0) return
    const rows = await this.#connection.rows(PRODUCTS, slugs)
    for (const slug of slugs) this.#products.set(storableText(slug), null)
    for (const row of rows) this.#products.set(String(row['slug']), String(row['document']))
  }

  async #readPictures(sources: ReadonlySet<string>): Promise<void> {
    if (sources.size === 0) return
    const digests = [...sources].map((source) => hash('md5', source))
    const rows = await this.#connection.rows(PICTURES, digests)
    for (const source of sources) this.#pictures.set(source, null)
    for (const row of rows) this.#pictures.set(String(row['source']), readDocument<StoredFile>(row))
  }

  async #readIdentified(identifiers: readonly (readonly [kind: IdentifierKind, value: string])[]): Promise<void> {
    if (identifiers.length === 0) return
    const unique = new Map(identifiers.map(([kind, value]) => [identifierKey(kind, value), { kind, value }]))
    const wanted = [...unique.values()]
    const rows = await this.#connection.rows(
      IDENTIFIED,
      wanted.map(({ kind }) => kind),
      wanted.map(({ value }) => value),
    )
    for (const key of unique.keys()) this.#identified.set(key, [])
    for (const row of rows) {
      const identity = readProductIdentity(row)
      const key = identifierKey(String(row['kind']), String(row['value']))
      this.#identified.get(key)?.push(identity)
      const keys = this.#keysBySlug.get(identity.slug)
      if (keys) keys.push(key)
      else this.#keysBySlug.set(identity.slug, [key])
    }
  }
}
