import { buildLocalSlug, buildSlug } from '../../shared/slug.ts'
import type { ProductIdentity } from '../store/catalog-store.ts'
import type { DraftContext, StoredProducts } from './product-format.ts'
import { scanRows } from '../store/sqlite/scan-rows.ts'
import { TemporaryDatabase } from '../store/sqlite/temporary-database.ts'

export type SlugContext = Pick<DraftContext, 'stored' | 'locale'>

const NAMELESS_SLUG = 'product'

/**
 * Gives each product a slug that is the same at every import: a stored product with the same id in its source, or else
 * the same article number, keeps its slug as long as it keeps its name; others get one that is free (`tee`, `tee-2`).
 */
export async function assignSlugs(products: SluglessProducts<unknown>, { stored, locale }: SlugContext): Promise<void> {
  const keep = ({ key, name }: SluglessProduct, known: ProductIdentity | undefined) => {
    if (known && buildSlug(known.name) === buildSlug(name)) products.assignSlug(key, known.slug)
  }
  // Those that are known for sure choose before those that only look alike.
  for (const product of products.listWithoutSlug()) keep(product, await findBySource(product, stored))
  for (const product of products.listWithoutSlug()) keep(product, await findBySku(product, stored))

  const lastNumbers = new Map<string, number>()
  for (const product of products.listWithoutSlug()) {
    const base = product.preferredSlug ?? (await chooseBase(product, stored, locale))
    let number = lastNumbers.get(base) ?? 1
    let slug = number === 1 ? base : `${base}-${number}`
    while ((await belongsToAnother(slug, product, stored)) || !products.assignSlug(product.key, slug))
      slug = `${base}-${++number}`
    if (number > 1) lastNumbers.set(base, number)
  }
}

/** Where a product of this name is stored under a slug as other languages build it, that goes on. */
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
  // An article number that several products share says nothing about any of them.
  const [known, ...others] = await stored.listProductsByIdentifier('sku', sku)
  return known && others.length === 0 && !isOtherOfSource(known.sourceId, sourceId) ? known : undefined
}

async function belongsToAnother(slug: string, { sourceId }: SluglessProduct, stored: StoredProducts): Promise<boolean> {
  const holder = await stored.findProduct(slug)
  return holder !== undefined && isOtherOfSource(holder.sourceId, sourceId)
}

/** Whether two ids stand for two products of one source; ids of different sources say nothing about each other. */
function isOtherOfSource(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && left !== right && sourceOf(left) === sourceOf(right)
}

function sourceOf(sourceId: string): string {
  return sourceId.slice(0, sourceId.indexOf(':'))
}

/**
 * The end of a message about a slug that is missing or malformed: one that the name gives.
 * @param names the first of them that gives a slug counts
 * @returns '' if none does
 */
export function suggestSlug(names: readonly (string | null | undefined)[], locale: string): string {
  const slug = names.map((name) => buildLocalSlug(name ?? '', locale)).find(Boolean)
  return slug === undefined ? '' : `; "${slug}" would do`
}

/** A product of a format that knows no slugs. */
export interface SluglessProduct {
  /** What tells it from the others of its file. */
  readonly key: string
  readonly name: string
  /** What its slug is to be like where that is not its name. */
  readonly preferredSlug: string | null
  readonly sourceId: string | null
  /** The article number of a product without variants. */
  readonly sku: string | null
}

const SCHEMA = `
  CREATE TABLE product (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, preferred_slug TEXT, source_id TEXT,
    sku TEXT, folded_sku TEXT, slug TEXT UNIQUE, details TEXT NOT NULL);
  CREATE INDEX product_by_folded_sku ON product (folded_sku) WHERE folded_sku IS NOT NULL;`

const COLUMNS = 'key, name, preferred_slug AS preferredSlug, source_id AS sourceId, sku'

/**
 * What is found out about a file's products before any of them is read, and the slugs that they get: in a temporary database,
 * for there may be a million of them.
 * @template Details what a format has to know of each besides, as JSON holds it
 */
export class SluglessProducts<Details> implements Disposable {
  readonly #database = new TemporaryDatabase(SCHEMA)
  readonly #queries = this.#database.queries

  /** Puts a product behind the others; where its key is there, the name and the details take the place of those before. */
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

  /** The key of the first product with an article number, whatever its case. */
  findKeyBySku(sku: string): string | undefined {
    const row = this.#queries.get(
      'SELECT key FROM product WHERE folded_sku = ? ORDER BY position LIMIT 1',
      foldSku(sku),
    )
    return row && String(row['key'])
  }

  /** A wish that several products have is none of theirs. */
  dropDuplicatePreferredSlugs(): void {
    this.#queries.exec(`UPDATE product SET preferred_slug = NULL
      WHERE preferred_slug IN (SELECT preferred_slug FROM product WHERE preferred_slug IS NOT NULL GROUP BY preferred_slug HAVING count(*) > 1)`)
  }

  /** Those that have no slug yet, in the order of the file; meanwhile they may get theirs. */
  *listWithoutSlug(): Generator<SluglessProduct> {
    const sql = `SELECT position AS place, ${COLUMNS} FROM product WHERE position > ? AND slug IS NULL ORDER BY position LIMIT ?`
    for (const row of scanRows(this.#queries, sql, 0)) yield row as unknown as SluglessProduct
  }

  /** @returns false where another product of the file has it */
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
