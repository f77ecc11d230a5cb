import { HttpError, routeInvalid } from './http-error.ts'
import type { RouteName } from './routes.ts'
import { isSlug } from './slug.ts'

/** What a visitor is on the way to. */
export interface RouteTarget {
  readonly name: RouteName
  readonly params: Readonly<Record<string, string>>
  /** Percent-encoded. */
  readonly pathname: string
  /** With its question mark, or ''. */
  readonly search: string
}

export interface RouteRedirect {
  readonly redirectTo: string
  /** Of the server's answer; 302 unless given. */
  readonly status?: 301 | 302 | 303 | 307 | 308
  /** The target is another site. */
  readonly external?: boolean
}

/** Nothing lets pass; 'abort' leaves a visitor where they are, which for the server is a page that does not exist. */
type RouteMiddlewareResult = undefined | 'abort' | RouteRedirect

/** Decides, on server and client alike, whether a route may be entered. @throws HttpError to show the error instead */
export type RouteMiddleware = (to: RouteTarget) => RouteMiddlewareResult | Promise<RouteMiddlewareResult>

/** All that routes may name. */
export const ROUTE_MIDDLEWARE: Readonly<Record<string, RouteMiddleware>> = {
  /** Route validation: each parameter has to be a slug, or the route's 404 is fatal (specification, section 2). */
  'valid-slugs': ({ params, pathname, search }) => {
    if (!Object.values(params).every(isSlug)) throw routeInvalid(pathname + search)
    return undefined
  },
}

/**
 * Asks each named middleware in turn, until one does not let pass.
 * @throws HttpError where a name is not known (specification, section 8), and what a middleware throws
 */
export async function runRouteMiddleware(
  names: readonly string[],
  to: RouteTarget,
  known: Readonly<Record<string, RouteMiddleware>> = ROUTE_MIDDLEWARE,
): Promise<RouteMiddlewareResult> {
  for (const name of names) {
    const middleware = Object.hasOwn(known, name) ? known[name] : undefined
    if (!middleware) throw unknownMiddleware(name, Object.keys(known))
    const result = await middleware(to)
    if (result !== undefined) return result
  }
  return undefined
}

function unknownMiddleware(name: string, known: readonly string[]): HttpError {
  const hint = DEVELOPMENT ? ` Known are: ${known.join(', ')}.` : ''
  return new HttpError(500, `Unknown route middleware: '${name}'.${hint}`)
}
