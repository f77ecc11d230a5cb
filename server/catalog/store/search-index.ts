import { randomInt } from 'node:crypto'
import type { Product } from '../../../shared/catalog.ts'
import { listAttributeRules } from '../rules/attribute-entries.ts'
import {
  buildCategoryTree,
  type CategoryProducts,
  type CategoryTree,
  listCategoriesAbove,
  listCategorySlugs,
} from '../rules/category-tree.ts'
import { listFurtherLanguages, translateCategory, translateProduct } from '../rules/translate.ts'
import { ReplacedNumbers } from '../rules/numbers.ts'
import { IndexBuilder } from '../search/build/index-builder.ts'
import type { IndexBlob } from '../search/index-storage.ts'
import { ListingIndex } from '../search/listing-index.ts'
import { readBytes, readDocument, readMetaValue, readNumber, type Row } from './rows.ts'
import { type CatalogDialect, readInBatches, type SqlConnection } from './sql-dialect.ts'
import { CatalogReader } from './catalog-reader.ts'
import { findDiscontinuedMode } from '../rules/discontinued.ts'
import { limitCardPrices, type PriceRules } from '../rules/price-display.ts'

async function readGeneration(connection: Pick<SqlConnection, 'rows'>): Promise<number> {
  const [row] = await connection.rows("SELECT value FROM meta WHERE key = 'listing-generation'")
  return readMetaValue(row)
}

/** Allows half a billion changes before revisions exceed Number.MAX_SAFE_INTEGER. */
const STEP_MAX = 2 ** 24

/** Blobs that are sent to PostgreSQL before their results are awaited. */
const PENDING_MAX_BYTES = 4 * 2 ** 20
const PENDING_MAX_BLOBS = 500

/**
 * Returns a step to the next revision or index generation. After a backup is restored, browsers and nodes may have cached
 * revisions that it lacks. A random step reuses one with a chance of 1 in 8 million.
 */
export function randomRevisionStep(): number {
  return randomInt(1, STEP_MAX)
}

/** Whether a search index exists. An update of the schema may have deleted it. */
export async function hasSearchIndex(connection: Pick<SqlConnection, 'rows'>): Promise<boolean> {
  return (await readGeneration(connection)) > 0
}

/**
 * Builds a new generation of the search index in the transaction that changed the products. Requests may still read the previous
 * one.
 */
export async function rebuildSearchIndex(connection: SqlConnection, dialect: CatalogDialect): Promise<void> {
  const step = randomRevisionStep()
  const [row] = await connection.rows(
    "UPDATE meta SET value = value + $1 WHERE key = 'listing-generation' RETURNING value",
    step,
  )
  const generation = readMetaValue(row)
  await connection.run('DELETE FROM listing_blob WHERE generation < $1', generation - step)
  const reader = new CatalogReader(connection, dialect)
  const site = await reader.readSite()
  const [categories, attributes] = [await reader.listCategories(), await reader.readList('attributes')]
  const rules = listAttributeRules(attributes)
  const replaced = new ReplacedNumbers(
    (await connection.rows(REPLACED_PRODUCTS)).map((found) => readDocument<Product>(found)),
  )
  const synonyms = await reader.readList('synonyms')
  const tree = buildCategoryTree(categories, new Map(), site.locale)
  const summary = createSummary(tree)
  // Languages are indexed one after the other, to need no more memory than for one.
  for (const language of [null, ...listFurtherLanguages(site, attributes)]) {
    const shown = language ? categories.map((category) => translateCategory(category, language)) : categories
    const locale = language?.tag ?? site.locale
    using index = new IndexBuilder(buildCategoryTree(shown, new Map(), locale), locale, { rules })
    for await (const rows of readInBatches(connection, LISTED_PRODUCTS, 0))
      for (const row of rows) {
        const product = readDocument<Product>(row)
        // The column is 'unlisted' for discontinued products, which only searches find, and only if the products have a page.
        const isDiscontinued = findDiscontinuedMode(product, site) === 'page' && product.visibility === 'public'
        const isPublic = row['visibility'] === 'public'
        // The summary is the same in all languages.
        if (!language) summary.add(product, row['remote_image_origins'], isPublic && !isDiscontinued)
        if (!isPublic && !isDiscontinued) continue
        index.add({
          id: Number(row['place']),
          product: language ? translateProduct(product, language) : product,
          ...readPrices(row, product, { site, tree }),
          isInStock: Boolean(row['in_stock']),
          replacedNumbers: replaced.listOf(product),
        })
      }
    await putBlobs(connection, generation, index.finish(synonyms), language?.key)
  }
  await putBlobs(connection, generation, [{ name: SUMMARY_BLOB, bytes: Buffer.from(JSON.stringify(summary.finish())) }])
}

export async function readIndexSummaries(connection: Pick<SqlConnection, 'rows'>) {
  const generation = await readGeneration(connection)
  const index = await ListingIndex.open((name) => readListingBlob(connection, generation, name))
  return {
    summariseAttributes: async () => index.attributeSummary,
    summariseFamilies: () => index.summariseFamilies(),
  }
}

function nameBlob(name: string, language: string | undefined): string {
  return language === undefined ? name : `${language}/${name}`
}

export async function readListingBlob(
  connection: Pick<SqlConnection, 'rows'>,
  generation: number,
  name: string,
  language?: string,
): Promise<Uint8Array | undefined> {
  const [row] = await connection.rows(
    'SELECT bytes FROM listing_blob WHERE generation = $1 AND name = $2',
    generation,
    nameBlob(name, language),
  )
  return row && readBytes(row['bytes'])
}

async function putBlobs(
  connection: SqlConnection,
  generation: number,
  blobs: Iterable<IndexBlob>,
  language?: string,
): Promise<void> {
  const sql = 'INSERT INTO listing_blob (generation, name, bytes) VALUES ($1, $2, $3)'
  const put = async ({ name, bytes }: IndexBlob) => connection.run(sql, generation, nameBlob(name, language), bytes)
  let [pending, size]: [Promise<number>[], number] = [[], 0]
  for (const blob of blobs) {
    pending.push(put(blob))
    size += Math.max(blob.bytes.length, PENDING_MAX_BYTES / PENDING_MAX_BLOBS)
    if (size < PENDING_MAX_BYTES) continue
    await Promise.all(pending)
    ;[pending, size] = [[], 0]
  }
  await Promise.all(pending)
}

interface ProductSummary {
  readonly categories: readonly (readonly [string, CategoryProducts])[]
  readonly remoteImageOrigins: readonly string[]
}

export const SUMMARY_BLOB = 'summary'

const LISTED_PRODUCTS = `
  SELECT id AS place, visibility, price_from_minor, price_to_minor, in_stock, remote_image_origins, document
  FROM product WHERE visibility <> 'hidden' AND id > $1 ORDER BY id LIMIT $2`

/** @param bytes undefined if the blob does not exist yet */
export function readSummary(bytes: Uint8Array | undefined): ProductSummary {
  return bytes
    ? (JSON.parse(Buffer.from(bytes).toString('utf8')) as ProductSummary)
    : { categories: [], remoteImageOrigins: [] }
}

const REPLACED_PRODUCTS = "SELECT document FROM product_identifier JOIN product USING (slug) WHERE kind = 'replaced-by'"

/** A search finds a product by the prices that visitors see. */
function readPrices(row: Row, { priceDisplay, categorySlug }: Product, rules: PriceRules) {
  const stored = {
    ...(priceDisplay && { priceDisplay }),
    priceFromMinor: readNumber(row['price_from_minor']),
    priceToMinor: readNumber(row['price_to_minor']),
    compareAtMinor: null,
  }
  const { priceFromMinor, priceToMinor } = limitCardPrices(stored, categorySlug, rules)
  return { priceFromMinor, priceToMinor: priceToMinor ?? priceFromMinor }
}

function createSummary(tree: CategoryTree) {
  const categories = new Map<string, CategoryProducts>()
  const remoteImageOrigins = new Set<string>()
  return {
    /** @param origins the column `remote_image_origins`: a JSON array, or null */
    add(product: Product, origins: unknown, isListed: boolean): void {
      if (origins !== null) for (const origin of JSON.parse(String(origins)) as string[]) remoteImageOrigins.add(origin)
      if (!isListed) return
      const own = listCategorySlugs(product)
      const picture = product.images.find((image) => 'hash' in image) ?? null
      for (const slug of listCategoriesAbove(product, tree)) {
        const { count, image } = categories.get(slug) ?? { count: 0, image: null }
        categories.set(slug, { count: count + 1, image: image ?? (own.includes(slug) ? picture : null) })
      }
    },
    finish(): ProductSummary {
      return { categories: [...categories], remoteImageOrigins: [...remoteImageOrigins].toSorted() }
    },
  }
}
