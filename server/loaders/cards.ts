import type { CatalogImage, ProductCard, Site } from '../../shared/catalog.ts'
import type { Card, CardImage, CardRow } from '../../shared/shown-catalog.ts'
import { describePrice } from '../../shared/money.ts'
import type { ListedProduct } from '../store/listing.ts'
import { messagesFor } from '../language.ts'

type CardSite = Pick<Site, 'name' | 'locale'>

/** Builds the cards of a list of products. */
export function buildCards(products: readonly ProductCard[], site: CardSite): readonly Card[] {
  return products.map((product) => buildCard(product, site))
}

/** Builds a card with the texts of the site's language. */
export function buildCard(product: ProductCard, site: CardSite): Card {
  const { slug, name, brand, image, availability } = product
  const notes = [
    // The shop's own name is not shown as a brand.
    brand === site.name ? null : brand,
    availability === 'InStock' ? null : messagesFor(site.locale).availabilities[availability],
  ].filter(Boolean)
  return {
    slug,
    name,
    image: buildCardImage(image),
    ...formatCardPrice(product, site),
    ...(notes.length > 0 && { notes: notes.join(' · ') }),
  }
}

/** Builds the rows of a table. */
export function buildCardRows(products: readonly ListedProduct[], site: CardSite): readonly CardRow[] {
  return products.map((product) => {
    const { brand, categoryName, sku, availability, values = [] } = product
    return {
      ...buildCard(product, site),
      brand,
      categoryName,
      sku,
      availability: messagesFor(site.locale).availabilities[availability],
      values,
    }
  })
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

/** Selects what a card needs of a picture. */
export function buildCardImage(image: CatalogImage | null): CardImage | null {
  if (!image) return null
  return 'hash' in image ? { hash: image.hash, width: image.width, height: image.height } : { url: image.url }
}
