import type { ListingQuery } from './listing-query.ts'

export type ListingFilter =
  | { readonly kind: 'search' | 'category' | 'brand'; readonly value: string }
  | { readonly kind: 'attribute'; readonly key: string; readonly value: string }
  /** The price is in major units of the site's currency. */
  | { readonly kind: 'minPrice' | 'maxPrice'; readonly value: number }
  | { readonly kind: 'inStock' }

export function listFilters(query: ListingQuery): readonly ListingFilter[] {
  const { search, categories, brands, attributes, inStock, minPrice, maxPrice } = query
  return [
    ...(search ? [{ kind: 'search' as const, value: search }] : []),
    ...categories.map((value) => ({ kind: 'category' as const, value })),
    ...brands.map((value) => ({ kind: 'brand' as const, value })),
    ...Object.entries(attributes).flatMap(([key, values]) =>
      values.map((value) => ({ kind: 'attribute' as const, key, value })),
    ),
    ...(inStock ? [{ kind: 'inStock' as const }] : []),
    ...(minPrice === null ? [] : [{ kind: 'minPrice' as const, value: minPrice }]),
    ...(maxPrice === null ? [] : [{ kind: 'maxPrice' as const, value: maxPrice }]),
  ]
}

export function hasFilters(query: ListingQuery): boolean {
  return listFilters(query).length > 0
}

/** @returns the query without one of its filters, on page 1 */
export function withoutFilter(query: ListingQuery, filter: ListingFilter): ListingQuery {
  const wider = { ...query, page: 1 }
  switch (filter.kind) {
    case 'search':
      return { ...wider, search: '' }
    case 'category':
      return { ...wider, categories: query.categories.filter((value) => value !== filter.value) }
    case 'brand':
      return { ...wider, brands: query.brands.filter((value) => value !== filter.value) }
    case 'attribute': {
      const { [filter.key]: values = [], ...others } = query.attributes
      const remaining = values.filter((value) => value !== filter.value)
      return { ...wider, attributes: remaining.length > 0 ? { ...query.attributes, [filter.key]: remaining } : others }
    }
    case 'inStock':
      return { ...wider, inStock: false }
    case 'minPrice':
      return { ...wider, minPrice: null }
    case 'maxPrice':
      return { ...wider, maxPrice: null }
  }
}
