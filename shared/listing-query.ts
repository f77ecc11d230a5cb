import { FILTER_KEYS_MAX, FILTER_VALUES_MAX, SEARCH_MAX_LENGTH } from './constants.ts'
import { isSlug } from './slug.ts'

/** `relevance` is available for searches only. */
export const LISTING_SORTS = ['relevance', 'featured', 'newest', 'price-asc', 'price-desc', 'name'] as const
export type ListingSort = (typeof LISTING_SORTS)[number]
type ListingView = 'grid' | 'table'

export interface ListingQuery {
  readonly search: string
  readonly brands: readonly string[]
  /** Slugs of subcategories of the listed category. */
  readonly categories: readonly string[]
  /** Chosen values by attribute key, which is the attribute's name as a slug. */
  readonly attributes: Readonly<Record<string, readonly string[]>>
  readonly inStock: boolean
  /** In major units of the site's currency. */
  readonly minPrice: number | null
  readonly maxPrice: number | null
  readonly sort: ListingSort
  readonly view: ListingView
  readonly page: number
}

/** Keys of the query string in their canonical order. */
export const LISTING_KEYS = {
  search: 'q',
  categories: 'category',
  brands: 'brand',
  inStock: 'in-stock',
  minPrice: 'min-price',
  maxPrice: 'max-price',
  sort: 'sort',
  view: 'view',
  page: 'page',
} as const

/** Prefix of attribute keys in the query string. */
export const ATTRIBUTE_PREFIX = 'attr-'

const KNOWN_KEYS: ReadonlySet<string> = new Set(Object.values(LISTING_KEYS))

export function isListingKey(key: string): boolean {
  return KNOWN_KEYS.has(key) || key.startsWith(ATTRIBUTE_PREFIX)
}

export const EMPTY_LISTING_QUERY: ListingQuery = {
  search: '',
  brands: [],
  categories: [],
  attributes: {},
  inStock: false,
  minPrice: null,
  maxPrice: null,
  sort: 'featured',
  view: 'grid',
  page: 1,
}

/** Parses a query string. Unknown keys and invalid values are ignored; swapped price limits are put in order. */
export function readListingQuery(params: URLSearchParams): ListingQuery {
  const search = readSearch(params.get(LISTING_KEYS.search))
  const [minPrice, maxPrice] = [
    readPrice(params.get(LISTING_KEYS.minPrice)),
    readPrice(params.get(LISTING_KEYS.maxPrice)),
  ]
  const areSwapped = minPrice !== null && maxPrice !== null && minPrice > maxPrice
  return {
    search,
    brands: readValues(params, LISTING_KEYS.brands),
    categories: readValues(params, LISTING_KEYS.categories).filter(isSlug),
    attributes: readAttributes(params),
    inStock: params.get(LISTING_KEYS.inStock) === '1',
    minPrice: areSwapped ? maxPrice : minPrice,
    maxPrice: areSwapped ? minPrice : maxPrice,
    sort: listSorts(search).find((sort) => sort === params.get(LISTING_KEYS.sort)) ?? defaultSort(search),
    view: params.get(LISTING_KEYS.view) === 'table' ? 'table' : 'grid',
    page: readPage(params.get(LISTING_KEYS.page)),
  }
}

/** @returns the canonical query string with its question mark; '' if all values are the default */
export function writeListingQuery(query: ListingQuery): string {
  const params = new URLSearchParams()
  if (query.search) params.set(LISTING_KEYS.search, query.search)
  for (const category of query.categories) params.append(LISTING_KEYS.categories, category)
  for (const brand of query.brands) params.append(LISTING_KEYS.brands, brand)
  for (const [key, values] of Object.entries(query.attributes))
    for (const value of values) params.append(ATTRIBUTE_PREFIX + key, value)
  if (query.inStock) params.set(LISTING_KEYS.inStock, '1')
  if (query.minPrice !== null) params.set(LISTING_KEYS.minPrice, writePrice(query.minPrice))
  if (query.maxPrice !== null) params.set(LISTING_KEYS.maxPrice, writePrice(query.maxPrice))
  if (query.sort !== defaultSort(query.search) && listSorts(query.search).includes(query.sort))
    params.set(LISTING_KEYS.sort, query.sort)
  if (query.view !== EMPTY_LISTING_QUERY.view) params.set(LISTING_KEYS.view, query.view)
  if (query.page > 1) params.set(LISTING_KEYS.page, String(query.page))
  const text = params.toString()
  return text && `?${text}`
}

export function listSorts(search: string): readonly ListingSort[] {
  return search ? LISTING_SORTS : LISTING_SORTS.filter((sort) => sort !== 'relevance')
}

/** The sort order that is omitted from the URL. */
export function defaultSort(search: string): ListingSort {
  return search ? 'relevance' : EMPTY_LISTING_QUERY.sort
}

/** Trims and truncates the search text without splitting a surrogate pair, so that reading a written query gives the same text. */
function readSearch(text: string | null): string {
  return (text ?? '')
    .trim()
    .slice(0, SEARCH_MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}

/** Reads the values of a key, sorted and without duplicates. */
function readValues(params: URLSearchParams, key: string): readonly string[] {
  const values = params
    .getAll(key)
    .map((value) => value.trim())
    .filter(Boolean)
  return [...new Set(values)].toSorted().slice(0, FILTER_VALUES_MAX)
}

function readAttributes(params: URLSearchParams): Readonly<Record<string, readonly string[]>> {
  const keys = [...new Set(params.keys())]
    .filter((key) => key.startsWith(ATTRIBUTE_PREFIX))
    .map((key) => key.slice(ATTRIBUTE_PREFIX.length))
  const chosen = keys.filter(isSlug).toSorted().slice(0, FILTER_KEYS_MAX)
  return Object.fromEntries(
    chosen
      .map((key) => [key, readValues(params, ATTRIBUTE_PREFIX + key)] as const)
      .filter(([, values]) => values.length > 0),
  )
}

/** An integer with or without digit groups, and optionally one, two or four decimals. */
const PRICE = /^(\d{1,3}(?:[.,]\d{3}){1,2}|\d{1,9})(?:[.,](\d\d?|\d{4}))?$/

/**
 * Parses a price in the notation of any language: 1200, 1.200, 1,200.50, 1 200,50 €. Three digits after a point or a
 * comma are a digit group, not decimals.
 */
function readPrice(text: string | null): number | null {
  const [, whole, decimals = ''] = PRICE.exec((text ?? '').replace(/[\s'’\p{Sc}]/gu, '')) ?? []
  return whole === undefined ? null : Number(`${whole.replace(/[.,]/g, '')}.${decimals}`)
}

/** Appends a zero to prices with three decimals (some currencies have them), so that `readPrice` does not take them for a group. */
function writePrice(price: number): string {
  return String(price).replace(/\.\d{3}$/, '$&0')
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}
