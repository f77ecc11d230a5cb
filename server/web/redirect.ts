import type { Request, Response } from 'express'
import { checkNavigationTarget } from '../../shared/navigation-target.ts'
import type { RouteRedirect } from '../../shared/route-middleware.ts'
import { payloadUrl } from '../../shared/urls.ts'
import { requestState } from './request-state.ts'
import { BRIEFLY } from './cache-control.ts'
import { splitPayloadUrl, splitUrl } from './page-url.ts'

/** Redirects a page to a page, and a payload to a payload. Caches store the redirect briefly. */
export function sendRedirect(req: Request, res: Response, { redirectTo, status = 302, external }: RouteRedirect): void {
  const state = requestState(res)
  let target = checkNavigationTarget(redirectTo, { external: external === true })
  if (state.respondsInJson) {
    const { pathname, search } = splitUrl(target)
    target = payloadUrl(pathname, search, splitPayloadUrl(req.originalUrl).buildId)
  }
  state.outcome = 'moved'
  res.set('Cache-Control', BRIEFLY).redirect(status, target)
}

/** Returns the address of the requested page, also if its payload was requested. */
export function requestedAddress(req: Request, res: Response): string {
  if (!requestState(res).respondsInJson) return req.originalUrl
  const { pathname, search } = splitPayloadUrl(req.originalUrl)
  return pathname + search
}
