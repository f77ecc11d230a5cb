import type { CatalogImage, ProductCard, Site } from '../../shared/catalog.ts'
import type { Card, CardImage, CardRow } from '../../shared/shown-catalog.ts'
import { PICTURE_URL_HASH_LENGTH } from '../../shared/constants.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'
import { describePrice } from '../../shared/money.ts'
import type { ListedProduct } from '../search/listing.ts'
import { messagesFor } from '../base/language.ts'
import { describeColours, loadCardDetails, type CardDetails, type DetailStore } from './card-details.ts'
import { BEGINNING_LENGTHS } from './name-endings.ts'

type CardSite = Pick<Site, 'name' | 'locale'>

/** Builds the cards of a list of products. @param query its filters choose the variants that cards show */
export async function loadCards(
  store: DetailStore,
  products: readonly ProductCard[],
  site: CardSite,
  query?: ListingQuery,
): Promise<readonly Card[]> {
  const details = await loadCardDetails(store, products, { beginningLength: BEGINNING_LENGTHS.card }, query)
  return products.map((product) => buildCard(product, site, details))
}

/** Builds a card with the texts of the site's language. */
function buildCard(product: ProductCard, site: CardSite, details: CardDetails): Card {
  const { slug, name, brand, availability, secondImage } = product
  const chosen = details.variants.get(slug)
  const ending = details.endings.get(name)
  const colours = describeColours(product, details.colourKeys)
  const notes = [
    details.differences.get(slug),
    // The shop's own name is not shown as a brand.
    brand === site.name ? null : brand,
    availability === 'InStock' ? null : messagesFor(site.locale).availabilities[availability],
  ].filter(Boolean)
  return {
    slug,
    name,
    ...(ending !== undefined && { ending }),
    image: buildCardImage(chosen?.image ?? product.image),
    // The second picture may show another variant than the chosen one.
    ...(secondImage && !chosen && { secondImage: buildCardImage(secondImage) }),
    ...(chosen && { variant: chosen.key }),
    ...(colours && { colours }),
    ...formatCardPrice(product, site),
    ...(notes.length > 0 && { notes: notes.join(' · ') }),
  }
}

/** Builds the rows of a table. */
export async function loadCardRows(
  store: DetailStore,
  products: readonly ListedProduct[],
  site: CardSite,
  query: ListingQuery,
): Promise<readonly CardRow[]> {
  const visible = { beginningLength: BEGINNING_LENGTHS.column, readText: readFirstCell }
  const details = await loadCardDetails(store, products, visible, query)
  return products.map((product) => {
    const { brand, categoryName, sku, availability, values = [] } = product
    return {
      ...buildTableCard(product, site, details),
      brand,
      categoryName,
      sku,
      availability: messagesFor(site.locale).availabilities[availability],
      values,
    }
  })
}

/** A phone shows only the first column beside the names without scrolling. */
function readFirstCell({ values, sku }: ListedProduct): string | null {
  return values?.[0] ?? sku
}

/**
 * Builds the card of a table row: without details that have their own columns, and without the second picture, because
 * the pictures in tables are too small for it.
 */
function buildTableCard(product: ProductCard, site: CardSite, details: CardDetails): Card {
  const { secondImage: _image, colours: _colours, notes: _notes, ...card } = buildCard(product, site, details)
  const difference = details.differences.get(product.slug)
  return { ...card, ...(difference !== undefined && { notes: difference }) }
}

/** Formats the price of a card: 'from €12' if its variants have different prices. */
export function formatCardPrice(
  { priceFromMinor, priceToMinor, compareAtMinor, currency }: ProductCard,
  { locale }: Pick<Site, 'locale'>,
) {
  return describePrice(
    { priceMinor: priceFromMinor, compareAtMinor, currency, isFrom: priceFromMinor !== priceToMinor },
    locale,
    messagesFor(locale),
  )
}

/** Selects what a card needs of a picture, and shortens the hash to the part that URLs contain. */
export function buildCardImage(image: CatalogImage): CardImage
export function buildCardImage(image: CatalogImage | null): CardImage | null
export function buildCardImage(image: CatalogImage | null): CardImage | null {
  if (!image) return null
  if ('url' in image) return { url: image.url }
  const { hash, width, height } = image
  return { hash: hash.slice(0, PICTURE_URL_HASH_LENGTH), width, height }
}
