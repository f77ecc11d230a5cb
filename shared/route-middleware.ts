import { HttpError, routeInvalid } from './http-error.ts'
import type { RouteName } from './routes.ts'
import { isSlug } from './slug.ts'

export interface RouteTarget {
  readonly name: RouteName
  readonly params: Readonly<Record<string, string>>
  readonly pathname: string
  /** The query string with its question mark, or ''. */
  readonly search: string
}

export interface RouteRedirect {
  readonly redirectTo: string
  /** The default is 302. */
  readonly status?: 301 | 302 | 303 | 307 | 308
  readonly external?: boolean
}

/** `undefined` lets the navigation continue. 'abort' cancels it, and the server responds with 404. */
type RouteMiddlewareResult = undefined | 'abort' | RouteRedirect

/** Decides whether a route may be entered. @throws HttpError to show the error instead */
export type RouteMiddleware = (to: RouteTarget) => RouteMiddlewareResult | Promise<RouteMiddlewareResult>

export const ROUTE_MIDDLEWARE: Readonly<Record<string, RouteMiddleware>> = {
  /** An invalid slug is a fatal 404 (requirement 2.2). */
  'valid-slugs': ({ params, pathname, search }) => {
    if (!Object.values(params).every(isSlug)) throw routeInvalid(pathname + search)
    return undefined
  },
}

/**
 * Runs the named middleware in order, until one redirects or aborts.
 * @throws HttpError if a name is unknown (requirement 2.9), and the errors of the middleware
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
  const hint = DEVELOPMENT ? ` Known middleware: ${known.join(', ')}.` : ''
  return new HttpError(500, `Unknown route middleware: '${name}'.${hint}`)
}
