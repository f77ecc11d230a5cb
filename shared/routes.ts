export type RouteName =
  'index' | 'about' | 'contact' | 'category' | 'category-category' | 'products' | 'products-product' | 'widgets'

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
