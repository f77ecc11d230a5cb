import { array, constantFrom, oneof, property, tuple } from 'fast-check'
import { expect } from 'vitest'
import { canonicalSearch, orderListingSearch } from '../../server/web/page-request.ts'
import { EMPTY_LISTING_QUERY, readListingQuery, writeListingQuery, LISTING_KEYS } from '../../shared/listing-query.ts'
import { ROUTE_NAMES } from '../../shared/routes.ts'
import { anyText, likely } from './arbitrary-text.ts'
import { fuzz } from './fuzz.ts'

const anyKey = likely(
  ...Object.values(LISTING_KEYS),
  ...'attr-wood attr- attr-__proto__ from-length to-length from-constructor variant product utm_source'.split(' '),
)
const anyValue = likely(
  ...'1¦2¦oak¦Oak¦name¦price-asc¦relevance¦-attr-length¦table¦rows¦brand.2¦thread,length¦1200¦1.200¦1,200.505¦0.1230¦1 200,50 €¦1 1/2"¦-5 mm¦ '.split(
    '¦',
  ),
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

fuzz(
  'a listing query that is written and read again is the same',
  property(anySearch, (search) => {
    const query = readListingQuery(new URLSearchParams(search))
    expect(readListingQuery(new URLSearchParams(writeListingQuery(query)))).toEqual(query)
    for (const values of [query.attributes, query.ranges]) expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
    expect(EMPTY_LISTING_QUERY).toMatchObject({ attributes: {}, ranges: {} })
  }),
  500,
)
