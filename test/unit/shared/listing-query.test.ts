import { expect, test } from 'vitest'
import { listFilters } from '../../../server/catalog/search/listing-filters.ts'
import { FILTER_CHOSEN_MAX, FILTER_KEYS_MAX, SEARCH_MAX_LENGTH } from '../../../shared/constants.ts'
import {
  EMPTY_LISTING_QUERY,
  readListingQuery,
  writeListingQuery,
  type ListingQuery,
} from '../../../shared/listing-query.ts'

const order = (search: string) => writeListingQuery(readListingQuery(new URLSearchParams(search)))

/** A query in which each field has another value than by default. */
const FULL_QUERY: ListingQuery = {
  search: 'bowl & plate',
  isVerbatim: true,
  brands: ['A, B', 'Ünø'],
  tags: ['Gift'],
  family: 'plate-20-cm',
  categories: ['bowls', 'plates'],
  attributes: { glaze: ['Chalk', 'Night blue'], material: ['50% wool'] },
  ranges: {
    length: { from: { value: 0.25, unit: 'in' }, to: { value: 1.125, unit: '' } },
    weight: { from: null, to: { value: 5, unit: 'fl oz' } },
  },
  inStock: true,
  minPrice: 10.5,
  maxPrice: 200,
  sort: 'price-desc',
  view: 'table',
  columns: ['length', 'thread'],
  families: 'rows',
  page: 3,
  openFilter: { name: 'attr-glaze', search: 'blue', page: 2 },
}

test('writes a listing query to the URL in a fixed order and reads it back unchanged', () => {
  const search = writeListingQuery(FULL_QUERY)
  expect([...new URLSearchParams(search).keys()]).toEqual(
    'q verbatim category category brand brand tag family attr-glaze attr-glaze attr-material from-length to-length to-weight in-stock min-price max-price sort view columns families page filter filter-q'.split(
      ' ',
    ),
  )
  expect(search).toMatch(/&filter=attr-glaze.2&filter-q=blue$/)
  expect(readListingQuery(new URLSearchParams(search))).toEqual(FULL_QUERY)
  expect(writeListingQuery(EMPTY_LISTING_QUERY)).toBe('')
})

test('removing each listed filter leaves only how the list is shown', () => {
  let rest = FULL_QUERY
  for (let [filter] = listFilters(rest); filter; [filter] = listFilters(rest)) rest = filter.wider
  const { isVerbatim, sort, view, columns, families, openFilter } = FULL_QUERY
  expect(rest).toEqual({ ...EMPTY_LISTING_QUERY, isVerbatim, sort, view, columns, families, openFilter })
})

test.each([
  ['?brand=B&brand=A&brand=B', '?brand=A&brand=B'],
  ['?page=1&q=vase', '?q=vase'],
  ['?q=&brand=&min-price=', ''],
  ['?min-price=200&max-price=10', '?min-price=10&max-price=200'],
  ['?min-price=1,50', '?min-price=1.5'],
  ['?attr-size=L&attr-colour=Red&attr-colour=Blue', '?attr-colour=Blue&attr-colour=Red&attr-size=L'],
  ['?sort=relevance', ''],
  ['?q=vase&sort=relevance', '?q=vase'],
  ['?q=vase&sort=featured', '?q=vase&sort=featured'],
  ['?in-stock=yes&view=grid&sort=featured', '?view=grid'],
  ['?columns=thread&columns=length%2Cthread&columns=Not+a+slug', '?columns=length,thread'],
  ['?sort=attr-length&columns=', '?sort=attr-length'],
  ['?sort=-attr-length&q=bolt', '?q=bolt&sort=-attr-length'],
  ['?sort=attr-&view=grid', '?view=grid'],
  ['?category=Not+a+slug&attr-Not%20one=1', ''],
  ['?page=2&utm_source=x', '?page=2'],
  ['?filter=brand&brand=B&filter-q=%20b%20', '?brand=B&filter=brand&filter-q=b'],
  ['?filter=brand.1', '?filter=brand'],
  ['?filter=attr-size.3&page=2', '?page=2&filter=attr-size.3'],
  ['?filter=in-stock&filter-q=x', ''],
  ['?filter-q=b', ''],
  ['?from-length=5&to-length=3', '?from-length=3&to-length=5'],
  ['?from-length=5+mm&to-length=3+mm', '?from-length=3+mm&to-length=5+mm'],
  ['?from-length=5+cm&to-length=3+mm', '?from-length=5+cm&to-length=3+mm'],
  ['?from-length=0,50&unit-length=in', '?from-length=0.5'],
  ['?from-length=&to-length=long&from-Not%20one=1', ''],
  ...['page=0', 'page=1e3', 'sort=--brand', 'columns=,', 'min-price=cheap', 'view=list', 'utm_source=x'].map(
    (meaningless) => [`?${meaningless}`, ''],
  ),
])('normalizes %s to %s', (search, ordered) => {
  expect(order(search)).toBe(ordered)
})

test.each([
  ['1200', 1200],
  ['1.200', 1200],
  ['1,200.50', 1200.5],
  ['1 200,5 €', 1200.5],
  ["1'200", 1200],
  ['0.5', 0.5],
  ['1.2340', 1.234],
  ['1.200.000', 1_200_000],
  ['-5', null],
  ['5-10', null],
  ['cheap', null],
  ['1e3', null],
  ['1.2.3', null],
])('the price %s is read as %s', (text, price) => {
  const query = readListingQuery(new URLSearchParams({ 'min-price': text }))
  expect(query.minPrice).toBe(price)
  expect(readListingQuery(new URLSearchParams(writeListingQuery(query)))).toEqual(query)
})

test.each([
  ['5', 5, ''],
  [' 5 mm ', 5, 'mm'],
  ['5mm', 5, 'mm'],
  ['0,5 l', 0.5, 'l'],
  ['1/4"', 0.25, '"'],
  ['1 1/2 in', 1.5, 'in'],
  ['1-1/2 in', 1.5, 'in'],
  ['-20 °C', -20, '°C'],
  ['−20', -20, ''],
  ['1.125', 1.125, ''],
  ['1,125', 1125, ''],
  ['1 200,5', 1200.5, ''],
  ["5'", 5, "'"],
  ['-0', 0, ''],
])('the limit %s is read as %s %s', (text, value, unit) => {
  const query = readListingQuery(new URLSearchParams({ 'from-length': text }))
  expect(query.ranges).toEqual({ length: { from: { value, unit }, to: null } })
  expect(readListingQuery(new URLSearchParams(writeListingQuery(query)))).toEqual(query)
})

test('limits that are no numbers with a unit are ignored', () => {
  const wrong = ['mm', '1e3', '1/0', '5 mm 3', '3-5', '1.2.3', '0.0000001', '5 centimetres', '']
  for (const text of [...wrong, '9'.repeat(16), `0.${'1'.repeat(40)}`])
    expect(readListingQuery(new URLSearchParams({ 'from-length': text })), text).toEqual(EMPTY_LISTING_QUERY)
})

test('values and ranges together count towards the maximum number of filters', () => {
  const indexes = Array.from({ length: FILTER_KEYS_MAX }, (_, index) => index)
  const params = new URLSearchParams(indexes.map((index) => `attr-a${index}=x&from-b${index}=1`).join('&'))
  const { attributes, ranges } = readListingQuery(params)
  expect(Object.keys(attributes).length + Object.keys(ranges).length).toBe(FILTER_KEYS_MAX)
})

test('limits the search length, the number of attributes, and the number of values of all filters together', () => {
  const params = new URLSearchParams({ q: 'x'.repeat(SEARCH_MAX_LENGTH + 1) })
  for (let index = 0; index < 50; index++) {
    params.append('brand', `brand ${index}`)
    for (let value = 0; value < 4; value++) params.append(`attr-a${index}`, `${value}`)
  }
  const { search, brands, attributes } = readListingQuery(params)
  expect([search.length, brands.length, Object.keys(attributes).length]).toEqual([
    SEARCH_MAX_LENGTH,
    50,
    FILTER_KEYS_MAX,
  ])
  for (let index = 50; index < 150; index++) params.append('brand', `brand ${index}`)
  const crafted = readListingQuery(params)
  expect([crafted.brands.length, crafted.attributes]).toEqual([FILTER_CHOSEN_MAX, {}])
})
