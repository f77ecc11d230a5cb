import type { CatalogImage, CategoryLink, Product, RemoteImage, StoredImage } from './catalog.ts'
import type { ListingQuery } from './listing-query.ts'

/** A picture beside the name of what it shows, which is all that would be said of it. */
export type CardImage = Pick<StoredImage, 'hash' | 'width' | 'height'> | Pick<RemoteImage, 'url'>

/** A price in the site's words: 'from €12', 'Price on request'. */
export interface PriceText {
  readonly price: string
  /** The price before. */
  readonly formerPrice?: string
}

/** What a list shows of a product, as it stands there. */
export interface Card extends PriceText {
  readonly slug: string
  readonly name: string
  readonly image: CardImage | null
  /** Its maker, and whether it can be had, where that has to be said. */
  readonly notes?: string
}

/** A product in a list for those who compare. */
export interface CardRow extends Card {
  readonly brand: string | null
  readonly categoryName: string | null
  readonly sku: string | null
  readonly availability: string
}

/** What a list shows of a category, as it stands there. */
export interface CategoryCard extends CategoryLink {
  readonly image: CardImage | null
  /** How many products it has, in words. */
  readonly count: string
}

/** What a category's page shows of it. */
export interface ShownCategory extends CategoryLink {
  readonly description: string | null
  readonly children: readonly CategoryCard[]
  /** For previews of its links; the page itself shows none. */
  readonly image?: CatalogImage | null
}

/** A choice of a filter. */
export interface FilterValue {
  /** As the address holds it. */
  readonly value: string
  readonly label: string
  /** Products that would be listed with it, in digits. */
  readonly count: string
}

/** Values of one kind, any number of which may be chosen. */
export interface FilterGroup {
  /** Of the fields, as the address has it. */
  readonly name: string
  readonly legend: string
  readonly values: readonly FilterValue[]
}

/** The lowest and the highest price, each '' where there is none. */
export interface PriceFilter {
  readonly lowest: string
  readonly highest: string
}

/** A page of a list, in the words it is shown with. */
export interface ShownListing {
  readonly items: readonly (Card | CardRow)[]
  /** All that match, on every page. */
  readonly total: number
  readonly pageCount: number
  readonly query: ListingQuery
  /** What was searched for instead, where a word of the search was in no product and a similar one is. */
  readonly correctedSearch: string | null
  /** In the order in which they are shown. */
  readonly filters: readonly (FilterGroup | PriceFilter)[]
}

/** What the books say of a product, and its page does not. */
type Unshown =
  'metaTitle' | 'categorySlug' | 'visibility' | 'featured' | 'tags' | 'includes' | 'sourceId' | 'formerSlugs'

/** What the parts of a set cost. */
export interface PartPrices {
  readonly lowestMinor: number
  readonly highestMinor: number
  /** Of the parts that have a price. */
  readonly count: number
}

/** What a product's page shows of it. */
export type ShownProduct = Omit<Product, Unshown>

/** @returns the first picture of a product's page: that of the chosen variant, otherwise the product's first one */
export function chooseFirstPicture(
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  variantKey: string,
): CatalogImage | null {
  const variant = variants.find(({ key }) => key === variantKey) ?? variants[0]
  return images[variant.imageIndex ?? 0] ?? null
}
