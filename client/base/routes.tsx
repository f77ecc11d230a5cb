import { createContext, use } from 'react'
import { matchRoutes, useRoutes } from 'react-router-dom'
import { ROUTE_NAMES, ROUTES, type RouteMatch, type RouteName } from '../../shared/routes.ts'
import type { LoadedView } from './view.ts'

const ROUTE_OBJECTS = ROUTE_NAMES.map((name) => ({
  id: name,
  path: ROUTES[name].path,
  caseSensitive: true,
  element: <RoutePage name={name} />,
}))

const LoadedViewContext = createContext<LoadedView | null>(null)

/**
 * Renders the loaded page as the element of the route that the router matches.
 * @throws if the current location belongs to a different route than the page
 */
export function PageRoutes({ view }: { readonly view: LoadedView }) {
  const element = useRoutes(ROUTE_OBJECTS)
  if (!element) throw new Error(`no route matches the location, but the page "${view.page.name}" was loaded`)
  return <LoadedViewContext value={view}>{element}</LoadedViewContext>
}

function RoutePage({ name }: { readonly name: RouteName }) {
  const view = use(LoadedViewContext)
  if (view?.page.name !== name)
    throw new Error(`the location matches the route "${name}", but the page "${view?.page.name}" was loaded`)
  const { page, Page } = view
  return <Page data={page.data} params={page.params} />
}

/**
 * Matches a path as the server does: case-sensitive and strict. The router alone would also accept trailing slashes and
 * percent codes in fixed segments.
 * @param pathname percent-encoded, without query
 * @returns undefined if no route matches, or if a parameter is not valid percent-encoding
 */
export function matchPage(pathname: string): RouteMatch | undefined {
  if (pathname !== '/' && !/[^/]$/.test(pathname)) return undefined
  // The router decodes paths. With percent signs escaped, it compares and returns the encoded path.
  const match = matchRoutes(ROUTE_OBJECTS, { pathname: pathname.replaceAll('%', '%25') })?.[0]
  if (!match) return undefined
  try {
    const params = Object.entries(match.params).map(([key, value = '']) => [key, decodeURIComponent(value)])
    return { name: match.route.id, params: Object.fromEntries(params) as RouteMatch['params'] }
  } catch {
    return undefined
  }
}
