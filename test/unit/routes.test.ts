import { expect, test } from 'vitest'
import { matchRoutes } from 'react-router-dom'
import { matchRoute, ROUTE_NAMES, ROUTES } from '../../shared/routes.ts'

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
