import { FILTER_MAX_VALUES, SEARCH_MAX_LENGTH } from './constants.ts'

export const LISTING_SORTS = ['featured', 'newest', 'price-asc', 'price-desc', 'name'] as const
export type ListingSort = (typeof LISTING_SORTS)[number]
export type ListingView = 'grid' | 'table'

/** The whole state of a listing, as its address holds it. */
export interface ListingQuery {
  readonly search: string
  readonly brands: readonly string[]
  /** Only what can be had now. */
  readonly inStock: boolean
  /** In major units, as the visitor writes them. */
  readonly minPrice: number | null
  readonly maxPrice: number | null
  readonly sort: ListingSort
  readonly view: ListingView
  /** Counted from 1. */
  readonly page: number
}

/** Keys of the query string in their canonical order. */
export const LISTING_KEYS = {
  search: 'q',
  brands: 'brand',
  inStock: 'in-stock',
  minPrice: 'min-price',
  maxPrice: 'max-price',
  sort: 'sort',
  view: 'view',
  page: 'page',
} as const

export const EMPTY_LISTING_QUERY: ListingQuery = {
  search: '',
  brands: [],
  inStock: false,
  minPrice: null,
  maxPrice: null,
  sort: 'featured',
  view: 'grid',
  page: 1,
}

/** Reads what it knows from an address; unknown keys and values that make no sense count as not there. */
export function readListingQuery(params: URLSearchParams): ListingQuery {
  const brands = params.getAll(LISTING_KEYS.brands).map((value) => value.trim()).filter(Boolean)
  return {
    search: (params.get(LISTING_KEYS.search) ?? '').trim().slice(0, SEARCH_MAX_LENGTH),
    brands: [...new Set(brands)].sort().slice(0, FILTER_MAX_VALUES),
    inStock: params.get(LISTING_KEYS.inStock) === '1',
    minPrice: readPrice(params.get(LISTING_KEYS.minPrice)),
    maxPrice: readPrice(params.get(LISTING_KEYS.maxPrice)),
    sort: LISTING_SORTS.find((sort) => sort === params.get(LISTING_KEYS.sort)) ?? EMPTY_LISTING_QUERY.sort,
    view: params.get(LISTING_KEYS.view) === 'table' ? 'table' : 'grid',
    page: readPage(params.get(LISTING_KEYS.page)),
  }
}

/** @returns the query string with its question mark, or '' where everything is as by default. */
export function writeListingQuery(query: ListingQuery): string {
  const params = new URLSearchParams()
  if (query.search) params.set(LISTING_KEYS.search, query.search)
  for (const brand of query.brands) params.append(LISTING_KEYS.brands, brand)
  if (query.inStock) params.set(LISTING_KEYS.inStock, '1')
  if (query.minPrice !== null) params.set(LISTING_KEYS.minPrice, String(query.minPrice))
  if (query.maxPrice !== null) params.set(LISTING_KEYS.maxPrice, String(query.maxPrice))
  if (query.sort !== EMPTY_LISTING_QUERY.sort) params.set(LISTING_KEYS.sort, query.sort)
  if (query.view !== EMPTY_LISTING_QUERY.view) params.set(LISTING_KEYS.view, query.view)
  if (query.page > 1) params.set(LISTING_KEYS.page, String(query.page))
  const text = params.toString()
  return text && `?${text}`
}

/** Whether anything narrows the list. */
export function hasFilters(query: ListingQuery): boolean {
  return (
    query.search !== '' || query.brands.length > 0 || query.inStock || query.minPrice !== null || query.maxPrice !== null
  )
}

function readPrice(text: string | null): number | null {
  if (text === null || !/^\d{1,9}(?:[.,]\d{1,3})?$/.test(text.trim())) return null
  return Number(text.trim().replace(',', '.'))
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}
