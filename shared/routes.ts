export type RouteName =
  'index' | 'about' | 'contact' | 'category' | 'category-category' | 'products' | 'products-product' | 'widgets'

export type LayoutName = 'default'

interface Route {
  /** Path pattern; a segment that starts with a colon is a parameter. */
  readonly path: string
  readonly layout?: LayoutName
  /** Names of the middleware that runs, in this order, before the route is entered. */
  readonly middleware?: readonly string[]
  /** Excludes the page from production builds. */
  readonly isDevelopmentOnly?: boolean
}

/** The site's routes (specification, section 2), and the demo page of the widgets for developers. */
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

export const ROUTE_NAMES = (Object.keys(ROUTES) as RouteName[]).filter(isInThisBuild)

function isInThisBuild(name: RouteName): boolean {
  // Commands run without a build, in which the constant is not defined.
  return (typeof DEVELOPMENT === 'boolean' && DEVELOPMENT) || !ROUTES[name].isDevelopmentOnly
}

export interface RouteMatch {
  readonly name: RouteName
  readonly params: Readonly<Record<string, string>>
}
