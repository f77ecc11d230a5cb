import type { ProductCard } from '../../shared/catalog.ts'
import type { ListingQuery } from '../../shared/listing-query.ts'

export interface FacetValue {
  readonly value: string
  readonly label: string
  /** Number of products if this value alone of its facet is chosen. */
  readonly count: number
}

export interface AttributeFacet {
  readonly key: string
  readonly name: string
  readonly values: readonly FacetValue[]
}

/** Filters of a listing. Each is counted with all other filters applied; values without products are left out. */
export interface Facets {
  readonly categories: readonly FacetValue[]
  readonly brands: readonly FacetValue[]
  readonly attributes: readonly AttributeFacet[]
  readonly inStockCount: number
  /** In minor units of the site's currency; null if no product has a price. */
  readonly price: { readonly minMinor: number; readonly maxMinor: number } | null
}

export interface Listing {
  readonly items: readonly ProductCard[]
  readonly total: number
  readonly pageCount: number
  readonly query: ListingQuery
  readonly facets: Facets
  /** The search that was used instead, if a word occurs in no product but a similar word does. */
  readonly correctedSearch: string | null
}
