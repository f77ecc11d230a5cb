import type { ProductCard } from '../../shared/catalog.ts'
import type { OrderTerms } from '../../shared/order-terms.ts'
import type { DecimalSign } from '../../shared/number-text.ts'
import type { ShownFamilies, ShownListing } from '../../shared/shown-catalog.ts'
import type { NumericAttribute } from '../quantities/recognise-attribute.ts'

export interface FacetValue {
  readonly value: string
  readonly label: string
  /** Number of products that would be listed if this were the only chosen value of its facet. */
  readonly count: number
  /** The CSS colours that the value names, if it names any. */
  readonly colours?: readonly string[]
}

export interface Facet {
  /** All values if there are few, otherwise the most frequent and the chosen ones. */
  readonly values: readonly FacetValue[]
  /** Number of values, including those that are not shown. */
  readonly valueCount: number
}

/** A filter opened on a page of its own, with one page of all its values: numbers and sizes in their order, others by name. */
export interface OpenFacet extends Facet {
  /** Name of the attribute; null if the facet is for categories, brands or tags. */
  readonly name: string | null
  /** The chosen values that are not on this page. */
  readonly chosen: readonly FacetValue[]
  readonly page: number
  readonly pageCount: number
}

/** The numbers of an attribute, in the unit in which they are shown. */
export interface RangeFacet {
  /** Symbol of the unit; '' for numbers without a unit. */
  readonly unit: string
  /** Symbol of the unit that is used unless the visitor chooses another. */
  readonly usualUnit: string
  /** Symbols of the units that the visitor can choose; empty if there is no choice. */
  readonly units: readonly string[]
  /** The lowest and the highest number; null if no product has one. */
  readonly ends: readonly [low: number, high: number] | null
  /**
   * Histogram: the number of products in equal parts of the range from the lowest to the highest number, on a logarithmic scale
   * if these are far apart. A product with several numbers in a part counts once in it.
   */
  readonly bars: readonly number[]
  /** Number of products that have at least one number. */
  readonly count: number
}

export interface AttributeFacet extends Facet {
  readonly key: string
  readonly name: string
  /** Present if the attribute can be filtered by a range of numbers. */
  readonly range?: RangeFacet
}

/** Each filter is counted with all other filters applied; values without products are left out. */
export interface Facets {
  readonly categories: Facet
  readonly brands: Facet
  readonly tags: Facet
  readonly attributes: readonly AttributeFacet[]
  readonly inStockCount: number
  /** In minor units of the site's currency; null if no product has a price. */
  readonly price: { readonly minMinor: number; readonly maxMinor: number } | null
}

/** Why a number finds a product that does not have it: another maker's number, or that of a product that it replaces. */
export interface FoundBy {
  readonly kind: 'equivalent' | 'replaced'
  readonly number: string
}

/** The products of a family in a list, as one row. */
export interface FamilyRow {
  /** '' if the names of the products have no words in common. */
  readonly name: string
  /** Slug of a product, which stands for the family in the URL of its list. */
  readonly slug: string
  readonly count: number
  readonly inStockCount: number
  /** The lowest and the highest value of each size in which the products differ; empty if they differ in something else. */
  readonly ranges: readonly (readonly [low: string, high: string])[]
  /** The keys of these sizes, in the same order. */
  readonly rangeKeys: readonly string[]
  readonly priceFromMinor: number | null
  readonly priceToMinor: number | null
  /** Null if the products differ in it, as is `categorySlug`. */
  readonly brand: string | null
  readonly categorySlug: string | null
  /** For each column, the lowest and the highest value; null if there is none, or if the values are names that differ. */
  readonly values: readonly (readonly [low: string, high: string] | null)[]
}

/** How a list shows families. */
export interface ListingFamilies extends Pick<ShownFamilies, 'mode' | 'defaultMode'> {
  readonly rows?: Omit<NonNullable<ShownFamilies['rows']>, 'count'>
}

/** A product in a listing. In the table view it has `values`, one for each column that is shown. */
export interface ListedProduct extends ProductCard {
  readonly values?: readonly string[]
  readonly foundBy?: FoundBy
  /** Present if the product stands for several of its family. */
  readonly family?: FamilyRow
  /** In the table view, the order terms of its variants; missing if none has any. */
  readonly orderTerms?: readonly OrderTerms[]
}

/** An attribute that can be a column of the table view. */
export interface ListingColumn {
  readonly key: string
  readonly name: string
  readonly isDefault: boolean
  readonly isShown: boolean
}

export interface Listing extends Pick<
  ShownListing,
  'total' | 'isPartial' | 'partialTotal' | 'pageCount' | 'query' | 'view' | 'defaultView' | 'correctedSearch'
> {
  readonly items: readonly ListedProduct[]
  /**
   * The columns that are offered, in the owner's order or in that of the products' specifications; empty except in the table
   * view.
   */
  readonly columns: readonly ListingColumn[]
  readonly facets: Facets
  /** Missing if the list has no families, or shows each product anyway. */
  readonly families?: ListingFamilies
  /** Name of the family to which the query limits the list; missing if it does not, or if there is none. */
  readonly familyName?: string
  /** Set if the query opens a facet; the products and other facets are then left out. */
  readonly openFacet: OpenFacet | null
}

/** An attribute that can be filtered by a range of numbers. */
export interface RecognisedAttribute extends Pick<NumericAttribute, 'kind' | 'unit' | 'share'> {
  readonly name: string
}

/** An attribute whose values are too many or too long for a filter. */
export interface UnfilteredAttribute {
  readonly name: string
  /** `unshared`: hardly any products share a value; `long`: most values are long texts; `many`: too many values for the index. */
  readonly reason: 'unshared' | 'long' | 'many'
}

export interface AttributeSummary {
  /** Keys of the attributes whose values are colours. */
  readonly colours: readonly string[]
  readonly numeric: readonly RecognisedAttribute[]
  /** By key, the decimal sign in the values of attributes that are numbers with units. */
  readonly decimals: ReadonlyMap<string, DecimalSign>
  readonly unfiltered: readonly UnfilteredAttribute[]
}
