import type { Product } from '../../shared/catalog.ts'
import type { CategoryProducts } from '../catalog/category-tree.ts'
import type { IndexBuilder } from '../search/build/index-builder.ts'
import { readNumber, type Row } from './rows.ts'

/** Data of all listed products that many pages need; it is computed when products change. */
interface ProductSummary {
  readonly categories: readonly (readonly [string, CategoryProducts])[]
  readonly remoteImageOrigins: readonly string[]
}

/** The summary is stored beside the blobs of the listings' index, under this name. */
export const SUMMARY_BLOB = 'summary'

/** A query for so many (`$2`) products with ids greater than `$1`; `addListedProduct` reads its rows. */
export const LISTED_PRODUCTS = `
  SELECT id AS place, visibility, price_from_minor, price_to_minor, in_stock, remote_image_origins, document
  FROM product WHERE visibility <> 'hidden' AND id > $1 ORDER BY id LIMIT $2`

/** @param bytes of the blob; undefined if there is none yet */
export function readSummary(bytes: Uint8Array | undefined): ProductSummary {
  return bytes
    ? (JSON.parse(Buffer.from(bytes).toString('utf8')) as ProductSummary)
    : { categories: [], remoteImageOrigins: [] }
}

/** Adds a product to the index of the listings and to the summary. */
export function addListedProduct(row: Row, index: IndexBuilder, summary: SummaryBuilder): void {
  summary.addOrigins(row['remote_image_origins'])
  if (row['visibility'] !== 'public') return
  const product = JSON.parse(String(row['document'])) as Product
  index.add({
    id: Number(row['place']),
    product,
    priceFromMinor: readNumber(row['price_from_minor']),
    priceToMinor: readNumber(row['price_to_minor']),
    isInStock: Boolean(row['in_stock']),
  })
  summary.addPublic(product)
}

/** Builds the summary from all products that are not hidden. */
export class SummaryBuilder {
  readonly #categories = new Map<string, CategoryProducts>()
  readonly #origins = new Set<string>()

  /** @param origins of the product's remote pictures, as the column has them: JSON, or null for none */
  addOrigins(origins: unknown): void {
    if (origins !== null) for (const origin of JSON.parse(String(origins)) as string[]) this.#origins.add(origin)
  }

  addPublic({ categorySlug, images }: Product): void {
    if (categorySlug === null) return
    const before = this.#categories.get(categorySlug)
    this.#categories.set(
      categorySlug,
      before ? { ...before, count: before.count + 1 } : { count: 1, image: images[0] ?? null },
    )
  }

  finish(): Buffer {
    const summary: ProductSummary = {
      categories: [...this.#categories],
      remoteImageOrigins: [...this.#origins].toSorted(),
    }
    return Buffer.from(JSON.stringify(summary))
  }
}
