export type RouteName =
  | 'index'
  | 'about'
  | 'contact'
  | 'category'
  | 'category-category'
  | 'products'
  | 'products-product'
  | 'widgets'

export type LayoutName = 'default'

interface Route {
  /** A path of fixed segments; a segment that starts with a colon is a parameter. */
  readonly path: string
  /** A page that names none gets the default layout. */
  readonly layout?: LayoutName
  /** Names of what is asked, in this order, before the route is entered. */
  readonly middleware?: readonly string[]
  /** Every other build has no such page: its path matches nothing. */
  readonly isDevelopmentOnly?: boolean
}

/** The site's routes (specification, section 2), and the developers' own page. */
export const ROUTES: Readonly<Record<RouteName, Route>> = {
  index: { path: '/' },
  about: { path: '/about' },
  contact: { path: '/contact' },
  category: { path: '/category' },
  'category-category': { path: '/category/:category', middleware: ['valid-slugs'] },
  products: { path: '/products' },
  'products-product': { path: '/products/:product', middleware: ['valid-slugs'] },
  widgets: { path: '/widgets', isDevelopmentOnly: true },
}

/** The routes of this build. */
export const ROUTE_NAMES = (Object.keys(ROUTES) as RouteName[]).filter(isInThisBuild)

function isInThisBuild(name: RouteName): boolean {
  // The commands run without a build, and so without its constant.
  return (typeof DEVELOPMENT === 'boolean' && DEVELOPMENT) || !ROUTES[name].isDevelopmentOnly
}

export interface RouteMatch {
  readonly name: RouteName
  readonly params: Readonly<Record<string, string>>
}

const segmentsByRoute = ROUTE_NAMES.map((name) => ({ name, segments: ROUTES[name].path.split('/') }))

/**
 * The route of a path without query.
 *
 * A plain walk over a few short lists: the router's own `matchRoutes` ranks and compiles all routes anew at every call.
 * @param pathname still percent-encoded
 * @throws URIError where a parameter's encoding is broken
 */
export function matchRoute(pathname: string): RouteMatch | undefined {
  const segments = pathname.split('/')
  for (const { name, segments: pattern } of segmentsByRoute) {
    const params = matchSegments(pattern, segments)
    if (params) return { name, params }
  }
  return undefined
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index]!
    if (expected.startsWith(':') && segment !== '') params[expected.slice(1)] = decodeURIComponent(segment)
    else if (expected !== segment) return undefined
  }
  return params
}
