import type { CatalogImage, CategoryLink, Product, RemoteImage, StoredImage } from './catalog.ts'
import type { ListingQuery, ListingView } from './listing-query.ts'

/** The alternative text is omitted, because the name is shown beside the picture. */
export type CardImage = Pick<StoredImage, 'hash' | 'width' | 'height'> | Pick<RemoteImage, 'url'>

/** Formatted prices such as 'from €12', or 'Price on request'. */
export interface PriceText {
  readonly price: string
  readonly formerPrice?: string
}

/** The colours in which a product is offered. */
export interface CardColours {
  /** A text such as 'Glaze: Chalk, Moss'. */
  readonly label: string
  /** The CSS colours of each of the first values; a value such as 'black/white' has more than one. */
  readonly dots: readonly (readonly string[])[]
  /** Number of values without a dot. */
  readonly more: number
}

export interface Card extends PriceText {
  readonly slug: string
  readonly name: string
  /** The part of the name that is shown if the name is cut, if its end does not distinguish it from other names of the list. */
  readonly ending?: string
  readonly image: CardImage | null
  /** Shown while the pointer is over the card. */
  readonly secondImage?: CardImage
  /** Key of the variant that matches the filters and that the picture shows. */
  readonly variant?: string
  readonly colours?: CardColours
  readonly notes?: string
}

export interface CardRow extends Card {
  readonly brand: string | null
  readonly categoryName: string | null
  readonly sku: string | null
  readonly availability: string
  /** One value for each attribute column that the table shows, in the same order; '' if the product has none. */
  readonly values: readonly string[]
}

/** A column of a table, or an attribute that the visitor can add as a column. */
export interface ShownColumn {
  readonly key: string
  readonly name: string
  readonly isShown: boolean
  readonly isNumeric?: true
}

export interface CategoryCard extends CategoryLink {
  readonly image: CardImage | null
  /** A text such as '12 products'. */
  readonly count: string
}

export interface CategoryBranch extends CategoryLink {
  /** A formatted number of products. */
  readonly count: string
  readonly children: readonly CategoryBranch[]
}

/** A top-level category on the page of all categories. */
export interface CategoryTreeTile extends CategoryCard {
  readonly description: string | null
  readonly branches: readonly CategoryBranch[]
  /** Number of subcategories if some are not among the branches, otherwise 0. */
  readonly branchCount: number
}

/** Categories under their first letter, or without a heading in the owner's order. */
export interface CategoryGroup {
  readonly heading: string | null
  readonly categories: readonly CategoryBranch[]
}

export interface ShownCategory extends CategoryLink {
  readonly description: string | null
  /** At most `CATEGORIES_SHOWN_MAX`. */
  readonly children: readonly CategoryCard[]
  /** All subcategories if `children` does not contain all of them, otherwise empty. */
  readonly allChildren: readonly CategoryBranch[]
  readonly image?: CatalogImage | null
}

export interface FilterValue {
  readonly value: string
  readonly label: string
  readonly count: string
  /** CSS colours of the swatch beside the value; missing if the value is not a colour. */
  readonly colours?: readonly string[]
}

/** A range filter of a numeric attribute. Its texts are in the language of the site. */
export interface ShownRange {
  /** The chosen limits; '' if there are none. */
  readonly from: string
  readonly to: string
  /** The lowest and the highest number of the listed products; '' if they have none. */
  readonly lowest: string
  readonly highest: string
  /** The unit of the shown numbers and of limits without a unit; '' for plain numbers. */
  readonly unit: string
  /** The unit that is used unless the visitor chooses another. */
  readonly usualUnit: string
  readonly units: readonly string[]
  /** The histogram as the path of an SVG of `HISTOGRAM_WIDTH` and `HISTOGRAM_HEIGHT`; '' if there is none. */
  readonly histogram: string
  /** The histogram in words. */
  readonly summary: string
}

export interface FilterGroup {
  /** The URL parameter. */
  readonly name: string
  readonly legend: string
  readonly values: readonly FilterValue[]
  /** Number of all values. If there are many, `values` contains only the most frequent and the chosen ones. */
  readonly valueCount: number
  readonly range?: ShownRange
}

/** One page of all values of a filter. */
export interface OpenFilterGroup extends FilterGroup {
  /** Chosen values that are not on this page. */
  readonly chosen: readonly FilterValue[]
  readonly page: number
  readonly pageCount: number
}

/** The lowest and the highest price of the listed products, formatted; '' if there are none. */
export interface PriceFilter {
  readonly lowest: string
  readonly highest: string
}

export interface ShownListing {
  readonly items: readonly (Card | CardRow)[]
  readonly total: number
  /** Whether no product has all words of the search, so that products with some of them are listed. */
  readonly isPartial: boolean
  /** Number of further products that have some of the words, listed after the others. */
  readonly partialTotal: number
  readonly pageCount: number
  readonly query: ListingQuery
  readonly view: ListingView
  /** The view that is omitted from the URL. */
  readonly defaultView: ListingView
  /** Empty except in the table view. */
  readonly columns: readonly ShownColumn[]
  /** The search that was used instead, if a word was replaced by a similar one. */
  readonly correctedSearch: string | null
  readonly filters: readonly (FilterGroup | PriceFilter)[]
  /** The filter whose values are shown in place of the products and the other filters; null if there is none. */
  readonly openFilter: OpenFilterGroup | null
}

export interface ComparisonRow {
  readonly name: string
  /** One text for each product, in the same order; '' if it has no value. Several values are separated by line breaks. */
  readonly values: readonly string[]
  /** Whether the values are descriptions, of which a screen shows the first lines. */
  readonly isProse?: true
}

export interface ShownComparison {
  readonly products: readonly Pick<Card, 'slug' | 'name' | 'ending' | 'image'>[]
  readonly rows: readonly ComparisonRow[]
  /** Requested slugs that no published product has. */
  readonly unknown: readonly string[]
  /** Whether more products were requested than a comparison shows. */
  readonly isCut: boolean
}

type UnshownField =
  | 'metaTitle'
  | 'categorySlug'
  | 'otherCategorySlugs'
  | 'visibility'
  | 'featured'
  | 'tags'
  | 'includes'
  | 'sourceId'
  | 'formerSlugs'

export interface PartPrices {
  readonly lowestMinor: number
  readonly highestMinor: number
  readonly count: number
}

export type ShownProduct = Omit<Product, UnshownField>

/** @returns the first picture on a product's page: that of the chosen variant, or else of the first variant */
export function chooseFirstPicture(
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  variantKey: string,
): CatalogImage | null {
  const variant = variants.find(({ key }) => key === variantKey) ?? variants[0]
  return images[variant.imageIndex ?? 0] ?? null
}
