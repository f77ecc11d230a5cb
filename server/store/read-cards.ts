import type { Product, ProductCard } from '../../shared/catalog.ts'
import { pickOrderTerms } from '../../shared/order-terms.ts'
import { createCellWriter } from '../catalog/attribute-cells.ts'
import type { CategoryTree } from '../catalog/category-tree.ts'
import type { ProductWithCard } from './catalog-store.ts'
import type { ListedProduct } from '../search/listing.ts'
import type { StoredProductCard } from './product-card.ts'
import { readDocument, type Row } from './rows.ts'

/** Reads product cards and adds the current names of their categories. */
export function readCards(rows: readonly Row[], tree: CategoryTree): ProductCard[] {
  return rows.map((row) => readCard(row, tree))
}

/**
 * Reads cards together with what the table view shows besides.
 * @param rows must have a `document`
 * @param keys of the attribute columns
 */
export function readTableProducts(
  rows: readonly Row[],
  tree: CategoryTree,
  keys: readonly string[],
): readonly ListedProduct[] {
  const writeCells = createCellWriter(keys)
  return rows.map((row) => {
    const product = readDocument<Product>(row)
    const orderTerms = product.variants.map(pickOrderTerms)
    const hasTerms = orderTerms.some((terms) => Object.keys(terms).length > 0)
    return { ...readCard(row, tree), values: writeCells(product), ...(hasTerms && { orderTerms }) }
  })
}

/** Maps each requested slug to its product; if a slug has several rows, the first counts. */
export function readRequestedProducts(rows: readonly Row[], tree: CategoryTree): ReadonlyMap<string, ProductWithCard> {
  const found = new Map<string, ProductWithCard>()
  for (const row of rows) {
    const requested = String(row['requested'])
    if (!found.has(requested)) found.set(requested, { product: readDocument(row), card: readCard(row, tree) })
  }
  return found
}

function readCard(row: Row, tree: CategoryTree): ProductCard {
  return {
    ...(JSON.parse(String(row['card'])) as StoredProductCard),
    categoryName: tree.bySlug.get(String(row['category_slug']))?.node.name ?? null,
  }
}
