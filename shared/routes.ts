export type LayoutName = 'default'

interface Route {
  readonly path: string
  readonly layout?: LayoutName
  /** Names of the middleware that runs, in this order, before the route is entered. */
  readonly middleware?: readonly string[]
  readonly isDevelopmentOnly?: boolean
}

/** The seven routes of requirement 1.2, the owner's pages (`about-page`) and the examples for developers (`widgets`). */
const TABLE = {
  index: { path: '/' },
  about: { path: '/about' },
  'about-page': { path: '/about/:page', middleware: ['valid-slugs'] },
  contact: { path: '/contact' },
  category: { path: '/category' },
  'category-category': { path: '/category/:category', middleware: ['valid-slugs'] },
  products: { path: '/products' },
  'products-product': { path: '/products/:product', middleware: ['valid-slugs'] },
  widgets: { path: '/widgets', isDevelopmentOnly: true },
} as const satisfies Readonly<Record<string, Route>>

export type RouteName = keyof typeof TABLE

export const ROUTES: Readonly<Record<RouteName, Route>> = TABLE

export const ROUTE_NAMES = (Object.keys(ROUTES) as RouteName[]).filter(isInThisBuild)

function isInThisBuild(name: RouteName): boolean {
  // Commands run from source, where no build has defined the constant.
  return (typeof DEVELOPMENT === 'boolean' && DEVELOPMENT) || !ROUTES[name].isDevelopmentOnly
}

export interface RouteMatch {
  readonly name: RouteName
  readonly params: Readonly<Record<string, string>>
}
