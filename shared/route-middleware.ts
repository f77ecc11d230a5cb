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

const SCRIPT_PROTOCOL = /^(?:javascript|data|vbscript|blob):/i

/** Browsers remove these characters from URLs, so `java\nscript:` would otherwise pass as a path. */
// oxlint-disable-next-line no-control-regex
const IGNORED_BY_BROWSERS = /^[\u0000-\u0020]+|[\t\n\r]+/g

/**
 * Checks the target of a navigation or redirect. It may be a path of this site, another site only if `external` is set, and never
 * a script (requirement 2.11).
 * @returns the URL without the characters that browsers remove
 * @throws an error for developers if the target is not allowed
 */
export function checkNavigationTarget(to: string, { external = false }: { readonly external?: boolean } = {}): string {
  const address = to.replace(IGNORED_BY_BROWSERS, '')
  if (SCRIPT_PROTOCOL.test(address)) {
    throw new Error(
      `Navigation to a "${address.slice(0, address.indexOf(':'))}:" address is refused: it could run a script.`,
    )
  }
  if (isExternal(address) && !external) {
    throw new Error(
      `Navigation to the external address "${address}" is refused. Allow it with the option { external: true }.`,
    )
  }
  return address
}

/** Browsers treat backslashes as slashes, so `/\elsewhere.example` is external as well. */
function isExternal(address: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(address) || /^[/\\]{2}/.test(address)
}
