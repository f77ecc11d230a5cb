import type { Response } from 'express'
import { checkNavigationTarget } from '../../../shared/navigation-target.ts'
import type { RouteRedirect } from '../../../shared/route-middleware.ts'
import { BRIEFLY } from '../cache/cache-control.ts'
import { requestState } from '../request-state.ts'

/**
 * Redirects a client within this site. Unless the response says otherwise, caches keep it briefly.
 * @throws if the target is another site that was not explicitly allowed, or a script
 */
export function redirect(res: Response, { redirectTo, status = 302, external = false }: RouteRedirect): void {
  const target = checkNavigationTarget(redirectTo, { external })
  requestState(res).outcome = 'moved'
  if (!res.hasHeader('Cache-Control')) res.set('Cache-Control', BRIEFLY)
  res.redirect(status, target)
}
