import { expect, test } from 'vitest'
import { FILTER_KEYS_MAX, FILTER_VALUES_MAX, SEARCH_MAX_LENGTH } from '../../shared/constants.ts'
import {
  EMPTY_LISTING_QUERY,
  readListingQuery,
  writeListingQuery,
  type ListingQuery,
} from '../../shared/listing-query.ts'

const order = (search: string) => writeListingQuery(readListingQuery(new URLSearchParams(search)))

test('writes a listing query to the URL in a fixed order and reads it back unchanged', () => {
  const query: ListingQuery = {
    search: 'bowl & plate',
    brands: ['A, B', 'Ünø'],
    categories: ['bowls', 'plates'],
    attributes: { glaze: ['Chalk', 'Night blue'], material: ['50% wool'] },
    inStock: true,
    minPrice: 10.5,
    maxPrice: 200,
    sort: 'price-desc',
    view: 'table',
    page: 3,
  }
  const search = writeListingQuery(query)
  expect([...new URLSearchParams(search).keys()]).toEqual([
    'q',
    'category',
    'category',
    'brand',
    'brand',
    'attr-glaze',
    'attr-glaze',
    'attr-material',
    'in-stock',
    'min-price',
    'max-price',
    'sort',
    'view',
    'page',
  ])
  expect(readListingQuery(new URLSearchParams(search))).toEqual(query)
  expect(writeListingQuery(EMPTY_LISTING_QUERY)).toBe('')
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
  ['?in-stock=yes&view=grid&sort=featured', ''],
  ['?category=Not+a+slug&attr-Not%20one=1', ''],
  ['?page=2&utm_source=x', '?page=2'],
  ...['page=0', 'page=-1', 'page=1e3', 'page=abc', 'sort=random', 'min-price=cheap', 'view=list', 'utm_source=x'].map(
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

test('limits the search length and the number of filter values and attributes', () => {
  const params = new URLSearchParams({ q: 'x'.repeat(SEARCH_MAX_LENGTH + 1) })
  for (let index = 0; index < 50; index++) {
    params.append('brand', `brand ${index}`)
    params.append(`attr-a${index}`, 'x')
  }
  const { search, brands, attributes } = readListingQuery(params)
  expect([search.length, brands.length, Object.keys(attributes).length]).toEqual([
    SEARCH_MAX_LENGTH,
    FILTER_VALUES_MAX,
    FILTER_KEYS_MAX,
  ])
})

test.each([
  `?q=${'a'.repeat(SEARCH_MAX_LENGTH - 1)}+b`,
  `?q=${'a'.repeat(SEARCH_MAX_LENGTH - 1)}${encodeURIComponent('😀')}`,
  '?attr-10=b&attr-9=a&attr-a=%20x%20',
  "?brand=O'Neill&brand=%7E*(!)",
  '?q=%FF%00+x',
  '?min-price=999999999.999&max-price=0.001',
])('normalizing a normalized query does not change it: %s', (search) => {
  expect(order(order(search))).toBe(order(search))
})
