import type { Request, Response } from 'express'
import { HttpError } from '../../shared/http-error.ts'
import { logRenderFailure } from '../platform/log.ts'
import { BusyError } from '../platform/concurrency/fair-queue.ts'
import { Redirect } from './pages/loader.ts'
import { findMovedAddress } from './pages/moved-address.ts'
import type { AppContext } from './app-context.ts'
import { siteOf } from './language-site.ts'
import { clientKey } from './limits/client-limits.ts'
import { requestState } from './request-state.ts'
import { requestedAddress } from './redirect.ts'

/**
 * Looks for the new address of a missing page among the owner's redirects and the usual addresses of the old shop.
 * @returns a redirect, or the error to respond with
 */
export async function followMoved(
  { renderQueue, redirects, logger }: AppContext,
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
    const moved = await renderQueue.run(clientKey(req.ip), () => findMovedAddress(address, siteOf(res), redirects))
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
