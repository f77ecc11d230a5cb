import { getOwn } from '../../../shared/get-own.ts'
import {
  ATTRIBUTE_PREFIX,
  LISTING_KEYS,
  type AttributeRange,
  type ListingQuery,
} from '../../../shared/listing-query.ts'
import type { RangeLimit } from '../../../shared/range-limit.ts'

export type ListingFilter =
  | { readonly kind: 'search' | 'category' | 'brand' | 'tag' | 'family'; readonly value: string }
  | { readonly kind: 'attribute'; readonly key: string; readonly value: string }
  | { readonly kind: 'from' | 'to'; readonly key: string; readonly value: RangeLimit }
  /** A price in major units of the site's currency. */
  | { readonly kind: 'minPrice' | 'maxPrice'; readonly value: number }
  | { readonly kind: 'inStock' }

/** Lists the filters of a query in the order in which pages show them. */
export function listFilters(query: ListingQuery): readonly ListingFilter[] {
  const { search, categories, brands, tags, family, attributes, ranges, inStock, minPrice, maxPrice } = query
  return [
    ...(search ? [{ kind: 'search' as const, value: search }] : []),
    ...categories.map((value) => ({ kind: 'category' as const, value })),
    ...brands.map((value) => ({ kind: 'brand' as const, value })),
    ...tags.map((value) => ({ kind: 'tag' as const, value })),
    ...(family ? [{ kind: 'family' as const, value: family }] : []),
    ...Object.entries(attributes).flatMap(([key, values]) =>
      values.map((value) => ({ kind: 'attribute' as const, key, value })),
    ),
    ...Object.entries(ranges).flatMap(([key, { from, to }]) => [
      ...(from ? [{ kind: 'from' as const, key, value: from }] : []),
      ...(to ? [{ kind: 'to' as const, key, value: to }] : []),
    ]),
    ...(inStock ? [{ kind: 'inStock' as const }] : []),
    ...(minPrice === null ? [] : [{ kind: 'minPrice' as const, value: minPrice }]),
    ...(maxPrice === null ? [] : [{ kind: 'maxPrice' as const, value: maxPrice }]),
  ]
}

export function hasFilters(query: ListingQuery): boolean {
  return listFilters(query).length > 0
}

/** Query fields of the filters with several values, by URL parameter, which is also the filter's kind. */
const VALUE_LISTS = { category: 'categories', brand: 'brands', tag: 'tags' } as const

function isValueList(name: string): name is keyof typeof VALUE_LISTS {
  return Object.hasOwn(VALUE_LISTS, name)
}

export function listChosenValues(query: ListingQuery, name: string): readonly string[] {
  const { family, inStock, attributes } = query
  if (isValueList(name)) return query[VALUE_LISTS[name]]
  if (name === LISTING_KEYS.family) return family ? [family] : []
  if (name === LISTING_KEYS.inStock) return inStock ? ['1'] : []
  return getOwn(attributes, name.slice(ATTRIBUTE_PREFIX.length)) ?? []
}

/** Removes all values of a filter. @param name the filter's URL parameter */
export function withoutGroup(query: ListingQuery, name: string): ListingQuery {
  if (isValueList(name)) return { ...query, [VALUE_LISTS[name]]: [] }
  const { [name.slice(ATTRIBUTE_PREFIX.length)]: _values, ...attributes } = query.attributes
  return { ...query, attributes }
}

/** Removes one filter and returns to page 1. */
export function withoutFilter(query: ListingQuery, filter: ListingFilter): ListingQuery {
  const wider = { ...query, page: 1 }
  switch (filter.kind) {
    case 'search':
      return { ...wider, search: '' }
    case 'category':
    case 'brand':
    case 'tag': {
      const list = VALUE_LISTS[filter.kind]
      return { ...wider, [list]: query[list].filter((value) => value !== filter.value) }
    }
    case 'family':
      return { ...wider, family: '' }
    case 'attribute': {
      const { [filter.key]: values = [], ...others } = query.attributes
      const remaining = values.filter((value) => value !== filter.value)
      return { ...wider, attributes: remaining.length > 0 ? { ...query.attributes, [filter.key]: remaining } : others }
    }
    case 'from':
    case 'to':
      return { ...wider, ranges: withoutLimit(query.ranges, filter.key, filter.kind) }
    case 'inStock':
      return { ...wider, inStock: false }
    case 'minPrice':
      return { ...wider, minPrice: null }
    case 'maxPrice':
      return { ...wider, maxPrice: null }
  }
}

function withoutLimit(
  ranges: ListingQuery['ranges'],
  key: string,
  limit: keyof AttributeRange,
): ListingQuery['ranges'] {
  const { [key]: range, ...others } = ranges
  const remaining = range && { ...range, [limit]: null }
  return remaining && (remaining.from || remaining.to) ? { ...ranges, [key]: remaining } : others
}
