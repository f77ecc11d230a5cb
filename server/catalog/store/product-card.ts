import type { Availability, PriceDisplay, Product, ProductTranslation, Translations } from '../../../shared/catalog.ts'
import type { ProductCard } from '../product-card.ts'
import { pickOrderTerms } from '../rules/order-texts.ts'
import { limitCardPrices, limitProductPrices, sortByPrice } from '../rules/price-display.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { createCellWriter } from '../rules/shown-attributes.ts'
import { translateOption, translateProduct } from '../rules/translate.ts'
import type { ProductWithCard } from './catalog-pages.ts'
import type { ListedProduct } from '../search/listing.ts'
import { readDocument, type Row } from './rows.ts'
import type { Snapshot } from './snapshot.ts'

/** A stored card. Reading adds the category's name, so that renaming a category updates no cards. */
export interface StoredProductCard extends Omit<ProductCard, 'categoryName' | 'lang' | 'hidesPrice'> {
  readonly priceDisplay?: PriceDisplay
  readonly translations?: Translations<CardTranslation>
}

type CardTranslation = Pick<ProductTranslation, 'slug' | 'name' | 'taxNote' | 'terms'>

export type PriceRange = Pick<ProductCard, 'priceFromMinor' | 'priceToMinor'>

const AVAILABILITIES_BEST_FIRST: readonly Availability[] = ['InStock', 'BackOrder', 'PreOrder', 'OutOfStock']

/**
 * Builds a product's card.
 * @param prices by slug, those of a group's products, whose range the card shows if the group has no own price
 */
export function buildProductCard(
  product: Product,
  prices: ReadonlyMap<string, PriceRange> = new Map(),
): StoredProductCard {
  const priced = sortByPrice(product.variants)
  const [image = null, secondImage] = product.images
  const parts = product.includes.flatMap((slug) => prices.get(slug) ?? [])
  const partPrices = priced.length > 0 ? undefined : findPriceRange(parts)
  return {
    slug: product.slug,
    name: product.name,
    brand: product.brand,
    sku: product.variants.length === 1 ? product.variants[0].sku : null,
    image,
    currency: product.currency,
    priceFromMinor: priced[0]?.priceMinor ?? partPrices?.priceFromMinor ?? null,
    priceToMinor: priced.at(-1)?.priceMinor ?? partPrices?.priceToMinor ?? null,
    compareAtMinor: priced[0]?.compareAtMinor ?? null,
    availability: AVAILABILITIES_BEST_FIRST.find((availability) =>
      product.variants.some((variant) => variant.availability === availability),
    )!,
    variantCount: product.variants.length,
    ...(product.discontinued && { isDiscontinued: true as const }),
    ...(priced[0]?.unitPricing && { unitPricing: priced[0].unitPricing }),
    ...(product.priceDisplay && { priceDisplay: product.priceDisplay }),
    ...(product.taxNote !== undefined && { taxNote: product.taxNote }),
    ...(secondImage && { secondImage }),
    ...(product.options.length > 0 && { options: product.options }),
    ...(product.translations && { translations: translateCard(product.translations, product.options) }),
  }
}

function translateCard(translations: NonNullable<Product['translations']>, options: Product['options']) {
  const pickTexts = ({ slug, name, taxNote, terms = {} }: ProductTranslation): CardTranslation => {
    const shown = options.flatMap((option) => {
      const term = getOwn(terms, option.name)
      return term ? [[option.name, term] as const] : []
    })
    return {
      slug,
      name,
      ...(taxNote !== undefined && { taxNote }),
      ...(shown.length > 0 && { terms: Object.fromEntries(shown) }),
    }
  }
  return Object.fromEntries(Object.entries(translations).map(([key, texts]) => [key, pickTexts(texts)]))
}

function findPriceRange(ranges: readonly PriceRange[]): PriceRange | undefined {
  const lowest = ranges.flatMap(({ priceFromMinor }) => priceFromMinor ?? [])
  const highest = ranges.flatMap(({ priceToMinor }) => priceToMinor ?? [])
  if (lowest.length === 0) return undefined
  // For some of the products, only the lowest price is shown.
  const priceToMinor = highest.length < lowest.length ? null : Math.max(...highest)
  return { priceFromMinor: Math.min(...lowest), priceToMinor }
}

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
