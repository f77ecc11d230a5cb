import { parsePath } from 'react-router-dom'
import { withoutDocumentBase } from '../base/document-base.ts'
import { REDIRECTS_MAX } from '../../shared/constants.ts'
import { checkNavigationTarget } from '../../shared/navigation-target.ts'
import { runRouteMiddleware } from '../../shared/route-middleware.ts'
import { ROUTES, type RouteMatch } from '../../shared/routes.ts'
import { matchPage } from '../base/routes.tsx'

type ResolvedRoute =
  | { readonly kind: 'route'; readonly path: string; readonly match: RouteMatch | undefined }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'abort' }

/** The cause is the error that a route middleware threw. */
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
export async function resolveRoute(path: string): Promise<ResolvedRoute> {
  let current = path
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const { pathname = '/', search = '' } = parsePath(current)
    const own = withoutDocumentBase(pathname)
    const match = own === undefined ? undefined : matchPage(own)
    if (!match) return { kind: 'route', path: current, match }
    try {
      const result = await runRouteMiddleware(ROUTES[match.name].middleware ?? [], { ...match, pathname, search })
      if (result === 'abort') return { kind: 'abort' }
      if (!result) return { kind: 'route', path: current, match }
      const target = checkNavigationTarget(result.redirectTo, result)
      if (result.external) return { kind: 'external', url: target }
      current = target
    } catch (error) {
      throw new MiddlewareError(error)
    }
  }
  throw new MiddlewareError(new Error(`Too many redirects from ${path}`))
}
