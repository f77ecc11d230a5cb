import { expect, test } from 'vitest'
import { matchRoutes } from 'react-router-dom'
import { escapeHtml, stringifyForHtml } from '../../shared/escape.ts'
import { defaultStatusMessage } from '../../shared/http-error.ts'
import { EMPTY_LISTING_QUERY, readListingQuery } from '../../shared/listing-query.ts'
import { formatPrice, toMinorUnits } from '../../shared/money.ts'
import { matchRoute, ROUTE_NAMES, ROUTES } from '../../shared/routes.ts'
import { buildSlug, isSlug } from '../../shared/slug.ts'
import { payloadUrl, readPayloadPath } from '../../shared/urls.ts'

test('there are the seven routes of the specification', () => {
  expect(ROUTE_NAMES.map((name) => [name, ROUTES[name].path])).toEqual([
    ['index', '/'],
    ['about', '/about'],
    ['contact', '/contact'],
    ['category', '/category'],
    ['category-category', '/category/:category'],
    ['products', '/products'],
    ['products-product', '/products/:product'],
  ])
})

test('the developers’ page is found in a development build only', () => {
  expect(matchRoute('/widgets')).toBe(undefined)
})

test.each(['/', '/about', '/products', '/products/oak-chair', '/products/a/b', '/nowhere', '/category/%C3%A4', '/product'])(
  "%s matches what the router's own matching says",
  (path) => {
    const routes = ROUTE_NAMES.map((name) => ({ id: name, path: ROUTES[name].path }))
    const expected = matchRoutes(routes, path)?.[0]
    const match = matchRoute(path)
    expect(match?.name).toBe(expected?.route.id)
    if (expected) expect(match?.params).toEqual(expected.params)
  },
)

test.each(['page=0', 'page=-1', 'page=1e3', 'page=abc', 'sort=random', 'min-price=cheap', 'view=list', 'brand=', 'utm_source=x'])(
  'a listing address with %s is the plain listing',
  (search) => {
    expect(readListingQuery(new URLSearchParams(search))).toEqual(EMPTY_LISTING_QUERY)
  },
)

test.each([
  ['Déjà vu & Co.', 'deja-vu-co'],
  ['Straße 5', 'strasse-5'],
  ['STRAẞE', 'strasse'],
  ['花瓶', '花瓶'],
  ['  --  ', ''],
])('the slug of %s is %s', (name, slug) => {
  expect(buildSlug(name)).toBe(slug)
  expect(isSlug(slug)).toBe(slug !== '')
})

test.each(['', 'A', 'a b', '../a', 'a/b', '-a', 'a?', 'a%', '<b>', 'a'.repeat(201)])('%j is no slug', (text) => {
  expect(isSlug(text)).toBe(false)
})

test('text in HTML and in JSON blocks can end nothing', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;')
  const hostile = { text: '</script><!--<script>\u2028' }
  const json = stringifyForHtml(hostile)
  expect(json).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(json)).toEqual(hostile)
})

test('prices are written in the currency and the locale, whole ones without decimals', () => {
  expect(formatPrice(12_000, 'EUR', 'en')).toBe('€120')
  expect(formatPrice(12_050, 'EUR', 'de')).toBe('120,50\u00A0€')
  expect(formatPrice(500, 'JPY', 'en')).toBe('¥500')
  expect(toMinorUnits(10.5, 'EUR')).toBe(1050)
  expect(toMinorUnits(1.234, 'KWD')).toBe(1234)
})

test('payload addresses are built and taken apart', () => {
  expect(payloadUrl('/', '', 'b1')).toBe('/_payload.json?b1')
  expect(payloadUrl('/products', '?q=a', 'b1')).toBe('/products/_payload.json?q=a&b1')
  expect(readPayloadPath('/products/_payload.json')).toBe('/products')
  expect(readPayloadPath('/_payload.json')).toBe('/')
  expect(readPayloadPath('/products')).toBeUndefined()
})

test('default messages of errors', () => {
  expect([defaultStatusMessage(404), defaultStatusMessage(500), defaultStatusMessage(503)]).toEqual([
    'Page Not Found',
    'Internal Server Error',
    'Internal Server Error',
  ])
})
