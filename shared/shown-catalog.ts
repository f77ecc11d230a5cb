import type { CatalogImage, CategoryLink, Product, RemoteImage, StoredImage } from './catalog.ts'
import type { ListingQuery } from './listing-query.ts'

/** A picture without alternative text, because the name of the product or category is shown beside it. */
export type CardImage = Pick<StoredImage, 'hash' | 'width' | 'height'> | Pick<RemoteImage, 'url'>

/** A formatted price: 'from €12', 'Price on request'. */
export interface PriceText {
  readonly price: string
  readonly formerPrice?: string
}

/** A product in a list, with formatted texts. */
export interface Card extends PriceText {
  readonly slug: string
  readonly name: string
  readonly image: CardImage | null
  /** Brand and availability, if they are worth mentioning. */
  readonly notes?: string
}

/** A product in the table view of a list. */
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

/** A category on its page. */
export interface ShownCategory extends CategoryLink {
  readonly description: string | null
  readonly children: readonly CategoryCard[]
  /** For link previews; not shown on the page. */
  readonly image?: CatalogImage | null
}

/** A value of a filter. */
export interface FilterValue {
  /** Value in the URL. */
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

/** A page of a list, with formatted texts. */
export interface ShownListing {
  readonly items: readonly (Card | CardRow)[]
  /** Number of products on all pages. */
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

/** Prices of the parts of a set. */
export interface PartPrices {
  readonly lowestMinor: number
  readonly highestMinor: number
  /** Number of parts that have a price. */
  readonly count: number
}

/** A product on its page. */
export type ShownProduct = Omit<Product, UnshownField>

/** @returns the first picture of a product's page: that of the chosen variant, otherwise the product's first one */
export function chooseFirstPicture(
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  variantKey: string,
): CatalogImage | null {
  const variant = variants.find(({ key }) => key === variantKey) ?? variants[0]
  return images[variant.imageIndex ?? 0] ?? null
}
