import { type Request, type Response, Router } from 'express'
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { matchPage, PageRoutes } from '../../client/base/routes.tsx'
import type { LoadedView } from '../../client/base/view.ts'
import { ROUTE_NAMES, ROUTES, type RouteMatch, type RouteName } from '../../shared/routes.ts'

/** An Express router with the same routes, which stores the route and the parameters that match. */
const router = Router({ caseSensitive: true, strict: true })
let routed: object | undefined
for (const name of ROUTE_NAMES) router.get(ROUTES[name].path, ({ params }) => void (routed = { name, params }))

/** Routes a GET request. Handlers are called before this returns. */
function routeInExpress(url: string): object | undefined {
  routed = undefined
  router({ method: 'GET', url } as Request, {} as Response, () => {})
  return routed
}

test('the route table contains the seven required routes', () => {
  expect(Object.fromEntries(ROUTE_NAMES.map((name) => [name, ROUTES[name].path]))).toMatchObject({
    index: '/',
    about: '/about',
    contact: '/contact',
    category: '/category',
    'category-category': '/category/:category',
    products: '/products',
    'products-product': '/products/:product',
  })
})

test('a production build has no route for the page with widget examples', () => {
  expect(ROUTE_NAMES).not.toContain('widgets')
  expect(matchPage('/widgets')).toBe(undefined)
})

test.each(ROUTE_NAMES)('the path of the route %s matches this route and no earlier one', (name) => {
  const pathname = ROUTES[name].path.replaceAll(':', 'some-')
  expect(matchPage(pathname)?.name).toBe(name)
  expect(routeInExpress(pathname)).toMatchObject({ name })
})

test.each<[string, RouteMatch | undefined]>([
  ['/', { name: 'index', params: {} }],
  ['', undefined],
  ['/about/', undefined],
  ['/about#care', undefined],
  ['/%61bout', undefined],
  ['/category/gr%C3%B6%C3%9Fe', { name: 'category-category', params: { category: 'größe' } }],
  ['/category/ä', { name: 'category-category', params: { category: 'ä' } }],
  ['/category/a%252Fb', { name: 'category-category', params: { category: 'a%2Fb' } }],
  ['/category/%', undefined],
])('matchPage(%j) returns %o', (pathname, expected) => {
  using warn = vi.spyOn(console, 'warn')
  expect(matchPage(pathname)).toEqual(expected)
  expect(warn).not.toHaveBeenCalled()
})

test('for any path, matchPage returns the same route and parameters as Express', () => {
  const odd = ' . .. about About %61bout category products seats % %2F %2f %252F %C3%A4 %C3 :product * a+b'.split(' ')
  const segment = oneof(constantFrom(...odd), string())
  // URL parsing, as in the browser, resolves dots and encodes the rest.
  const pathname = array(segment, { maxLength: 4 }).map(
    (segments) => new URL(`http://localhost/${segments.join('/')}`).pathname,
  )
  assert(
    property(pathname, (path) => {
      expect([path, matchPage(path)]).toEqual([path, routeInExpress(path)])
    }),
    { numRuns: 300 },
  )
})

function renderAt(location: string, name: RouteName): string {
  const view: LoadedView = { page: { name, params: {} } as LoadedView['page'], Page: () => `page ${name}` }
  return renderToStaticMarkup(createElement(StaticRouter, { location }, createElement(PageRoutes, { view })))
}

test('renders the loaded page at the route that matches the location', () => {
  expect(renderAt('/about?a=b', 'about')).toBe('page about')
})

test('throws if the loaded page does not belong to the route of the location', () => {
  using _warn = vi.spyOn(console, 'warn').mockReturnValue()
  for (const location of ['/about', '/nowhere'])
    expect(() => renderAt(location, 'contact'), location).toThrow(
      'the location does not match the route "contact" of the page that was loaded',
    )
})
