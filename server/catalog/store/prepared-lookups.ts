import type { IdentifierKind, LookupKeys, ProductIdentity, StoredFile } from './catalog-reader.ts'
import { readDocument } from './rows.ts'
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
  return rows.map((row) => {
    const { slug, name, sourceId } = readDocument<ProductIdentity>(row)
    return { key: identifierKey(String(row['kind']), String(row['value'])), identity: { slug, name, sourceId } }
  })
}

/**
 * Rows that were read together, because each query costs a round trip in PostgreSQL. `forget` must be called with the slug and the
 * identifiers of each product that is written later.
 */
export class PreparedLookups {
  readonly #connection: Pick<SqlConnection, 'rows'>
  readonly #dialect: CatalogDialect
  /** The JSON documents by slug; null if no product has the slug. */
  readonly #products = new Map<string, string | null>()
  readonly #identified = new Map<string, ProductIdentity[]>()
  readonly #files = new Map<string, StoredFile | null>()
  /** Slugs, and keys of identifiers, whose rows may have changed. */
  readonly #outdated = new Set<string>()

  constructor(connection: Pick<SqlConnection, 'rows'>, dialect: CatalogDialect) {
    this.#connection = connection
    this.#dialect = dialect
  }

  findProduct(slug: string): string | null | undefined {
    return this.#outdated.has(slug) ? undefined : this.#products.get(storableText(slug))
  }

  listIdentified(kind: IdentifierKind, value: string): ProductIdentity[] | undefined {
    const key = identifierKey(kind, value)
    const found = this.#identified.get(key)
    return this.#outdated.has(key) || found?.some(({ slug }) => this.#outdated.has(slug)) ? undefined : found
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

  forget(...slugsAndKeys: readonly string[]): void {
    for (const each of slugsAndKeys) this.#outdated.add(each)
  }

  forgetFile(source: string): void {
    this.#files.delete(storableText(source))
  }

  clear(): void {
    for (const map of [this.#products, this.#identified, this.#files, this.#outdated]) map.clear()
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
    for (const { key, identity } of found) this.#identified.get(key)?.push(identity)
  }
}
