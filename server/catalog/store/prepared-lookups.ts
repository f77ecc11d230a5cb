import type { IdentifierKind, LookupKeys, ProductIdentity, StoredFile } from './catalog-reader.ts'
import { readDocument, readProductIdentity } from './rows.ts'
import { buildIdentifiedSql, type CatalogDialect, type SqlConnection, storableText } from './sql-dialect.ts'

type Identifier = readonly [kind: IdentifierKind, value: string]

export function identifierKey(kind: string, value: string): string {
  return `${kind} ${storableText(value)}`
}

/** Finds at most 5 products for each identifier, because several may share a SKU. */
export async function readIdentified(
  connection: Pick<SqlConnection, 'rows'>,
  dialect: CatalogDialect,
  identifiers: readonly Identifier[],
): Promise<readonly { readonly key: string; readonly identity: ProductIdentity }[]> {
  const pairs = identifiers.map(([kind, value]) => [kind, storableText(value)])
  const rows = await connection.rows(buildIdentifiedSql(dialect), JSON.stringify(pairs))
  return rows.map((row) => ({
    key: identifierKey(String(row['kind']), String(row['value'])),
    identity: readProductIdentity(row),
  }))
}

/**
 * Rows that were read together, because each query costs a round trip in PostgreSQL. `forget` must be called for each product that
 * is written later.
 */
export class PreparedLookups {
  readonly #connection: Pick<SqlConnection, 'rows'>
  readonly #dialect: CatalogDialect
  /** The JSON documents by slug; null if no product has the slug. */
  readonly #products = new Map<string, string | null>()
  readonly #identified = new Map<string, ProductIdentity[]>()
  readonly #keysBySlug = new Map<string, string[]>()
  readonly #files = new Map<string, StoredFile | null>()

  constructor(connection: Pick<SqlConnection, 'rows'>, dialect: CatalogDialect) {
    this.#connection = connection
    this.#dialect = dialect
  }

  findProduct(slug: string): string | null | undefined {
    return this.#products.get(storableText(slug))
  }

  listIdentified(kind: IdentifierKind, value: string): ProductIdentity[] | undefined {
    return this.#identified.get(identifierKey(kind, value))
  }

  findFile(source: string): StoredFile | null | undefined {
    return this.#files.get(storableText(source))
  }

  /** Replaces the rows of the previous call. Identifiers are read only for products whose slug is not stored. */
  async read(keys: readonly LookupKeys[]): Promise<void> {
    this.clear()
    const sources = new Set(keys.flatMap(({ sources = [] }) => sources.map(storableText)))
    await Promise.all([this.#readProducts(keys.flatMap(({ slug }) => slug ?? [])), this.#readFiles([...sources])])
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

  forgetFile(source: string): void {
    this.#files.delete(storableText(source))
  }

  clear(): void {
    for (const map of [this.#products, this.#identified, this.#keysBySlug, this.#files]) map.clear()
  }

  async #readProducts(slugs: readonly string[]): Promise<void> {
    if (slugs.length === 0) return
    const rows = await this.#connection.rows(
      `SELECT slug, document FROM product WHERE ${this.#dialect.isListed('slug')}`,
      slugs,
    )
    for (const slug of slugs) this.#products.set(storableText(slug), null)
    for (const row of rows) this.#products.set(String(row['slug']), String(row['document']))
  }

  async #readFiles(sources: readonly string[]): Promise<void> {
    if (sources.length === 0) return
    const { sourceKey, listed } = this.#dialect
    const rows = await this.#connection.rows(
      `SELECT source, document FROM picture_source WHERE ${sourceKey('source')} IN (SELECT ${sourceKey('value')} FROM ${listed})`,
      sources,
    )
    for (const source of sources) this.#files.set(source, null)
    for (const row of rows) this.#files.set(String(row['source']), readDocument<StoredFile>(row))
  }

  async #readIdentified(identifiers: readonly Identifier[]): Promise<void> {
    if (identifiers.length === 0) return
    const wanted = new Map(identifiers.map((identifier) => [identifierKey(...identifier), identifier]))
    const found = await readIdentified(this.#connection, this.#dialect, [...wanted.values()])
    for (const key of wanted.keys()) this.#identified.set(key, [])
    for (const { key, identity } of found) {
      this.#identified.get(key)?.push(identity)
      const keys = this.#keysBySlug.get(identity.slug)
      if (keys) keys.push(key)
      else this.#keysBySlug.set(identity.slug, [key])
    }
  }
}
