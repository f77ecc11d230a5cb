import { matchRoutes, useRoutes } from 'react-router-dom'
import { ROUTE_NAMES, ROUTES, type RouteMatch, type RouteName } from '../../shared/routes.ts'
import type { LoadedView } from './view.ts'

const routeOf = (id: RouteName) => ({ id, path: ROUTES[id].path, caseSensitive: true })

const ALL_ROUTES = ROUTE_NAMES.map(routeOf)

/**
 * Renders the loaded page as the element of its route. The router gets this route alone, because it ranks all its routes at
 * each render.
 * @throws if the location belongs to another route
 */
export function PageRoutes({ view: { page, Page } }: { readonly view: LoadedView }) {
  const element = useRoutes([{ ...routeOf(page.name), element: <Page data={page.data} params={page.params} /> }])
  if (!element) throw new Error(`the location does not match the route "${page.name}" of the page that was loaded`)
  return element
}

/**
 * Matches a path as the server does: case-sensitive and strict, while the router accepts trailing slashes and percent
 * codes in fixed segments.
 * @param pathname percent-encoded, without query
 * @returns undefined if no route matches, or if a parameter is not valid percent-encoding
 */
export function matchPage(pathname: string): RouteMatch | undefined {
  if (pathname !== '/' && !/[^/]$/.test(pathname)) return undefined
  // The router decodes paths. With percent signs escaped, it compares and returns the encoded path.
  const match = matchRoutes(ALL_ROUTES, { pathname: pathname.replaceAll('%', '%25') })?.[0]
  if (!match) return undefined
  try {
    const params = Object.entries(match.params).map(([key, value = '']) => [key, decodeURIComponent(value)])
    return { name: match.route.id, params: Object.fromEntries(params) as RouteMatch['params'] }
  } catch {
    return undefined
  }
}
