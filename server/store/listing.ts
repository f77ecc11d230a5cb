import type { ProductCard } from '../../shared/catalog.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'

export interface FacetValue {
  /** As the address holds it. */
  readonly value: string
  readonly label: string
  /** Products that would be listed with it, whatever else of its kind is chosen. */
  readonly count: number
}

export interface AttributeFacet {
  /** Of the address. */
  readonly key: string
  readonly name: string
  readonly values: readonly FacetValue[]
}

/** What a listing may be narrowed by, each counted under all filters but its own. What would leave nothing is not offered. */
export interface Facets {
  /** The categories below the one that is listed. */
  readonly categories: readonly FacetValue[]
  readonly brands: readonly FacetValue[]
  readonly attributes: readonly AttributeFacet[]
  /** Products that can be had now. */
  readonly inStockCount: number
  /** Of the site's currency; null where nothing has a price. */
  readonly price: { readonly minMinor: number; readonly maxMinor: number } | null
}

/** A page of a list, as the catalogue finds it. */
export interface Listing {
  readonly items: readonly ProductCard[]
  /** All that match, on every page. */
  readonly total: number
  readonly pageCount: number
  readonly query: ListingQuery
  readonly facets: Facets
  /** What was searched for instead, where a word of the search was in no product and a similar one is. */
  readonly correctedSearch: string | null
}
