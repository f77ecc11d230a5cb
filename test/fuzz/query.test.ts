import {
  array,
  constantFrom,
  oneof,
  property,
  record,
  tuple,
  double,
  integer,
  boolean,
  dictionary,
  uniqueArray,
  option,
} from 'fast-check'
import { expect } from 'vitest'
import { canonicalSearch, orderListingSearch } from '../../server/web/page-request.ts'
import {
  EMPTY_LISTING_QUERY,
  LISTING_SORTS,
  readListingQuery,
  writeListingQuery,
  LISTING_KEYS,
} from '../../shared/listing-query.ts'
import { ROUTE_NAMES } from '../../shared/routes.ts'
import { buildSlug } from '../../server/catalog/rules/build-slug.ts'
import { anyText, likely } from './arbitrary-text.ts'
import { fuzz } from './fuzz.ts'

const anyKey = likely(
  ...Object.values(LISTING_KEYS),
  ...'attr-wood attr- attr-__proto__ from-length to-length from-constructor variant product utm_source'.split(' '),
)
const anyValue = likely(
  ...'1¦2¦oak¦Oak¦name¦price-asc¦relevance¦table¦1200¦1.200¦1,200.505¦0.1235¦1 200,50 €¦1 1/2"¦-5 mm¦ '.split('¦'),
)

/** Generates query strings: encoded as browsers do, unencoded, or arbitrary text. */
const anySearch = oneof(
  array(tuple(anyKey, anyValue), { maxLength: 8 }).map((pairs) => `?${new URLSearchParams(pairs)}`),
  array(tuple(anyKey, anyValue), { maxLength: 8 }).map(
    (pairs) => `?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}`,
  ),
  anyText.map((text) => `?${text}`),
)

const anyMatch = constantFrom(...ROUTE_NAMES).map((name) => ({
  name,
  params: { product: 'chair', category: 'chairs' },
}))

fuzz(
  'a canonical query does not change again, and a listing is redirected at most once, to the same listing',
  property(anyMatch, anySearch, (match, search) => {
    const canonical = canonicalSearch(match, search)
    if (canonical !== null) expect(canonicalSearch(match, canonical)).toBe(canonical)
    const ordered = orderListingSearch(match, search)
    if (ordered === undefined) return
    expect(orderListingSearch(match, ordered)).toBeUndefined()
    expect(canonicalSearch(match, ordered)).toBe(canonicalSearch(match, search))
  }),
  500,
)

const anyLimit = option(record({ value: double({ noNaN: true }), unit: likely('', 'mm', '"') }))

const anyListing = record({
  search: anyText,
  brands: uniqueArray(anyText, { maxLength: 4 }),
  tags: uniqueArray(anyText, { maxLength: 4 }),
  family: likely('', 'screw', 'ünø', 'A b'),
  categories: uniqueArray(anyText, { maxLength: 4 }),
  attributes: dictionary(anyText.map(buildSlug), uniqueArray(anyText, { minLength: 1, maxLength: 3 }), { maxKeys: 4 }),
  ranges: dictionary(anyText.map(buildSlug), record({ from: anyLimit, to: anyLimit }), { maxKeys: 4 }),
  inStock: boolean(),
  minPrice: option(double({ min: 0, max: 999_999_999, noNaN: true }).map((price) => Math.round(price * 1_000) / 1_000)),
  maxPrice: option(integer({ min: 0, max: 999_999_999 })),
  isVerbatim: boolean(),
  sort: constantFrom(...LISTING_SORTS, '-name' as const, 'attr-length' as const, '-attr-länge' as const),
  view: constantFrom('grid' as const, 'table' as const, undefined),
  columns: uniqueArray(anyText.map(buildSlug), { maxLength: 4 }),
  families: constantFrom('rows' as const, 'products' as const, undefined),
  page: integer({ min: 1, max: 9_999_999 }),
  openFilter: option(
    record({
      name: constantFrom('brand', 'category', 'attr-size'),
      search: anyText,
      page: integer({ min: 1, max: 9_999_999 }),
    }),
  ),
})

fuzz(
  'reading a written listing query returns the same query',
  property(anyListing, (given) => {
    const read = readListingQuery(new URLSearchParams(writeListingQuery(given)))
    expect(readListingQuery(new URLSearchParams(writeListingQuery(read)))).toEqual(read)
    const { inStock, view, families, minPrice, maxPrice } = given
    const areSwapped = minPrice !== null && maxPrice !== null && minPrice > maxPrice
    const prices = areSwapped ? { minPrice: maxPrice, maxPrice: minPrice } : { minPrice, maxPrice }
    expect(read).toMatchObject({ inStock, view, families, ...prices })
    expect(Object.getPrototypeOf(read.attributes)).toBe(Object.prototype)
    expect(EMPTY_LISTING_QUERY.attributes).toEqual({})
  }),
  500,
)
