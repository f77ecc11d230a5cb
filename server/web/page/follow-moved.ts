import type { Request, Response } from 'express'
import { HttpError } from '../../../shared/http-error.ts'
import { logRenderFailure } from '../../platform/log.ts'
import { BusyError } from '../../platform/concurrency/fair-queue.ts'
import { findMovedAddress } from '../pages/moved-address.ts'
import type { AppContext } from '../app-context.ts'
import { clientKey } from '../limits/client-limits.ts'
import { requestState } from '../request-state.ts'
import { redirectPayload } from './page.ts'
import { splitPayloadUrl } from './page-url.ts'
import { redirect } from './redirect.ts'

/**
 * Redirects a request for a missing page, if the owner's redirects or the usual addresses of the old shop know it.
 * @returns the error to respond with; undefined if the client was redirected
 */
export async function followMoved(
  context: AppContext,
  failure: unknown,
  req: Request,
  res: Response,
): Promise<unknown> {
  const isMissing = failure instanceof HttpError && failure.status === 404 && !res.headersSent
  if (!isMissing || (req.method !== 'GET' && req.method !== 'HEAD')) return failure
  const payload = requestState(res).respondsInJson ? splitPayloadUrl(req.originalUrl) : undefined
  const address = payload ? payload.pathname + payload.search : req.originalUrl
  try {
    // Clients can request any number of unknown URLs, and the lookup may search the index.
    const moved = await context.renderQueue.run(clientKey(req.ip), () => findMovedAddress(address, context))
    if (!moved) {
      if (!payload) requestState(res).missingAddress = address
      return failure
    }
    if (moved.status === 410) return new HttpError(410, `Gone: ${address}`)
    const isExternal = !moved.to.startsWith('/')
    // The browser could not read a payload on another host.
    if (payload && isExternal) return failure
    const target = { redirectTo: moved.to, status: moved.status, external: isExternal }
    redirect(res, payload ? redirectPayload(target, payload.buildId) : target)
    return undefined
  } catch (error) {
    if (error instanceof BusyError) return error
    logRenderFailure(context.logger, requestState(res).id, error)
    return failure
  }
}
