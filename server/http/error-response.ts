import type { ErrorRequestHandler, Request, Response } from 'express'
import { escapeHtml } from '../../shared/escape.ts'
import { defaultStatusMessage, describeError, type HttpErrorBody } from '../../shared/http-error.ts'
import type { AppContext } from '../app-context.ts'
import { loadFrameAnyway } from '../loaders/load-frame-anyway.ts'
import { logRenderFailure } from '../log.ts'
import { renderWhole } from '../render/render-page.tsx'
import { NOT_FOUND_BRIEFLY } from './cache-control.ts'
import { compressed } from './compressed.ts'
import { isBotRequest, requestState } from './request-state.ts'

/** Seconds after which it is worth asking again. */
const RETRY_AFTER_S = '5'

/** The last line of the pipeline: every error as page, as a bot's one line, or as a payload's JSON. */
export function errorResponse(context: AppContext): ErrorRequestHandler {
  const { logger, config } = context
  return async (thrown: unknown, req, res, _next) => {
    const state = requestState(res)
    state.outcome = 'error'
    state.error = thrown
    if (res.headersSent) {
      logRenderFailure(logger, state.id, thrown)
      res.destroy()
      return
    }
    compressed(req, res, () => {})
    const body = describeError(thrown, config.isDevelopment)
    for (const name of ['ETag', 'Content-Type']) res.removeHeader(name)
    res.status(body.statusCode).set('Cache-Control', body.statusCode === 404 ? NOT_FOUND_BRIEFLY : 'no-store')
    if (body.statusCode === 503) res.set('Retry-After', RETRY_AFTER_S)
    if (state.answersInJson) {
      res.json(body)
      return
    }
    // The same address answers people and bots differently.
    res.vary('User-Agent')
    if (isBotRequest(res)) {
      res.type('text/plain').send(`${body.statusCode} ${body.statusMessage}\n`)
      return
    }
    res.type('html').send(await renderError(context, req, res, body))
  }
}

/** The error page, or, where even that cannot be drawn, the least that says what happened. */
async function renderError(context: AppContext, req: Request, res: Response, error: HttpErrorBody): Promise<Buffer | string> {
  try {
    const frame = await loadFrameAnyway(context)
    const title = `${error.statusCode} · ${frame.site.name}`
    return await renderWhole({
      frame,
      view: { error },
      head: { title, description: error.statusMessage, canonicalPath: '/', robots: 'noindex' },
      build: context.build,
      settings: context.config.client,
      url: req.originalUrl.startsWith('/') ? req.originalUrl : '/',
      signal: AbortSignal.timeout(context.config.renderTimeoutMs),
    })
  } catch (failure) {
    logRenderFailure(context.logger, requestState(res).id, failure)
    const text = `${error.statusCode} ${escapeHtml(error.statusMessage || defaultStatusMessage(error.statusCode))}`
    return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${text}</title></head><body><h1>${text}</h1></body></html>`
  }
}
