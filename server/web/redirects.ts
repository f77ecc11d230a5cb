import type { Request, Response } from 'express'
import { HttpError } from '../../shared/http-error.ts'
import { checkNavigationTarget } from '../../shared/navigation-target.ts'
import type { RouteRedirect } from '../../shared/route-middleware.ts'
import { payloadUrl } from '../../shared/urls.ts'
import { BusyError } from '../platform/concurrency/fair-queue.ts'
import { logRenderFailure } from '../platform/log.ts'
import type { AppContext } from './app-context.ts'
import { BRIEFLY } from './cache-control.ts'
import { siteOf } from './language-site.ts'
import { clientKey } from './limits/client-limits.ts'
import { splitPayloadUrl, splitUrl } from './page-url.ts'
import { Redirect } from './pages/loader.ts'
import { findMovedAddress } from './pages/moved-address.ts'
import { requestState } from './request-state.ts'

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

/**
 * Looks for the new address of a missing page among the owner's redirects and the usual addresses of the old shop.
 * @returns a redirect, or the error to respond with
 */
export async function followMoved(
  { renderQueue, readRedirects, logger }: AppContext,
  failure: unknown,
  req: Request,
  res: Response,
): Promise<unknown> {
  const isMissing = failure instanceof HttpError && failure.status === 404 && !res.headersSent
  if (!isMissing || (req.method !== 'GET' && req.method !== 'HEAD')) return failure
  const state = requestState(res)
  const address = requestedAddress(req, res)
  try {
    // Clients can request any number of unknown URLs, and the lookup may search the index.
    const moved = await renderQueue.run(clientKey(req.ip), () => findMovedAddress(address, siteOf(res), readRedirects))
    if (!moved) {
      if (!state.respondsInJson) state.missingAddress = address
      return failure
    }
    if (moved.status === 410) return new HttpError(410, `Gone: ${address}`)
    const external = !moved.to.startsWith('/')
    // The browser could not read a payload on another host.
    if (external && state.respondsInJson) return failure
    return new Redirect({ redirectTo: moved.to, status: moved.status, external })
  } catch (error) {
    if (error instanceof BusyError) return error
    logRenderFailure(logger, state.id, error)
    return failure
  }
}
