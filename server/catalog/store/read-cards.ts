import type { Product } from '../../../shared/catalog.ts'
import type { ProductCard } from '../product-card.ts'
import { pickOrderTerms } from '../rules/order-texts.ts'
import { createCellWriter } from '../rules/attribute-cells.ts'
import { limitCardPrices, limitProductPrices } from '../rules/price-display.ts'
import { translateOption, translateProduct } from '../rules/translate.ts'
import { getOwn } from '../../../shared/get-own.ts'
import type { ProductWithCard } from './catalog-pages.ts'
import type { ListedProduct } from '../search/listing.ts'
import type { StoredProductCard } from './product-card.ts'
import { readDocument, type Row } from './rows.ts'
import type { Snapshot } from './snapshot.ts'

/** @param row a row with the column `document` */
export function readProduct(row: Row, snapshot: Snapshot): Product {
  const product = limitProductPrices(readDocument(row), snapshot)
  return snapshot.language ? translateProduct(product, snapshot.language) : product
}

/** Reads cards with the current names of their categories. */
export function readCards(rows: readonly Row[], snapshot: Snapshot): ProductCard[] {
  return rows.map((row) => readCard(row, snapshot))
}

/**
 * Reads cards with the other data of the table view.
 * @param rows rows with the column `document`
 * @param keys attribute columns
 */
export function readTableProducts(
  rows: readonly Row[],
  snapshot: Snapshot,
  keys: readonly string[],
): readonly ListedProduct[] {
  const writeCells = createCellWriter(keys)
  return rows.map((row) => {
    const product = readProduct(row, snapshot)
    const orderTerms = product.variants.map(pickOrderTerms)
    const hasTerms = orderTerms.some((terms) => Object.keys(terms).length > 0)
    return { ...readCard(row, snapshot), values: writeCells(product), ...(hasTerms && { orderTerms }) }
  })
}

/** Maps requested slugs to products. The first of several rows counts, or the one whose translated slug was requested. */
export function readRequestedProducts(rows: readonly Row[], snapshot: Snapshot): ReadonlyMap<string, ProductWithCard> {
  const found = new Map<string, ProductWithCard>()
  for (const row of rows) {
    const requested = String(row['requested'])
    const product = readProduct(row, snapshot)
    const isTranslated = product.slug === requested && product.fallback?.mainSlug !== requested
    if (!found.has(requested) || isTranslated) found.set(requested, { product, card: readCard(row, snapshot) })
  }
  return found
}

function readCard(row: Row, snapshot: Snapshot): ProductCard {
  const { tree, language } = snapshot
  const categorySlug = String(row['category_slug'])
  const stored = JSON.parse(String(row['card'])) as StoredProductCard
  const { translations = {}, ...card } = limitCardPrices(stored, categorySlug, snapshot)
  const categoryName = tree.bySlug.get(categorySlug)?.node.name ?? null
  if (!language) return { ...card, categoryName }
  const { mainTag, attributeNames } = language
  const { slug = card.slug, name, taxNote, terms = {} } = getOwn(translations, language.key) ?? {}
  const termOf = (option: string) => ({ name: getOwn(attributeNames, option), ...getOwn(terms, option) })
  const options = card.options?.map((option) => translateOption(option, termOf(option.name)))
  return {
    ...card,
    slug,
    name: name ?? card.name,
    categoryName,
    ...(taxNote !== undefined && { taxNote }),
    ...(options && { options }),
    ...(name === undefined && { lang: mainTag }),
  }
}
