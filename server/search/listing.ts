import type { ProductCard } from '../../shared/catalog.ts'
import type { ShownListing } from '../../shared/shown-catalog.ts'
import type { NumericAttribute } from '../quantities/recognise-attribute.ts'

export interface FacetValue {
  readonly value: string
  readonly label: string
  /** Number of products if only this value of its facet is chosen. */
  readonly count: number
  /** CSS colours, if the value names them. */
  readonly colours?: readonly string[]
}

export interface Facet {
  /** The most frequent values and the chosen ones, if there are many. */
  readonly values: readonly FacetValue[]
  /** Number of all values. */
  readonly valueCount: number
}

/** One page of all values of a facet: numbers and sizes in their order, others by name. */
export interface OpenFacet extends Facet {
  /** Name of the attribute; null for categories, brands and tags. */
  readonly name: string | null
  /** Chosen values that are not on this page. */
  readonly chosen: readonly FacetValue[]
  readonly page: number
  readonly pageCount: number
}

/** The numbers of an attribute, in the unit that is shown. */
export interface RangeFacet {
  /** Symbol; '' for plain numbers. */
  readonly unit: string
  /** Symbol of the unit that is shown unless the visitor chooses another. */
  readonly usualUnit: string
  /** Symbols of the units that can be chosen; empty if there is no choice. */
  readonly units: readonly string[]
  /** The lowest and the highest number; null if no product has one. */
  readonly ends: readonly [low: number, high: number] | null
  /**
   * The histogram: number of products in equal parts from the lowest to the highest number, on a logarithmic scale if these
   * are far apart. A product counts once in each part.
   */
  readonly bars: readonly number[]
  /** Number of products that have a number. */
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

/** A product, in the table view with its values of the columns that are shown. */
export interface ListedProduct extends ProductCard {
  readonly values?: readonly string[]
}

/** An attribute that a table can show. */
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
  /** Columns in the owner's order, or in that of the products' specifications; empty except in the table view. */
  readonly columns: readonly ListingColumn[]
  readonly facets: Facets
  /** Set if the query opens a facet; products and other facets are then left out. */
  readonly openFacet: OpenFacet | null
}

/** An attribute that can be filtered by a range of numbers. */
export interface RecognisedAttribute extends Pick<NumericAttribute, 'kind' | 'unit' | 'share'> {
  readonly name: string
}

/** An attribute with many values that is no filter. */
export interface UnfilteredAttribute {
  readonly name: string
  /** `unshared`: hardly any products share a value; `long`: most values are long texts; `many`: too many values for the index. */
  readonly reason: 'unshared' | 'long' | 'many'
}

export interface AttributeSummary {
  /** Keys of the attributes whose values are colours. */
  readonly colours: readonly string[]
  readonly numeric: readonly RecognisedAttribute[]
  readonly unfiltered: readonly UnfilteredAttribute[]
}
