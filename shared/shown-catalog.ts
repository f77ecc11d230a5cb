import type { CatalogImage, CategoryLink, Product, RemoteImage, StoredImage } from './catalog.ts'
import type { ListingQuery } from './listing-query.ts'

/** A picture without alternative text, because the name of the product or category is shown beside it. */
export type CardImage = Pick<StoredImage, 'hash' | 'width' | 'height'> | Pick<RemoteImage, 'url'>

/** A formatted price: 'from €12', 'Price on request'. */
export interface PriceText {
  readonly price: string
  readonly formerPrice?: string
}

export interface Card extends PriceText {
  readonly slug: string
  readonly name: string
  readonly image: CardImage | null
  /** Brand and availability, if they are worth mentioning. */
  readonly notes?: string
}

export interface CardRow extends Card {
  readonly brand: string | null
  readonly categoryName: string | null
  readonly sku: string | null
  readonly availability: string
}

/** A category in a list, with formatted texts. */
export interface CategoryCard extends CategoryLink {
  readonly image: CardImage | null
  /** Formatted number of products: '12 products'. */
  readonly count: string
}

export interface ShownCategory extends CategoryLink {
  readonly description: string | null
  readonly children: readonly CategoryCard[]
  /** For link previews; not shown on the page. */
  readonly image?: CatalogImage | null
}

export interface FilterValue {
  readonly value: string
  readonly label: string
  /** Formatted number of products with this value. */
  readonly count: string
}

/** A filter with several values, of which any number can be chosen. */
export interface FilterGroup {
  /** Name of the form fields and of the URL parameter. */
  readonly name: string
  readonly legend: string
  readonly values: readonly FilterValue[]
}

/** The lowest and the highest price of the list; '' if there is none. */
export interface PriceFilter {
  readonly lowest: string
  readonly highest: string
}

export interface ShownListing {
  readonly items: readonly (Card | CardRow)[]
  readonly total: number
  readonly pageCount: number
  readonly query: ListingQuery
  /** The search text that was used instead, if a word was not found and replaced by a similar one. */
  readonly correctedSearch: string | null
  readonly filters: readonly (FilterGroup | PriceFilter)[]
}

/** Fields of a product that its page does not show. */
type UnshownField =
  'metaTitle' | 'categorySlug' | 'visibility' | 'featured' | 'tags' | 'includes' | 'sourceId' | 'formerSlugs'

export interface PartPrices {
  readonly lowestMinor: number
  readonly highestMinor: number
  readonly count: number
}

export type ShownProduct = Omit<Product, UnshownField>

/** @returns the first picture of a product's page: that of the chosen variant, otherwise the product's first one */
export function chooseFirstPicture(
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  variantKey: string,
): CatalogImage | null {
  const variant = variants.find(({ key }) => key === variantKey) ?? variants[0]
  return images[variant.imageIndex ?? 0] ?? null
}
