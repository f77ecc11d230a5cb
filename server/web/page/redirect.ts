import type { Response } from 'express'
import { checkNavigationTarget } from '../../../shared/navigation-target.ts'
import type { RouteRedirect } from '../../../shared/route-middleware.ts'
import { BRIEFLY } from './cache-control.ts'
import { requestState } from '../request-state.ts'

/**
 * Caches store the redirect briefly, unless `Cache-Control` is set.
 * @throws if the target is a script URL, or is on another site without `external`
 */
export function redirect(res: Response, { redirectTo, status = 302, external = false }: RouteRedirect): void {
  const target = checkNavigationTarget(redirectTo, { external })
  requestState(res).outcome = 'moved'
  if (!res.hasHeader('Cache-Control')) res.set('Cache-Control', BRIEFLY)
  res.redirect(status, target)
}
