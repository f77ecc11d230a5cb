import type { ErrorRequestHandler } from 'express'
import { describeError } from '../../shared/http-error.ts'
import type { AppContext } from '../app-context.ts'
import { BusyError } from '../fair-queue.ts'
import { logRenderFailure } from '../log.ts'
import type { AnswerHeaders } from './answer-headers.ts'
import { busyResponse } from './busy-response.ts'
import { NOT_FOUND_BRIEFLY } from './cache-control.ts'
import { clientOf } from './client-of.ts'
import { compressed } from './compressed.ts'
import { drawErrorPage } from './error-page.ts'
import { isBotRequest, requestState } from './request-state.ts'
import { RETRY_AFTER_S } from './retry-after.ts'

/** The last line of the pipeline: every error as page, as a bot's one line, or as a payload's JSON. */
export function errorResponse(context: AppContext, headers: AnswerHeaders): ErrorRequestHandler {
  const { logger, config, renderQueue } = context
  const sendBusy = busyResponse(context)
  return async (thrown: unknown, req, res, _next) => {
    const state = requestState(res)
    state.outcome = 'error'
    state.error = thrown
    if (res.headersSent) {
      logRenderFailure(logger, state.id, thrown)
      res.destroy()
      return
    }
    for (const name of ['ETag', 'Content-Type']) res.removeHeader(name)
    await headers.set(res)
    if (thrown instanceof BusyError) return sendBusy(req, res)
    const body = describeError(thrown, config.isDevelopment)
    const isPage = !state.answersInJson && !isBotRequest(res)
    const draw = () => drawErrorPage(context, body, req.originalUrl, (failure) => logRenderFailure(logger, state.id, failure))
    // Addresses that lead nowhere have no end, and to draw each one's page costs as much as any other.
    const page = isPage ? await renderQueue.run(clientOf(req.ip), draw).catch(passBusyError) : undefined
    if (isPage && !page) return sendBusy(req, res)
    compressed(req, res, () => {})
    res.status(body.statusCode).set('Cache-Control', body.statusCode === 404 ? NOT_FOUND_BRIEFLY : 'no-store')
    if (body.statusCode === 503) res.set('Retry-After', RETRY_AFTER_S)
    if (state.answersInJson) {
      res.json(body)
      return
    }
    // The same address answers people and bots differently.
    res.vary('User-Agent')
    if (page) res.type('html').send(page)
    else res.type('text/plain').send(`${body.statusCode} ${body.statusMessage}\n`)
  }
}

function passBusyError(error: unknown): undefined {
  if (!(error instanceof BusyError)) throw error
}
