import type { Product } from '../../../shared/catalog.ts'
import type { Site } from '../../../shared/site.ts'
import {
  type CategoryProducts,
  type CategoryTree,
  listCategoriesAbove,
  listCategorySlugs,
} from '../rules/category-tree.ts'
import { findDiscontinuedMode } from '../rules/discontinued.ts'
import { limitCardPrices, type PriceRules } from '../rules/price-display.ts'
import { type CatalogLanguage, translateProduct } from '../rules/translate.ts'
import type { ReplacedNumbers } from '../rules/numbers.ts'
import type { IndexBuilder } from '../search/build/index-builder.ts'
import { readDocument, readNumber, type Row } from './rows.ts'

interface ProductSummary {
  readonly categories: readonly (readonly [string, CategoryProducts])[]
  readonly remoteImageOrigins: readonly string[]
}

export const SUMMARY_BLOB = 'summary'

export const LISTED_PRODUCTS = `
  SELECT id AS place, visibility, price_from_minor, price_to_minor, in_stock, remote_image_origins, document
  FROM product WHERE visibility <> 'hidden' AND id > $1 ORDER BY id LIMIT $2`

/** @param bytes undefined if the blob does not exist yet */
export function readSummary(bytes: Uint8Array | undefined): ProductSummary {
  return bytes
    ? (JSON.parse(Buffer.from(bytes).toString('utf8')) as ProductSummary)
    : { categories: [], remoteImageOrigins: [] }
}

export const REPLACED_PRODUCTS =
  "SELECT document FROM product_identifier JOIN product USING (slug) WHERE kind = 'replaced-by'"

interface ListedContext {
  readonly index: IndexBuilder
  /** Null for a further language, because the summary is the same in all languages. */
  readonly summary: SummaryBuilder | null
  readonly site: Site
  readonly tree: CategoryTree
  readonly replaced: ReplacedNumbers
  readonly language: CatalogLanguage | null
}

export function addListedProduct(row: Row, { index, summary, site, tree, replaced, language }: ListedContext): void {
  summary?.addOrigins(row['remote_image_origins'])
  const product = readDocument<Product>(row)
  // The column is 'unlisted' for discontinued products, which only searches find, and only if the products have a page.
  const isDiscontinued = findDiscontinuedMode(product, site) === 'page' && product.visibility === 'public'
  if (row['visibility'] !== 'public' && !isDiscontinued) return
  index.add({
    id: Number(row['place']),
    product: language ? translateProduct(product, language) : product,
    ...readPrices(row, product, { site, tree }),
    isInStock: Boolean(row['in_stock']),
    replacedNumbers: replaced.listOf(product),
  })
  if (!isDiscontinued) summary?.addPublic(product)
}

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

export class SummaryBuilder {
  readonly #tree: CategoryTree
  readonly #categories = new Map<string, CategoryProducts>()
  readonly #origins = new Set<string>()

  constructor(tree: CategoryTree) {
    this.#tree = tree
  }

  /** @param origins the column `remote_image_origins`: a JSON array, or null */
  addOrigins(origins: unknown): void {
    if (origins !== null) for (const origin of JSON.parse(String(origins)) as string[]) this.#origins.add(origin)
  }

  addPublic(product: Product): void {
    const own = listCategorySlugs(product)
    const picture = product.images.find((image) => 'hash' in image) ?? null
    for (const slug of listCategoriesAbove(product, this.#tree)) {
      const { count, image } = this.#categories.get(slug) ?? { count: 0, image: null }
      this.#categories.set(slug, { count: count + 1, image: image ?? (own.includes(slug) ? picture : null) })
    }
  }

  finish(): Buffer {
    const summary: ProductSummary = {
      categories: [...this.#categories],
      remoteImageOrigins: [...this.#origins].toSorted(),
    }
    return Buffer.from(JSON.stringify(summary))
  }
}
