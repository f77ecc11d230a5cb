import type { ProductCard } from '../product-card.ts'
import type { OrderTerms } from '../../../shared/order-terms.ts'
import type { DecimalSign } from '../../../shared/range-limit.ts'
import type { ShownFamilies, ShownListing } from '../../../shared/shown-catalog.ts'
import type { NumericAttribute } from '../rules/recognise-attribute.ts'

export interface FacetValue {
  readonly value: string
  readonly label: string
  /** Number of products if this were the facet's only chosen value. */
  readonly count: number
  /** CSS colours that the value names. */
  readonly colours?: readonly string[]
  /** The language of a category's name that is not translated. */
  readonly lang?: string
}

export interface Facet {
  /** All values if there are few, otherwise the most frequent and the chosen ones. */
  readonly values: readonly FacetValue[]
  /** Includes values that are not shown. */
  readonly valueCount: number
}

/** One page of all values of a filter: numbers and sizes in their order, others by name. */
export interface OpenFacet extends Facet {
  /** Name of the attribute; null for categories, brands and tags. */
  readonly name: string | null
  /** Chosen values that are not on this page. */
  readonly chosen: readonly FacetValue[]
  readonly page: number
  readonly pageCount: number
}

/** The numbers of an attribute, in the unit of most values. */
export interface RangeFacet {
  /** Symbol; '' for numbers without a unit. */
  readonly unit: string
  /** Null if no product has a number. */
  readonly ends: readonly [low: number, high: number] | null
  /** Histogram: counts for equal parts of the range, on a logarithmic scale if its ends are far apart. */
  readonly bars: readonly number[]
  /** How many products have a numeric value. */
  readonly count: number
}

export interface AttributeFacet extends Facet {
  readonly key: string
  readonly name: string
  /** Present if the values are numbers. */
  readonly range?: RangeFacet
}

/** Each filter is counted with all others applied, without values that no product has. */
export interface Facets {
  readonly categories: Facet
  readonly brands: Facet
  readonly tags: Facet
  readonly attributes: readonly AttributeFacet[]
  readonly inStockCount: number
  /** In minor units; null if no product has a price. */
  readonly price: { readonly minMinor: number; readonly maxMinor: number } | null
}

/** Why a product is found by another number: that of another maker, or of a product that it replaces. */
export interface FoundBy {
  readonly kind: 'equivalent' | 'replaced'
  readonly number: string
}

/** The products of a family as one row. */
export interface FamilyRow {
  /** '' if the products' names have no words in common. */
  readonly name: string
  /** Slug of the product that identifies the family in URLs. */
  readonly slug: string
  readonly count: number
  readonly inStockCount: number
  /** The lowest and highest value of each size that differs; empty if they differ in something else. */
  readonly ranges: readonly (readonly [low: string, high: string])[]
  /** Keys of these sizes, in the same order. */
  readonly rangeKeys: readonly string[]
  readonly priceFromMinor: number | null
  readonly priceToMinor: number | null
  /** Null if the products have different brands; likewise, `categorySlug` is null for different categories. */
  readonly brand: string | null
  readonly categorySlug: string | null
  /** For each column, the lowest and highest value; null if there is none, or for names that differ. */
  readonly values: readonly (readonly [low: string, high: string] | null)[]
}

export interface ListingFamilies extends Pick<ShownFamilies, 'mode' | 'defaultMode'> {
  readonly rows?: Omit<NonNullable<ShownFamilies['rows']>, 'count'>
}

/** In the table view, a product has a value for each shown column. */
export interface ListedProduct extends ProductCard {
  readonly values?: readonly string[]
  readonly foundBy?: FoundBy
  /** Present if the product represents several of its family. */
  readonly family?: FamilyRow
  /** Order terms of its variants, in the table view; missing if none has any. */
  readonly orderTerms?: readonly OrderTerms[]
}

/** A possible column of the table view. */
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
  /** In the owner's order or that of the products' specifications; empty except in the table view. */
  readonly columns: readonly ListingColumn[]
  readonly facets: Facets
  /** Missing without families, or if each product is shown anyway. */
  readonly families?: ListingFamilies
  /** Name of the family to which the list is limited, if any. */
  readonly familyName?: string
  /** Set if the query opens a facet, without products and other facets. */
  readonly openFacet: OpenFacet | null
}

export interface RecognisedAttribute extends Pick<NumericAttribute, 'kind' | 'unit' | 'share'> {
  readonly name: string
}

/** An attribute whose values are too many or too long for a filter. */
export interface UnfilteredAttribute {
  readonly name: string
  /** `unshared`: hardly any products share a value; `long`: most values are long; `many`: too many values for the index. */
  readonly reason: 'unshared' | 'long' | 'many'
}

export interface AttributeSummary {
  /** Keys of the attributes that are colours. */
  readonly colours: readonly string[]
  readonly numeric: readonly RecognisedAttribute[]
  /** Decimal signs by key, for numbers with units. */
  readonly decimals: ReadonlyMap<string, DecimalSign>
  readonly unfiltered: readonly UnfilteredAttribute[]
}
