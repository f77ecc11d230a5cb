import {
  array,
  constantFrom,
  oneof,
  property,
  record,
  string,
  tuple,
  double,
  integer,
  boolean,
  dictionary,
  uniqueArray,
  option,
} from 'fast-check'
import { expect } from 'vitest'
import { canonicalSearch, orderListingSearch } from '../../server/web/page/page-url.ts'
import { LISTING_KEYS } from '../../shared/listing-keys.ts'
import { EMPTY_LISTING_QUERY, LISTING_SORTS, readListingQuery, writeListingQuery } from '../../shared/listing-query.ts'
import { checkNavigationTarget } from '../../shared/navigation-target.ts'
import { ROUTE_NAMES } from '../../shared/routes.ts'
import { buildSlug, isSlug } from '../../shared/slug.ts'
import { absoluteUrl, categoryPath, payloadUrl, productPath, readPayloadPath } from '../../shared/urls.ts'
import { anyText, likely } from './arbitrary-text.ts'
import { fuzz } from './fuzz.ts'

const anyKey = likely(
  ...Object.values(LISTING_KEYS),
  'attr-wood',
  'attr-',
  'attr-__proto__',
  'from-length',
  'to-length',
  'from-constructor',
  'variant',
  'product',
  'utm_source',
)
const anyValue = likely(
  '1',
  '2',
  'oak',
  'Oak',
  'name',
  'price-asc',
  'relevance',
  'table',
  '1200',
  '1.200',
  '1,200.505',
  '0.1235',
  '1 200,50 €',
  '1 1/2"',
  '-5 mm',
  ' ',
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
  'canonicalSearch does not change a canonical query',
  500,
  property(anyMatch, anySearch, (match, search) => {
    const canonical = canonicalSearch(match, search)
    if (canonical !== null) expect(canonicalSearch(match, canonical)).toBe(canonical)
  }),
)

fuzz(
  'orderListingSearch redirects a listing at most once, to the same listing',
  500,
  property(constantFrom('products', 'category-category'), anySearch, (name, search) => {
    const match = { name, params: {} } as const
    const ordered = orderListingSearch(match, search)
    if (ordered === undefined) return
    expect(orderListingSearch(match, ordered)).toBeUndefined()
    expect(canonicalSearch(match, ordered)).toBe(canonicalSearch(match, search))
  }),
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
  minPrice: option(double({ min: 0, max: 1e9, noNaN: true }).map((price) => Math.round(price * 1_000) / 1_000)),
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
  500,
  property(anyListing, (given) => {
    const read = readListingQuery(new URLSearchParams(writeListingQuery(given)))
    expect(readListingQuery(new URLSearchParams(writeListingQuery(read)))).toEqual(read)
    expect(Object.getPrototypeOf(read.attributes)).toBe(Object.prototype)
    expect(EMPTY_LISTING_QUERY.attributes).toEqual({})
  }),
)

fuzz(
  'readPayloadPath returns the path that payloadUrl was called with',
  250,
  property(constantFrom('/', '/products', '/category/oak'), anySearch, (pathname, search) => {
    const [path] = payloadUrl(pathname, search, 'build').split('?')
    expect(readPayloadPath(path!)).toBe(pathname)
  }),
)

fuzz(
  'buildSlug returns valid slugs, and does not change a slug',
  500,
  property(anyText, (name) => {
    const slug = buildSlug(name)
    if (slug === '') return
    expect(isSlug(slug)).toBe(true)
    expect(buildSlug(slug)).toBe(slug)
  }),
)

fuzz(
  'product and category paths resolve to URLs on the site',
  500,
  property(
    anyText.filter((text) => text.isWellFormed()),
    anyText.filter((text) => text.isWellFormed()),
    (slug, variant) => {
      for (const path of [productPath(slug, variant), categoryPath(slug)]) {
        const url = new URL(absoluteUrl(path, 'https://shop.example'))
        expect(url.origin).toBe('https://shop.example')
      }
    },
  ),
)

fuzz(
  'checkNavigationTarget rejects script URLs and URLs of other sites',
  500,
  property(
    oneof(
      anyText,
      tuple(string({ unit: constantFrom(' ', '\t', '\n', '/', '\\', ':', 'j', '\u0000', '\u001F') }), anyText).map(
        ([start, rest]) => start + rest,
      ),
    ),
    (to) => {
      let address: string
      try {
        address = checkNavigationTarget(to)
      } catch {
        return
      }
      if (URL.canParse(address, 'https://shop.example/products'))
        expect(new URL(address, 'https://shop.example/products').origin).toBe('https://shop.example')
    },
  ),
)
