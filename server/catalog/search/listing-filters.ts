import { getOwn } from '../../../shared/get-own.ts'
import {
  ATTRIBUTE_PREFIX,
  LISTING_KEYS,
  type AttributeRange,
  type ListingQuery,
} from '../../../shared/listing-query.ts'
import type { RangeLimit } from '../../../shared/range-limit.ts'

export type ListingFilter = (
  | { readonly kind: 'search' | 'category' | 'brand' | 'tag' | 'family'; readonly value: string }
  | { readonly kind: 'attribute'; readonly key: string; readonly value: string }
  | { readonly kind: 'from' | 'to'; readonly key: string; readonly value: RangeLimit }
  /** A price in major units of the site's currency. */
  | { readonly kind: 'minPrice' | 'maxPrice'; readonly value: number }
  | { readonly kind: 'inStock' }
) & {
  /** The first page of the query without the filter. */
  readonly wider: ListingQuery
}

/** Query fields of the filters with several values, by URL parameter, which is also the filter's kind. */
const VALUE_LISTS = { category: 'categories', brand: 'brands', tag: 'tags' } as const
const VALUE_KINDS = ['category', 'brand', 'tag'] as const

/** Lists the filters of a query in the order in which pages show them. */
export function listFilters(query: ListingQuery): readonly ListingFilter[] {
  const { search, family, attributes, ranges, inStock, minPrice, maxPrice } = query
  const without = (change: Partial<ListingQuery>): ListingQuery => ({ ...query, page: 1, ...change })
  return [
    ...(search ? [{ kind: 'search' as const, value: search, wider: without({ search: '' }) }] : []),
    ...VALUE_KINDS.flatMap((kind) => {
      const values = query[VALUE_LISTS[kind]]
      return values.map((value) => ({ kind, value, wider: without({ [VALUE_LISTS[kind]]: except(values, value) }) }))
    }),
    ...(family ? [{ kind: 'family' as const, value: family, wider: without({ family: '' }) }] : []),
    ...Object.entries(attributes).flatMap(([key, values]) =>
      values.map((value) => {
        const { [key]: _values, ...others } = attributes
        const rest = except(values, value)
        const wider = without({ attributes: rest.length > 0 ? { ...attributes, [key]: rest } : others })
        return { kind: 'attribute' as const, key, value, wider }
      }),
    ),
    ...Object.entries(ranges).flatMap(([key, range]) =>
      (['from', 'to'] as const).flatMap((kind) => {
        const value = range[kind]
        return value ? [{ kind, key, value, wider: without({ ranges: withoutLimit(ranges, key, kind) }) }] : []
      }),
    ),
    ...(inStock ? [{ kind: 'inStock' as const, wider: without({ inStock: false }) }] : []),
    ...(minPrice === null ? [] : [{ kind: 'minPrice' as const, value: minPrice, wider: without({ minPrice: null }) }]),
    ...(maxPrice === null ? [] : [{ kind: 'maxPrice' as const, value: maxPrice, wider: without({ maxPrice: null }) }]),
  ]
}

export function hasFilters(query: ListingQuery): boolean {
  return listFilters(query).length > 0
}

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

function except(values: readonly string[], value: string): readonly string[] {
  return values.filter((other) => other !== value)
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
