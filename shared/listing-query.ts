import { FILTER_CHOSEN_MAX, FILTER_KEYS_MAX, SEARCH_MAX_LENGTH, TABLE_COLUMNS_MAX } from './constants.ts'
import { readLimit, writeLimit, type RangeLimit } from './range-limit.ts'
import { isSlug } from './slug.ts'

export const LISTING_KEYS = {
  search: 'q',
  verbatim: 'verbatim',
  categories: 'category',
  brands: 'brand',
  tags: 'tag',
  family: 'family',
  inStock: 'in-stock',
  minPrice: 'min-price',
  maxPrice: 'max-price',
  sort: 'sort',
  view: 'view',
  columns: 'columns',
  families: 'families',
  page: 'page',
  openFilter: 'filter',
  valueSearch: 'filter-q',
} as const

export const ATTRIBUTE_PREFIX = 'attr-'

/** Prefixes of range filter parameters, followed by an attribute's key. */
export const RANGE_PREFIXES = { from: 'from-', to: 'to-' } as const

export const LISTING_PREFIXES: readonly string[] = [ATTRIBUTE_PREFIX, ...Object.values(RANGE_PREFIXES)]

export const LISTING_SORTS = ['relevance', 'featured', 'newest', 'price-asc', 'price-desc', 'name'] as const
export type ListingSort = (typeof LISTING_SORTS)[number]

export const LISTING_VIEWS = ['grid', 'table'] as const
export type ListingView = (typeof LISTING_VIEWS)[number]

/** Whether tables and search results show a row for each family, or all its products. */
export const FAMILY_MODES = ['rows', 'products'] as const
export type FamilyMode = (typeof FAMILY_MODES)[number]

const SORTED_COLUMNS = ['name', 'brand', 'category', 'in-stock', 'sku'] as const
/** A column that has no sort of its own in `LISTING_SORTS`; `attr-` is followed by the attribute's key. */
export type SortedColumn = (typeof SORTED_COLUMNS)[number] | `attr-${string}`
/** A leading minus sign means descending order, because no column key begins with one. */
type ColumnSort = SortedColumn | `-${SortedColumn}`

/** A filter whose values are all shown, in place of the products. */
export interface OpenFilter {
  readonly name: string
  /** Only values that contain this text are shown; '' shows all values. */
  readonly search: string
  readonly page: number
}

/** A range with at least one limit. If both have the same unit, `from` is not above `to`. */
export interface AttributeRange {
  readonly from: RangeLimit | null
  readonly to: RangeLimit | null
}

export interface ListingQuery {
  readonly search: string
  /** Whether words are searched as typed, without correction of typing errors. */
  readonly isVerbatim: boolean
  readonly brands: readonly string[]
  readonly tags: readonly string[]
  /** Slug of a product whose family is listed; '' for all products. */
  readonly family: string
  readonly categories: readonly string[]
  /** Chosen values by attribute slug. */
  readonly attributes: Readonly<Record<string, readonly string[]>>
  /** Lowest and highest numbers by attribute slug. */
  readonly ranges: Readonly<Record<string, AttributeRange>>
  readonly inStock: boolean
  /** Prices in major units of the site's currency. */
  readonly minPrice: number | null
  readonly maxPrice: number | null
  readonly sort: ListingSort | ColumnSort
  /** Undefined means the listing's default. */
  readonly view: ListingView | undefined
  /** Keys of the attributes that the table shows; empty for the listing's default. */
  readonly columns: readonly string[]
  /** Undefined means the site's default. */
  readonly families: FamilyMode | undefined
  readonly page: number
  readonly openFilter: OpenFilter | null
}

/** Parses a query string. Unknown keys and invalid values are ignored, and limits in the wrong order are swapped. */
export function readListingQuery(params: URLSearchParams): ListingQuery {
  const search = readSearch(params.get(LISTING_KEYS.search))
  const [minPrice, maxPrice] = [
    readPrice(params.get(LISTING_KEYS.minPrice)),
    readPrice(params.get(LISTING_KEYS.maxPrice)),
  ]
  const readValues = createValuesReader(params)
  const filtered = listKeys(params, [ATTRIBUTE_PREFIX, RANGE_PREFIXES.from, RANGE_PREFIXES.to])
  const areSwapped = minPrice !== null && maxPrice !== null && minPrice > maxPrice
  return {
    search,
    isVerbatim: search !== '' && ['1', search].includes(params.get(LISTING_KEYS.verbatim) ?? ''),
    brands: readValues(LISTING_KEYS.brands),
    tags: readValues(LISTING_KEYS.tags),
    family: [params.get(LISTING_KEYS.family) ?? ''].find(isSlug) ?? '',
    categories: readValues(LISTING_KEYS.categories).filter(isSlug),
    attributes: readAttributes(filtered, readValues),
    ranges: readRanges(params, filtered),
    inStock: params.get(LISTING_KEYS.inStock) === '1',
    minPrice: areSwapped ? maxPrice : minPrice,
    maxPrice: areSwapped ? minPrice : maxPrice,
    sort: readSort(params.get(LISTING_KEYS.sort), search),
    view: LISTING_VIEWS.find((view) => view === params.get(LISTING_KEYS.view)),
    columns: readColumns(params),
    families: FAMILY_MODES.find((mode) => mode === params.get(LISTING_KEYS.families)),
    page: readPage(params.get(LISTING_KEYS.page)),
    openFilter: readOpenFilter(params),
  }
}

/** Writes the canonical query string with its question mark, or '' if all values are the default. */
export function writeListingQuery(query: ListingQuery): string {
  const params = new URLSearchParams()
  if (query.search) params.set(LISTING_KEYS.search, query.search)
  if (query.search && query.isVerbatim) params.set(LISTING_KEYS.verbatim, '1')
  for (const category of query.categories) params.append(LISTING_KEYS.categories, category)
  for (const brand of query.brands) params.append(LISTING_KEYS.brands, brand)
  for (const tag of query.tags) params.append(LISTING_KEYS.tags, tag)
  if (query.family) params.set(LISTING_KEYS.family, query.family)
  for (const [key, values] of Object.entries(query.attributes))
    for (const value of values) params.append(ATTRIBUTE_PREFIX + key, value)
  for (const [key, { from, to }] of Object.entries(query.ranges)) {
    if (from) params.set(RANGE_PREFIXES.from + key, writeLimit(from))
    if (to) params.set(RANGE_PREFIXES.to + key, writeLimit(to))
  }
  if (query.inStock) params.set(LISTING_KEYS.inStock, '1')
  if (query.minPrice !== null) params.set(LISTING_KEYS.minPrice, writePrice(query.minPrice))
  if (query.maxPrice !== null) params.set(LISTING_KEYS.maxPrice, writePrice(query.maxPrice))
  if (query.sort !== defaultSort(query.search) && readSort(query.sort, query.search) === query.sort)
    params.set(LISTING_KEYS.sort, query.sort)
  if (query.view) params.set(LISTING_KEYS.view, query.view)
  if (query.columns.length > 0) params.set(LISTING_KEYS.columns, query.columns.join(','))
  if (query.families) params.set(LISTING_KEYS.families, query.families)
  if (query.page > 1) params.set(LISTING_KEYS.page, String(query.page))
  if (query.openFilter) {
    params.set(LISTING_KEYS.openFilter, writeOpenFilter(query.openFilter.name, query.openFilter.page))
    if (query.openFilter.search) params.set(LISTING_KEYS.valueSearch, query.openFilter.search)
  }
  // The keys of columns are separated by commas, which need no encoding in a query; no key contains one.
  const text = params.toString().replace(COLUMN_KEYS, (keys) => keys.replaceAll('%2C', ','))
  return text && `?${text}`
}

const COLUMN_KEYS = /(?<=(?:^|&)columns=)[^&]*/

export function listSorts(search: string): readonly ListingSort[] {
  return search ? LISTING_SORTS : LISTING_SORTS.filter((sort) => sort !== 'relevance')
}

/** Returns the sort order that the URL omits. */
export function defaultSort(search: string): ListingSort {
  return search ? 'relevance' : 'featured'
}

function readSort(text: string | null, search: string): ListingQuery['sort'] {
  return listSorts(search).find((sort) => sort === text) ?? readColumnSort(text ?? '')?.sort ?? defaultSort(search)
}

/** @returns undefined if the text is not the sort order of a column */
export function readColumnSort(
  text: string,
): { readonly sort: ColumnSort; readonly column: SortedColumn; readonly isDescending: boolean } | undefined {
  const isDescending = text.startsWith('-')
  const name = isDescending ? text.slice(1) : text
  const column = SORTED_COLUMNS.find((known) => known === name) ?? readAttributeColumn(name)
  return column && { sort: isDescending ? `-${column}` : column, column, isDescending }
}

function readAttributeColumn(name: string): `attr-${string}` | undefined {
  return name.startsWith(ATTRIBUTE_PREFIX) && isSlug(name.slice(ATTRIBUTE_PREFIX.length))
    ? (name as `attr-${string}`)
    : undefined
}

/** Reads column keys. Links separate them with commas; forms without scripts repeat the parameter. */
function readColumns(params: URLSearchParams): readonly string[] {
  const keys = params.getAll(LISTING_KEYS.columns).flatMap((text) => text.split(','))
  return [...new Set(keys.filter(isSlug))].toSorted().slice(0, TABLE_COLUMNS_MAX)
}

/** Truncates without splitting a surrogate pair, so that reading a written query gives the same text. */
function readSearch(text: string | null): string {
  return (text ?? '')
    .trim()
    .slice(0, SEARCH_MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}

type ValuesReader = (key: string) => readonly string[]

function createValuesReader(params: URLSearchParams): ValuesReader {
  let remaining = FILTER_CHOSEN_MAX
  return (key) => {
    const texts = params
      .getAll(key)
      .map((value) => value.trim())
      .filter(Boolean)
    const values = [...new Set(texts)].toSorted().slice(0, remaining)
    remaining -= values.length
    return values
  }
}

/** Lists the attribute keys of parameters with one of the prefixes, at most `FILTER_KEYS_MAX`. */
function listKeys(params: URLSearchParams, prefixes: readonly string[]): readonly string[] {
  const keys = [...params.keys()].flatMap((name) => {
    const prefix = prefixes.find((known) => name.startsWith(known))
    return prefix === undefined ? [] : [name.slice(prefix.length)]
  })
  return [...new Set(keys.filter(isSlug))].toSorted().slice(0, FILTER_KEYS_MAX)
}

function readAttributes(keys: readonly string[], readValues: ValuesReader): ListingQuery['attributes'] {
  return Object.fromEntries(
    keys.map((key) => [key, readValues(ATTRIBUTE_PREFIX + key)] as const).filter(([, values]) => values.length > 0),
  )
}

function readRanges(params: URLSearchParams, keys: readonly string[]): ListingQuery['ranges'] {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const read = (name: keyof typeof RANGE_PREFIXES) => readLimit(params.get(RANGE_PREFIXES[name] + key) ?? '')
      const [from, to] = [read('from'), read('to')]
      if (!from && !to) return []
      const areSwapped = from !== null && to !== null && from.unit === to.unit && from.value > to.value
      return [[key, areSwapped ? { from: to, to: from } : { from, to }]]
    }),
  )
}

/** Writes 'brand' or 'brand.2' as one text, because a form's button submits one value. */
export function writeOpenFilter(name: string, page: number): string {
  return page > 1 ? `${name}.${page}` : name
}

function readOpenFilter(params: URLSearchParams): OpenFilter | null {
  const [name = '', page] = (params.get(LISTING_KEYS.openFilter) ?? '').split('.')
  const isAttribute = name.startsWith(ATTRIBUTE_PREFIX) && isSlug(name.slice(ATTRIBUTE_PREFIX.length))
  const isGroup = name === LISTING_KEYS.categories || name === LISTING_KEYS.brands || name === LISTING_KEYS.tags
  if (!isAttribute && !isGroup) return null
  return { name, search: readSearch(params.get(LISTING_KEYS.valueSearch)), page: readPage(page ?? null) }
}

const PRICE = /^(\d{1,3}(?:[.,]\d{3}){1,2}|\d{1,9})(?:[.,](\d\d?|\d{4}))?$/

/**
 * Reads a price in the notation of any language (1.200, 1,200.50, 1 200,50 €). Three digits after a point or comma are a digit
 * group.
 */
function readPrice(text: string | null): number | null {
  const [, whole, decimals = ''] = PRICE.exec((text ?? '').replace(/[\s'’\p{Sc}]/gu, '')) ?? []
  return whole === undefined ? null : Number(`${whole.replace(/[.,]/g, '')}.${decimals}`)
}

/** Appends a zero to three decimals, which some currencies have, so that `readPrice` does not read them as a digit group. */
function writePrice(price: number): string {
  return String(price).replace(/\.\d{3}$/, '$&0')
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

// This comes last, because reading it needs the constants above.
export const EMPTY_LISTING_QUERY = readListingQuery(new URLSearchParams())
