import type { CatalogImage } from '../../../shared/catalog.ts'
import type { ProductCard } from '../../catalog/product-card.ts'
import type { Site } from '../../../shared/site.ts'
import { foldText } from '../../../shared/slug.ts'
import { type Card, type CardImage, type CardRow, type PriceText, hasPictures } from '../../../shared/shown-catalog.ts'
import { PICTURE_URL_HASH_LENGTH } from '../../../shared/constants.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import type { OrderTerms } from '../../../shared/order-terms.ts'
import type { ListedProduct } from '../../catalog/search/listing.ts'
import type { SiteLanguage } from '../../platform/language.ts'
import { describeAvailability, describeFoundBy } from '../../catalog/rules/discontinued.ts'
import { describeFamily, describeFamilyStock } from '../../catalog/rules/family-texts.ts'
import { describeQuantityTerms, writeOrderTerms } from '../../catalog/rules/order-texts.ts'
import { describeColours, loadCardDetails, type CardDetails, type DetailStore } from './card-details.ts'
import { describePriceRange, HIDDEN_PRICE } from '../../catalog/rules/price-texts.ts'

export interface ListedCard extends ListedProduct {
  /** The list of the family's products, if the card stands for them. */
  readonly href?: string
}

type CardSite = Pick<Site, 'name'> & SiteLanguage

/** @param query its filters choose the shown variants */
export async function loadCards(
  store: DetailStore,
  products: readonly ListedCard[],
  site: CardSite,
  query?: ListingQuery,
): Promise<readonly Card[]> {
  const details = await loadCardDetails(store, products, { language: site, query })
  if (query === undefined || hasPictures(products))
    return products.map((product) => buildCard(product, site, details, product.brand))
  // In rows, a brand that all share and prices that are all on request tell nothing apart; the numbers do.
  const [first, ...others] = products
  const isSameBrand = others.length > 0 && others.every(({ brand }) => brand === first?.brand)
  const hasPrices = products.some(({ priceFromMinor }) => priceFromMinor !== null)
  return products.map((product) => ({
    ...buildCard(product, site, details, isSameBrand ? findNumber(product, details) : product.brand),
    ...(!hasPrices && HIDDEN_PRICE),
    ...describeChoice(product, details),
  }))
}

/** @returns the article number, unless the name has it in any notation or another text tells the product apart */
function findNumber({ slug, name, sku }: ProductCard, { differences }: CardDetails): string | null {
  return sku === null || differences.has(slug) || packCode(name).includes(packCode(sku)) ? null : sku
}

function packCode(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/** A quantity needs one variant. If the filters leave several, the visitor chooses on the product's page. */
function describeChoice(
  { slug, options, variantCount }: ProductCard,
  { onlyVariants }: CardDetails,
): Pick<Card, 'onlyVariant'> {
  return options && variantCount > 1 ? { onlyVariant: onlyVariants.get(slug) ?? '' } : {}
}

/**
 * @param mark the brand, or what tells the products of one brand apart; undefined for tables, which lack the second picture,
 * and details that have columns
 */
function buildCard(product: ListedCard, site: CardSite, details: CardDetails, mark?: string | null): Card {
  const { slug, name, lang, href, family, secondImage, availability, isDiscontinued } = product
  const isInTable = mark === undefined
  const chosen = family ? undefined : details.variants.get(slug)
  const colours = family || isInTable ? undefined : describeColours(product, details)
  const notes = family
    ? [
        describeFamily(family, site),
        isInTable || family.inStockCount === family.count ? null : describeFamilyStock(family, site),
      ]
    : [
        product.foundBy ? describeFoundBy(product.foundBy, site) : null,
        details.differences.get(slug),
        // The shop's own name is no brand.
        mark === site.name ? null : mark,
        isInTable || (availability === 'InStock' && !isDiscontinued) ? null : describeAvailability(product, site),
      ]
  const shownNotes = notes.filter(Boolean).join(' · ')
  return {
    slug,
    name,
    ...(lang && { lang }),
    ...(href !== undefined && { href }),
    image: buildCardImage(chosen?.image ?? product.image),
    // The second picture may show another variant.
    ...(secondImage && !chosen && !family && !isInTable && { secondImage: buildCardImage(secondImage) }),
    ...(chosen && { variant: chosen.key }),
    ...(colours && { colours }),
    ...formatCardPrice(product, site),
    ...(shownNotes !== '' && { notes: shownNotes }),
  }
}

export async function loadCardRows(
  store: DetailStore,
  products: readonly ListedCard[],
  site: CardSite,
  query: ListingQuery,
): Promise<readonly CardRow[]> {
  const details = await loadCardDetails(store, products, { language: site, query, readText: readFirstCell })
  return products.map((product) => {
    const { brand, categoryName, sku, values = [], orderTerms, family } = product
    return {
      ...buildCard(product, site, details),
      ...describeChoice(product, details),
      brand,
      categoryName,
      sku,
      availability: family ? describeFamilyStock(family, site) : describeAvailability(product, site),
      values,
      ...(orderTerms && describeOrderTerms(orderTerms, site)),
    }
  })
}

/** Quantities are only checked against terms that all variants share. */
function describeOrderTerms(
  variants: readonly OrderTerms[],
  language: SiteLanguage,
): Pick<CardRow, 'orderTerms' | 'quantityTerms'> {
  const written = Object.entries(writeOrderTerms(variants, language))
  const texts = written.flatMap(([term, values]) => (values.length > 0 ? [[term, values.join(', ')] as const] : []))
  const [first, ...others] = variants.map((terms) => describeQuantityTerms(terms, language))
  const isCommon = first && others.every((other) => other?.misfit === first.misfit)
  return { orderTerms: Object.fromEntries(texts), ...(isCommon && { quantityTerms: first }) }
}

/** Without scrolling, a phone shows only the first column beside the names. */
function readFirstCell({ values, sku }: ListedProduct): string | null {
  return values?.[0] ?? sku
}

export function formatCardPrice(card: ProductCard, language: SiteLanguage): PriceText {
  const price = describePriceRange(card, language)
  const { priceFromMinor, taxNote, hidesPrice } = card
  if (hidesPrice || priceFromMinor === null || taxNote === undefined) return price
  return { ...price, details: [...(price.details ?? []), taxNote] }
}

/** Selects what a card needs of a picture; URLs have only a part of the hash. */
export function buildCardImage(image: CatalogImage): CardImage
export function buildCardImage(image: CatalogImage | null): CardImage | null
export function buildCardImage(image: CatalogImage | null): CardImage | null {
  if (!image) return null
  if ('url' in image) return { url: image.url }
  const { hash, width, height } = image
  return { hash: hash.slice(0, PICTURE_URL_HASH_LENGTH), width, height }
}
