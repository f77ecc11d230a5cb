import { parsePath } from 'react-router-dom'
import { REDIRECTS_MAX } from '../../shared/constants.ts'
import { checkNavigationTarget } from '../../shared/navigation-target.ts'
import { runRouteMiddleware } from '../../shared/route-middleware.ts'
import { ROUTES, type RouteMatch } from '../../shared/routes.ts'
import { matchPage } from '../routes.tsx'

/** Where a path leads once the middleware of its route has had its say. */
type Entered =
  /** Without a match there is no such page. */
  | { readonly kind: 'route'; readonly path: string; readonly match: RouteMatch | undefined }
  /** The middleware sends the visitor to another site. */
  | { readonly kind: 'external'; readonly url: string }
  /** The middleware leaves the visitor where they are. */
  | { readonly kind: 'abort' }

/** A middleware failed; the cause is what is to be shown. */
export class MiddlewareError extends Error {
  override readonly name = 'MiddlewareError'

  constructor(cause: unknown) {
    super('A route middleware failed.', { cause })
  }
}

/**
 * Finds the route of a path and follows the redirects of its middleware.
 * @param path with query and hash
 * @throws MiddlewareError
 */
export async function enterRoute(path: string): Promise<Entered> {
  let present = path
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const { pathname = '/', search = '' } = parsePath(present)
    const match = matchPage(pathname)
    if (!match) return { kind: 'route', path: present, match }
    try {
      const passed = await runRouteMiddleware(ROUTES[match.name].middleware ?? [], { ...match, pathname, search })
      if (passed === 'abort') return { kind: 'abort' }
      if (!passed) return { kind: 'route', path: present, match }
      const target = checkNavigationTarget(passed.redirectTo, passed)
      if (passed.external) return { kind: 'external', url: target }
      present = target
    } catch (error) {
      throw new MiddlewareError(error)
    }
  }
  throw new MiddlewareError(new Error(`Too many redirects from ${path}`))
}
