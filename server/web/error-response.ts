import type { ErrorRequestHandler, Request, Response } from 'express'
import { escapeHtml } from '../../shared/escape.ts'
import { defaultStatusMessage, describeError, routeInvalid, type HttpErrorBody } from '../../shared/http-error.ts'
import { buildErrorTitle } from '../../shared/page-title.ts'
import type { AppContext } from './app-context.ts'
import { BusyError } from '../platform/concurrency/fair-queue.ts'
import { httpError } from '../platform/http-errors.ts'
import { messagesFor } from '../platform/language.ts'
import { PageNotFound, Redirect } from './pages/loader.ts'
import { loadFrameOrNeutral } from './pages/load-page.ts'
import { logRenderFailure } from '../platform/log.ts'
import { EncodedBody } from './render/encoded-body.ts'
import { BRIEFLY } from './page/cache-control.ts'
import { bodyHeaders } from './page/cached-pages.ts'
import { compressResponse, negotiateEncoding } from './page/content-encoding.ts'
import { clientKey } from './limits/client-limits.ts'
import { followMoved } from './page/follow-moved.ts'
import { requestedAddress, sendRedirect } from './page/redirect.ts'
import { streamPage, type PageContent } from './page/render-queued.ts'
import { isBotRequest, requestState } from './request-state.ts'

const RETRY_AFTER_S = '5'

/** Ends the pipeline: responds to an error with a page, with a line of text for a bot, or with JSON for page data. */
export function errorHandler(context: AppContext): ErrorRequestHandler {
  const { logger, config, renderQueue } = context
  const sendBusy = createBusyResponder(context)
  return async (original: unknown, req, res, _next) => {
    const state = requestState(res)
    const error = original instanceof PageNotFound ? routeInvalid(requestedAddress(req, res)) : original
    const thrown = await followMoved(context, error, req, res)
    if (thrown instanceof Redirect) return sendRedirect(req, res, thrown.target)
    state.outcome = 'error'
    state.error = thrown
    if (res.destroyed) return
    if (res.headersSent) {
      logRenderFailure(logger, state.id, thrown)
      res.destroy()
      return
    }
    res.removeHeader('ETag')
    res.removeHeader('Content-Type')
    if (thrown instanceof BusyError) return sendBusy(req, res)
    const body = describeError(thrown, config.isDevelopment)
    res.status(body.statusCode).set('Cache-Control', [404, 410].includes(body.statusCode) ? BRIEFLY : 'no-store')
    if (body.statusCode === 503) res.set('Retry-After', RETRY_AFTER_S)
    if (state.respondsInJson) {
      compressResponse(req, res, () => res.json(body))
      return
    }
    res.vary('User-Agent')
    if (isBotRequest(res)) return sendText(res, body)
    try {
      // Error pages are queued, because clients can request any number of unknown URLs.
      await renderQueue.run(clientKey(req.ip), async () => {
        const page = await buildErrorPage(context, body, req.originalUrl)
        await streamPage(context, page, { req, res }, () => res.type('html'))
      })
    } catch (failure) {
      if (failure instanceof BusyError) return sendBusy(req, res)
      logRenderFailure(logger, state.id, failure)
      if (res.headersSent) res.destroy()
      else res.type('html').send(buildPlainErrorPage(body))
    }
  }
}

/** The page of a 503 is rendered once per revision, so that sending it is cheap. */
function createBusyResponder(context: AppContext): (req: Request, res: Response) => Promise<void> {
  const body = describeError(httpError(503), false)
  let cached: { readonly revision: number; readonly page: Promise<EncodedBody> } | undefined
  const render = async (res: Response) => {
    const page = await buildErrorPage(context, body, '/')
    const bytes = await streamPage(context, page, null).catch((failure: unknown) => {
      logRenderFailure(context.logger, requestState(res).id, failure)
      cached = undefined
      return Buffer.from(buildPlainErrorPage(body))
    })
    return new EncodedBody(bytes)
  }

  return async (req, res) => {
    const state = requestState(res)
    state.outcome = 'busy'
    state.error = undefined
    res.status(503)
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Retry-After', RETRY_AFTER_S)
    if (state.respondsInJson) {
      res.json(body)
      return
    }
    if (isBotRequest(res)) return sendText(res, body)
    const { revision } = context.store
    if (cached?.revision !== revision) cached = { revision, page: render(res) }
    const page = await cached.page
    const encoding = negotiateEncoding(req)
    const bytes = page.encode(encoding)
    res.writeHead(503, ['content-type', 'text/html; charset=utf-8', ...bodyHeaders(bytes, encoding)])
    res.end(bytes)
  }
}

function sendText(res: Response, { statusCode, statusMessage }: HttpErrorBody): void {
  res.type('text/plain').send(`${statusCode} ${statusMessage}\n`)
}

async function buildErrorPage(context: AppContext, error: HttpErrorBody, url: string): Promise<PageContent> {
  const frame = await loadFrameOrNeutral(context)
  const { site } = frame
  const title = buildErrorTitle(error, site, messagesFor(site))
  const description = site.pageTitles === 'site' ? site.name : error.statusMessage
  return {
    frame,
    view: { error },
    head: { title, description, canonicalPath: '/', robots: 'noindex' },
    url: url.startsWith('/') ? url : '/',
    signal: AbortSignal.timeout(context.config.renderTimeoutMs),
  }
}

function buildPlainErrorPage(error: HttpErrorBody): string {
  const text = `${error.statusCode} ${escapeHtml(error.statusMessage || defaultStatusMessage(error.statusCode))}`
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${text}</title></head><body><h1>${text}</h1></body></html>`
}
