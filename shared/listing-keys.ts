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

const KNOWN_KEYS: ReadonlySet<string> = new Set(Object.values(LISTING_KEYS))

export function isListingKey(key: string): boolean {
  return KNOWN_KEYS.has(key) || LISTING_PREFIXES.some((prefix) => key.startsWith(prefix))
}
