import { buildLocalSlug, buildSlug } from '../../shared/slug.ts'
import type { LookupKeys, ProductIdentity } from '../catalog/store/catalog-reader.ts'
import type { DraftContext, StoredProducts } from './product-format.ts'
import { scanRows } from '../catalog/store/sqlite/queries.ts'
import { TemporaryDatabase } from '../catalog/store/sqlite/temporary-database.ts'

type SlugContext = Pick<DraftContext, 'stored' | 'locale'>

const NAMELESS_SLUG = 'product'

/**
 * Assigns a slug to each product: that of the stored product with the same name and source id (or else SKU), or a free
 * one such as `tee-2`.
 */
export async function assignSlugs(products: SluglessProducts<unknown>, { stored, locale }: SlugContext): Promise<void> {
  const keep = ({ key, name }: SluglessProduct, known: ProductIdentity | undefined) => {
    if (known && buildSlug(known.name) === buildSlug(name)) products.assignSlug(key, known.slug)
  }
  // A source id is more reliable than a SKU.
  for await (const product of prepare(products, stored, listSourceKeys))
    keep(product, await findBySource(product, stored))
  for await (const product of prepare(products, stored, listSkuKeys)) keep(product, await findBySku(product, stored))

  const lastNumbers = new Map<string, number>()
  const bySlug = ({ name, preferredSlug }: SluglessProduct) => {
    const [own, plain] = [buildLocalSlug(name, locale), buildSlug(name)]
    return { slug: preferredSlug ?? own, formerSlugs: preferredSlug === null && plain !== own ? [plain] : [] }
  }
  for await (const product of prepare(products, stored, bySlug)) {
    const base = product.preferredSlug ?? (await chooseBase(product, stored, locale))
    let number = lastNumbers.get(base) ?? 1
    let slug = number === 1 ? base : `${base}-${number}`
    while ((await isTakenByAnother(slug, product, stored)) || !products.assignSlug(product.key, slug))
      slug = `${base}-${++number}`
    if (number > 1) lastNumbers.set(base, number)
  }
}

const BATCH_PRODUCTS = 200

/** Yields the products without a slug, after their lookups were read with a few queries. */
async function* prepare(
  products: SluglessProducts<unknown>,
  stored: StoredProducts,
  listKeys: (product: SluglessProduct) => LookupKeys,
): AsyncGenerator<SluglessProduct> {
  const batch: SluglessProduct[] = []
  const prepareBatch = () => stored.prepareLookups(() => batch.map(listKeys))
  for (const product of products.listWithoutSlug()) {
    batch.push(product)
    if (batch.length < BATCH_PRODUCTS) continue
    await prepareBatch()
    yield* batch.splice(0)
  }
  await prepareBatch()
  yield* batch
}

function listSourceKeys({ sourceId }: SluglessProduct): LookupKeys {
  return { identifiers: sourceId === null ? [] : [['source', sourceId]] }
}

function listSkuKeys({ sku }: SluglessProduct): LookupKeys {
  return { identifiers: sku === null ? [] : [['sku', sku]] }
}

/**
 * Builds the slug by the rules of the site's language. A stored product of this name keeps its slug from before the
 * language was changed.
 */
async function chooseBase({ name }: SluglessProduct, stored: StoredProducts, locale: string): Promise<string> {
  const [own, plain] = [buildLocalSlug(name, locale), buildSlug(name)]
  const keepsPlain =
    own !== plain && (await stored.findProduct(plain))?.name === name && !(await stored.findProduct(own))
  return (keepsPlain ? plain : own) || NAMELESS_SLUG
}

async function findBySource(
  { sourceId }: SluglessProduct,
  stored: StoredProducts,
): Promise<ProductIdentity | undefined> {
  return sourceId === null ? undefined : (await stored.listProductsByIdentifier('source', sourceId))[0]
}

async function findBySku(
  { sku, sourceId }: SluglessProduct,
  stored: StoredProducts,
): Promise<ProductIdentity | undefined> {
  if (sku === null) return undefined
  // A SKU that several stored products share does not identify a product.
  const [known, ...others] = await stored.listProductsByIdentifier('sku', sku)
  return known && others.length === 0 && !differInSameSource(known.sourceId, sourceId) ? known : undefined
}

async function isTakenByAnother(slug: string, { sourceId }: SluglessProduct, stored: StoredProducts): Promise<boolean> {
  const holder = await stored.findProduct(slug)
  return holder !== undefined && differInSameSource(holder.sourceId, sourceId)
}

/** Returns false for ids of different sources, which cannot be compared. */
function differInSameSource(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && left !== right && sourceOf(left) === sourceOf(right)
}

function sourceOf(sourceId: string): string {
  return sourceId.slice(0, sourceId.indexOf(':'))
}

/** Suggests a slug from the first usable name, as the end of an error message. @returns '' if no name is usable */
export function suggestSlug(names: readonly (string | null | undefined)[], locale: string): string {
  const slug = names.map((name) => buildLocalSlug(name ?? '', locale)).find(Boolean)
  return slug === undefined ? '' : `; use "${slug}", for example`
}

interface SluglessProduct {
  readonly key: string
  readonly name: string
  readonly preferredSlug: string | null
  readonly sourceId: string | null
  readonly sku: string | null
}

const SCHEMA = `
  CREATE TABLE product (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, preferred_slug TEXT, source_id TEXT,
    sku TEXT, folded_sku TEXT, slug TEXT UNIQUE, details TEXT NOT NULL);
  CREATE INDEX product_by_folded_sku ON product (folded_sku) WHERE folded_sku IS NOT NULL;`

const COLUMNS = 'key, name, preferred_slug AS preferredSlug, source_id AS sourceId, sku'

const FIND_BY_KEY = `SELECT ${COLUMNS}, slug, details FROM product WHERE key = ?`
const FIND_BY_SKU = `SELECT ${COLUMNS}, slug, details FROM product WHERE folded_sku = ? ORDER BY position LIMIT 1`

interface FoundProduct<Details> extends SluglessProduct {
  readonly details: Details
  readonly slug: string | null
}

/**
 * Products of a file without slugs, in a temporary database, because there may be a million. `Details` are stored as
 * JSON.
 */
export class SluglessProducts<Details> implements Disposable {
  readonly #database = new TemporaryDatabase(SCHEMA)
  readonly #queries = this.#database.queries
  /** The last result of each query, because the rows of a product usually follow each other. */
  readonly #lastFound = new Map<
    string,
    { readonly value: string; readonly product: FoundProduct<Details> | undefined }
  >()

  /** Appends a product or, before slugs are assigned, updates name and details of a known one. */
  put({ key, name, preferredSlug, sourceId, sku }: SluglessProduct, details: Details): void {
    const product = { key, name, preferredSlug, sourceId, sku, slug: null, details }
    this.#lastFound.clear()
    this.#lastFound.set(FIND_BY_KEY, { value: key, product })
    this.#queries.run(
      `INSERT INTO product (key, name, preferred_slug, source_id, sku, folded_sku, details) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET name = excluded.name, details = excluded.details`,
      key,
      name,
      preferredSlug,
      sourceId,
      sku,
      sku === null ? null : foldSku(sku),
      JSON.stringify(details),
    )
  }

  find(key: string): FoundProduct<Details> | undefined {
    return this.#find(FIND_BY_KEY, key)
  }

  /** Finds the first product with a SKU, ignoring case. */
  findBySku(sku: string): FoundProduct<Details> | undefined {
    return this.#find(FIND_BY_SKU, foldSku(sku))
  }

  /** Returns a product with its slug; call it only after `assignSlugs`. */
  get(key: string): FoundProduct<Details> & { readonly slug: string } {
    const product = this.find(key)
    if (!product || product.slug === null) throw new Error(`the product ${key} has no slug`)
    return { ...product, slug: product.slug }
  }

  has(key: string): boolean {
    return this.#queries.get('SELECT 1 FROM product WHERE key = ?', key) !== undefined
  }

  dropDuplicatePreferredSlugs(): void {
    this.#lastFound.clear()
    this.#queries.exec(`UPDATE product SET preferred_slug = NULL
      WHERE preferred_slug IN (SELECT preferred_slug FROM product WHERE preferred_slug IS NOT NULL GROUP BY preferred_slug HAVING count(*) > 1)`)
  }

  /** Yields products in file order. Slugs may be assigned during the iteration. */
  *listWithoutSlug(): Generator<SluglessProduct> {
    const sql = `SELECT position AS place, ${COLUMNS} FROM product WHERE position > ? AND slug IS NULL ORDER BY position LIMIT ?`
    for (const row of scanRows(this.#queries, sql, 0)) yield row as unknown as SluglessProduct
  }

  /** @returns false if another product of the file already has this slug */
  assignSlug(key: string, slug: string): boolean {
    this.#lastFound.clear()
    return this.#queries.run('UPDATE OR IGNORE product SET slug = ? WHERE key = ?', slug, key) > 0
  }

  #find(sql: string, value: string): FoundProduct<Details> | undefined {
    const last = this.#lastFound.get(sql)
    if (last?.value === value) return last.product
    const row = this.#queries.get(sql, value)
    const product = row && ({ ...row, details: JSON.parse(String(row['details'])) } as unknown as FoundProduct<Details>)
    this.#lastFound.set(sql, { value, product })
    return product
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]()
  }
}

function foldSku(sku: string): string {
  return sku.toLowerCase()
}
