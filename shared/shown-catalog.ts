import type { TakeAwayTexts } from './messages/server-texts/en.ts'
import type { CatalogImage, CategoryLink, RemoteImage, SiteLink, StoredImage } from './catalog.ts'
import type { FamilyMode, ListingQuery, ListingView } from './listing-query.ts'
import type { OrderTerms, QuantityTerms } from './order-terms.ts'
import type { FilterRemoval } from './page-data.ts'

/** A picture without alternative text, because the name is shown beside it. */
export type CardImage = Pick<StoredImage, 'hash' | 'width' | 'height'> | Pick<RemoteImage, 'url'>

/** Formatted prices such as 'from €12', or 'Price on request'; '' if nothing is shown. */
export interface PriceText {
  readonly price: string
  readonly formerPrice?: string | undefined
  /** The price per unit, such as '€13.32 / l', and the product's own note about tax. */
  readonly details?: readonly string[] | undefined
}

export type PriceNote = Omit<SiteLink, 'href'> & Partial<Pick<SiteLink, 'href'>>

export interface CardColours {
  /** A text such as 'Glaze: Chalk, Moss'. */
  readonly label: string
  /** The CSS colours of each of the first values. A value such as 'black/white' has more than one. */
  readonly dots: readonly (readonly string[])[]
  readonly more: number
}

export interface Card extends PriceText {
  readonly slug: string
  readonly name: string
  readonly lang?: string
  readonly image: CardImage | null
  /** The picture that is shown while the pointer is over the card. */
  readonly secondImage?: CardImage
  /** Key of the variant that matches the filters and that the picture shows. */
  readonly variant?: string
  readonly colours?: CardColours
  readonly notes?: string
  /** Path of the list of a family's products, if the card stands for them. */
  readonly href?: string
  /**
   * Set for a product with variants in a list with quantities: the key of the only variant that matches the filters; '' if
   * several match.
   */
  readonly onlyVariant?: string
}

export interface CardRow extends Card {
  readonly brand: string | null
  readonly categoryName: string | null
  readonly sku: string | null
  readonly availability: string
  readonly orderTerms?: Readonly<Partial<Record<keyof OrderTerms, string>>>
  /** The quantities that fit. Undefined if all do, or if they depend on the variant. */
  readonly quantityTerms?: QuantityTerms
  /** One value for each shown attribute column; '' if the product has none. */
  readonly values: readonly string[]
}

export interface ShownColumn {
  readonly key: string
  readonly name: string
  readonly isShown: boolean
  readonly isNumeric?: true
}

export interface CategoryCard extends CategoryLink {
  readonly image: CardImage | null
  readonly count: string
}

export interface CategoryBranch extends CategoryLink {
  readonly count: string
  readonly children: readonly CategoryBranch[]
}

export interface CategoryTreeTile extends CategoryCard {
  readonly description: string | null
  readonly descriptionLang?: string
  readonly branches: readonly CategoryBranch[]
  /** Label of the link to all subcategories; null if the branches are all. */
  readonly allBranches: string | null
}

/** Categories under their first letter, or without a heading in the owner's order. */
export interface CategoryGroup {
  readonly heading: string | null
  readonly categories: readonly CategoryBranch[]
}

export interface ShownCategory extends CategoryLink {
  readonly description: string | null
  readonly descriptionLang?: string
  readonly children: readonly CategoryCard[]
  /** All subcategories if `children` does not contain all of them, otherwise null. */
  readonly allChildren: { readonly label: string; readonly categories: readonly CategoryBranch[] } | null
  readonly image?: CatalogImage | null
}

export interface FilterValue {
  readonly value: string
  readonly label: string
  readonly count: string
  readonly isChosen?: true
  /** CSS colours of the swatch beside the value; undefined if the value is not a colour. */
  readonly colours?: readonly string[]
}

/** A range filter of a numeric attribute, with texts in the site's language. */
export interface ShownRange {
  /** The chosen limits; '' if there are none. */
  readonly from: string
  readonly to: string
  /** The lowest and highest number of the listed products; '' if they have none. */
  readonly lowest: string
  readonly highest: string
  /** The unit of the shown numbers and of limits without a unit; '' for plain numbers. */
  readonly unit: string
  /** The histogram as an SVG path of `HISTOGRAM_WIDTH` and `HISTOGRAM_HEIGHT`; '' if there is none. */
  readonly histogram: string
  readonly summary: string
}

export interface FilterGroup {
  readonly name: string
  readonly legend: string
  readonly values: readonly FilterValue[]
  /** Number of all values. If there are many, `values` contains only the most frequent and the chosen ones. */
  readonly valueCount: number
  readonly range?: ShownRange
}

export interface OpenFilterGroup extends FilterGroup {
  /** Query string of the first page of the list without this filter. */
  readonly others: string
  readonly chosen: readonly FilterValue[]
  readonly page: number
  readonly pageCount: number
}

/** The formatted lowest and highest price of the listed products; '' if there are none. */
export interface PriceFilter {
  readonly lowest: string
  readonly highest: string
}

export interface ShownFamilies {
  readonly mode: FamilyMode
  readonly defaultMode: FamilyMode
  readonly label: string
  readonly names: Readonly<Record<FamilyMode, string>>
  /** Undefined if each product is a row of its own. */
  readonly rows?: {
    /** Numbers of rows: of products with all words of the search, and of those with only some. */
    readonly total: number
    readonly partialTotal: number
  }
}

export interface ShownListing {
  readonly items: readonly (Card | CardRow)[]
  readonly total: number
  /** The number of products and rows as a text. */
  readonly count: string
  /** Whether no product has all words of the search, so that products with some of them are listed. */
  readonly isPartial: boolean
  /** Number of further products that have some of the words, listed after the others. */
  readonly partialTotal: number
  readonly pageCount: number
  readonly query: ListingQuery
  readonly view: ListingView
  readonly defaultView: ListingView
  /** Empty except in the table view. */
  readonly columns: readonly ShownColumn[]
  /** Undefined if the list has no families, or shows each product anyway. */
  readonly families?: ShownFamilies
  /** Names of the listed products' order terms. Undefined if there are none, and except in the table view. */
  readonly orderTerms?: Readonly<Partial<Record<keyof OrderTerms, string>>>
  /** The search that was used instead, if a word was replaced by a similar one. */
  readonly correctedSearch: string | null
  readonly filters: readonly (FilterGroup | PriceFilter)[]
  readonly activeFilters: readonly FilterRemoval[]
  /** The filter whose values replace the products and the other filters; null if there is none. */
  readonly openFilter: OpenFilterGroup | null
  readonly priceNotes?: readonly PriceNote[]
}

export interface ComparisonRow {
  readonly name: string
  /** One text for each product, in the same order; '' if it has no value. Line breaks separate several values. */
  readonly values: readonly string[]
  /** Whether the values are descriptions, of which a screen shows the first lines. */
  readonly isProse?: true
  /** The languages of descriptions. */
  readonly langs?: readonly (string | undefined)[]
}

export interface ShownComparison {
  readonly products: readonly Pick<Card, 'slug' | 'name' | 'lang' | 'image'>[]
  readonly rows: readonly ComparisonRow[]
  readonly unknown: readonly string[]
  readonly isCut: boolean
  readonly priceNotes?: readonly PriceNote[]
  readonly texts: TakeAwayTexts
}

/** Whether a list shows pictures. If one product in ten or fewer had one, most of the boxes would be empty. */
export function hasPictures(products: readonly Pick<Card, 'image'>[]): boolean {
  return products.filter(({ image }) => image).length * 10 > products.length
}
