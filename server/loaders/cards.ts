import type { CatalogImage, CategoryNode, ProductCard, Site } from '../../shared/catalog.ts'
import type { Card, CardImage, CardRow, CategoryCard } from '../../shared/shown-catalog.ts'
import { describePrice } from '../../shared/money.ts'
import { messagesFor } from '../language.ts'

type CardSite = Pick<Site, 'name' | 'locale'>

/** Builds the cards of a product grid. */
export function buildCards(products: readonly ProductCard[], site: CardSite): readonly Card[] {
  return products.map((product) => buildCard(product, site))
}

export function buildCard(product: ProductCard, site: CardSite): Card {
  const { slug, name, brand, image, availability } = product
  const notes = [
    // The brand is left out if it is the shop itself.
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

/** Builds the rows of a product table. */
export function buildCardRows(products: readonly ProductCard[], site: CardSite): readonly CardRow[] {
  return products.map((product) => {
    const { brand, categoryName, sku, availability } = product
    return {
      ...buildCard(product, site),
      brand,
      categoryName,
      sku,
      availability: messagesFor(site.locale).availabilities[availability],
    }
  })
}

export function buildCategoryCards(categories: readonly CategoryNode[], { locale }: CardSite): readonly CategoryCard[] {
  const messages = messagesFor(locale)
  return categories.map(({ slug, name, image, productCount }) => ({
    slug,
    name,
    image: buildCardImage(image),
    count: messages.productCount(productCount),
  }))
}

function formatCardPrice(
  { priceFromMinor, priceToMinor, compareAtMinor, currency }: ProductCard,
  { locale }: CardSite,
) {
  return describePrice(
    { priceMinor: priceFromMinor, compareAtMinor, currency, isFrom: priceFromMinor !== priceToMinor },
    locale,
    messagesFor(locale),
  )
}

function buildCardImage(image: CatalogImage | null): CardImage | null {
  if (!image) return null
  return 'hash' in image ? { hash: image.hash, width: image.width, height: image.height } : { url: image.url }
}
