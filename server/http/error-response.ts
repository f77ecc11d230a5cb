import type { ErrorRequestHandler } from 'express'
import { describeError } from '../../shared/http-error.ts'
import type { AppContext } from '../app-context.ts'
import { BusyError } from '../concurrency/fair-queue.ts'
import { logRenderFailure } from '../log.ts'
import { createBusyResponder } from './limits/busy-response.ts'
import { BRIEFLY } from './cache/cache-control.ts'
import { clientKey } from './limits/client-limits.ts'
import { compressResponse } from './cache/compressed.ts'
import { buildPlainErrorPage, buildErrorPage } from './pages/error-page.ts'
import { isBotRequest, requestState } from './request-state.ts'
import { RETRY_AFTER_S } from './limits/retry-after.ts'
import { streamPage } from './pages/render-queued.ts'

/** The last handler of the pipeline: every error becomes a page, one line of text for a bot, or JSON for a payload. */
export function errorHandler(context: AppContext): ErrorRequestHandler {
  const { logger, config, renderQueue } = context
  const sendBusy = createBusyResponder(context)
  return async (thrown: unknown, req, res, _next) => {
    const state = requestState(res)
    state.outcome = 'error'
    state.error = thrown
    // The client has disconnected.
    if (res.destroyed) return
    if (res.headersSent) {
      logRenderFailure(logger, state.id, thrown)
      res.destroy()
      return
    }
    for (const name of ['ETag', 'Content-Type']) res.removeHeader(name)
    if (thrown instanceof BusyError) return sendBusy(req, res)
    const body = describeError(thrown, config.isDevelopment)
    res.status(body.statusCode).set('Cache-Control', body.statusCode === 404 ? BRIEFLY : 'no-store')
    if (body.statusCode === 503) res.set('Retry-After', RETRY_AFTER_S)
    if (state.respondsInJson) {
      compressResponse(req, res, () => res.json(body))
      return
    }
    // The same URL has different responses for people and bots.
    res.vary('User-Agent')
    if (isBotRequest(res)) {
      res.type('text/plain').send(`${body.statusCode} ${body.statusMessage}\n`)
      return
    }
    try {
      // Unknown URLs are endless, and rendering the page of each costs as much as any other.
      await renderQueue.run(clientKey(req.ip), async () => {
        const page = await buildErrorPage(context, body, req.originalUrl)
        await streamPage(context, page, { req, res, onStart: () => res.type('html') })
      })
    } catch (failure) {
      if (failure instanceof BusyError) return sendBusy(req, res)
      logRenderFailure(logger, state.id, failure)
      if (res.headersSent) res.destroy()
      else res.type('html').send(buildPlainErrorPage(body))
    }
  }
}
