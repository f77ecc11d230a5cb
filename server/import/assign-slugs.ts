import { buildLocalSlug, buildSlug } from '../../shared/slug.ts'
import type { ProductIdentity } from '../store/catalog-store.ts'
import type { DraftContext, StoredProducts } from './product-format.ts'
import { scanRows } from '../store/sqlite/queries.ts'
import { TemporaryDatabase } from '../store/sqlite/temporary-database.ts'

export type SlugContext = Pick<DraftContext, 'stored' | 'locale'>

const NAMELESS_SLUG = 'product'

/**
 * Assigns each product a slug that stays the same in every import. A stored product with the same source id, or else
 * the same SKU, keeps its slug if its name is unchanged; other products get a free slug (`tee`, `tee-2`).
 */
export async function assignSlugs(products: SluglessProducts<unknown>, { stored, locale }: SlugContext): Promise<void> {
  const keep = ({ key, name }: SluglessProduct, known: ProductIdentity | undefined) => {
    if (known && buildSlug(known.name) === buildSlug(name)) products.assignSlug(key, known.slug)
  }
  // Matches by source id come first, because they are more reliable than matches by SKU.
  for (const product of products.listWithoutSlug()) keep(product, await findBySource(product, stored))
  for (const product of products.listWithoutSlug()) keep(product, await findBySku(product, stored))

  const lastNumbers = new Map<string, number>()
  for (const product of products.listWithoutSlug()) {
    const base = product.preferredSlug ?? (await chooseBase(product, stored, locale))
    let number = lastNumbers.get(base) ?? 1
    let slug = number === 1 ? base : `${base}-${number}`
    while ((await isTakenByAnother(slug, product, stored)) || !products.assignSlug(product.key, slug))
      slug = `${base}-${++number}`
    if (number > 1) lastNumbers.set(base, number)
  }
}

/** A product that was stored under the slug of another language keeps that slug. */
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
  // A SKU shared by several stored products identifies none of them.
  const [known, ...others] = await stored.listProductsByIdentifier('sku', sku)
  return known && others.length === 0 && !differInSameSource(known.sourceId, sourceId) ? known : undefined
}

async function isTakenByAnother(slug: string, { sourceId }: SluglessProduct, stored: StoredProducts): Promise<boolean> {
  const holder = await stored.findProduct(slug)
  return holder !== undefined && differInSameSource(holder.sourceId, sourceId)
}

/** Whether two ids belong to different products of one source; ids of different sources cannot be compared. */
function differInSameSource(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && left !== right && sourceOf(left) === sourceOf(right)
}

function sourceOf(sourceId: string): string {
  return sourceId.slice(0, sourceId.indexOf(':'))
}

/**
 * Builds the end of an error message about a bad slug, with a suggestion made from the name.
 * @param names candidates; the first that gives a slug is used
 * @returns '' if no name gives a slug
 */
export function suggestSlug(names: readonly (string | null | undefined)[], locale: string): string {
  const slug = names.map((name) => buildLocalSlug(name ?? '', locale)).find(Boolean)
  return slug === undefined ? '' : `; "${slug}" would do`
}

/** A product in a format that has no slugs. */
export interface SluglessProduct {
  readonly key: string
  readonly name: string
  /** The slug to try first; null to use the name. */
  readonly preferredSlug: string | null
  readonly sourceId: string | null
  readonly sku: string | null
}

const SCHEMA = `
  CREATE TABLE product (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, preferred_slug TEXT, source_id TEXT,
    sku TEXT, folded_sku TEXT, slug TEXT UNIQUE, details TEXT NOT NULL);
  CREATE INDEX product_by_folded_sku ON product (folded_sku) WHERE folded_sku IS NOT NULL;`

const COLUMNS = 'key, name, preferred_slug AS preferredSlug, source_id AS sourceId, sku'

/**
 * Products found in the first pass and the slugs assigned to them. They are stored in a temporary database, because a
 * file may have a million products.
 * @template Details further data of the format, stored as JSON
 */
export class SluglessProducts<Details> implements Disposable {
  readonly #database = new TemporaryDatabase(SCHEMA)
  readonly #queries = this.#database.queries

  /** Appends a product, or updates the name and details of the product with the same key. */
  put({ key, name, preferredSlug, sourceId, sku }: SluglessProduct, details: Details): void {
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

  find(key: string): (SluglessProduct & { readonly details: Details; readonly slug: string | null }) | undefined {
    const row = this.#queries.get(`SELECT ${COLUMNS}, slug, details FROM product WHERE key = ?`, key)
    return (
      row &&
      ({ ...row, details: JSON.parse(String(row['details'])) } as unknown as SluglessProduct & {
        details: Details
        slug: string | null
      })
    )
  }

  has(key: string): boolean {
    return this.#queries.get('SELECT 1 FROM product WHERE key = ?', key) !== undefined
  }

  findKeyBySku(sku: string): string | undefined {
    const row = this.#queries.get(
      'SELECT key FROM product WHERE folded_sku = ? ORDER BY position LIMIT 1',
      foldSku(sku),
    )
    return row && String(row['key'])
  }

  /** Clears preferred slugs that several products share. */
  dropDuplicatePreferredSlugs(): void {
    this.#queries.exec(`UPDATE product SET preferred_slug = NULL
      WHERE preferred_slug IN (SELECT preferred_slug FROM product WHERE preferred_slug IS NOT NULL GROUP BY preferred_slug HAVING count(*) > 1)`)
  }

  /** Iterates over products without a slug in file order; slugs may be assigned meanwhile. */
  *listWithoutSlug(): Generator<SluglessProduct> {
    const sql = `SELECT position AS place, ${COLUMNS} FROM product WHERE position > ? AND slug IS NULL ORDER BY position LIMIT ?`
    for (const row of scanRows(this.#queries, sql, 0)) yield row as unknown as SluglessProduct
  }

  /** @returns false if another product of the file has this slug */
  assignSlug(key: string, slug: string): boolean {
    return this.#queries.run('UPDATE OR IGNORE product SET slug = ? WHERE key = ?', slug, key) > 0
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]()
  }
}

function foldSku(sku: string): string {
  return sku.toLowerCase()
}
