import type { ErrorRequestHandler, Request, Response } from 'express'
import { escapeHtml } from '../../shared/escape.ts'
import { defaultStatusMessage, describeError, routeInvalid, type HttpErrorBody } from '../../shared/http-error.ts'
import { buildErrorTitle } from '../../shared/page-title.ts'
import type { CatalogPages } from '../catalog/store/catalog-pages.ts'
import type { AppContext } from './app-context.ts'
import { BusyError } from '../platform/concurrency/fair-queue.ts'
import { httpError } from '../platform/http-errors.ts'
import { messagesFor } from '../platform/language.ts'
import { PageNotFound, Redirect } from './pages/loader.ts'
import { loadFrameOrNeutral } from './pages/load-page.ts'
import { logRenderFailure } from '../platform/log.ts'
import { BRIEFLY } from './cache-control.ts'
import { compressResponse, EncodedBody, negotiateEncoding, sendEncoded } from './compression.ts'
import { clientKey } from './limits/client-limits.ts'
import { followMoved } from './follow-moved.ts'
import { requestedAddress, sendRedirect } from './redirect.ts'
import { siteOf, type LanguageSite } from './language-site.ts'
import { renderPage, type PageContent } from './render.tsx'
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
        const page = await buildErrorPage(context, siteOf(res), body, req.originalUrl)
        await renderPage(context, page, { req, res }, () => res.type('html'))
      })
    } catch (failure) {
      if (failure instanceof BusyError) return sendBusy(req, res)
      logRenderFailure(logger, state.id, failure)
      if (res.headersSent) res.destroy()
      else res.type('html').send(buildPlainErrorPage(body))
    }
  }
}

/** The page of a 503 is rendered once per revision and language, so that sending it is cheap. */
function createBusyResponder(context: AppContext): (req: Request, res: Response) => Promise<void> {
  const body = describeError(httpError(503), false)
  const cached = new WeakMap<CatalogPages, { readonly revision: number; readonly page: Promise<EncodedBody> }>()
  const render = async (res: Response) => {
    const page = await buildErrorPage(context, siteOf(res), body, '/')
    const bytes = await renderPage(context, page, null).catch((failure: unknown) => {
      logRenderFailure(context.logger, requestState(res).id, failure)
      cached.delete(siteOf(res).store)
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
    const { store } = siteOf(res)
    let known = cached.get(store)
    if (known?.revision !== store.revision) cached.set(store, (known = { revision: store.revision, page: render(res) }))
    const page = await known.page
    const encoding = negotiateEncoding(req)
    res.type('html')
    sendEncoded(res, page.encode(encoding), encoding)
  }
}

function sendText(res: Response, { statusCode, statusMessage }: HttpErrorBody): void {
  res.type('text/plain').send(`${statusCode} ${statusMessage}\n`)
}

async function buildErrorPage(
  context: AppContext,
  language: LanguageSite,
  error: HttpErrorBody,
  url: string,
): Promise<PageContent> {
  const frame = await loadFrameOrNeutral(context, language.store)
  const { site } = frame
  const title = buildErrorTitle(error, site, messagesFor(site))
  const description = site.pageTitles === 'site' ? site.name : error.statusMessage
  return {
    frame,
    view: { error },
    head: { title, description, canonicalPath: '/', robots: 'noindex' },
    url: url.startsWith('/') ? url : '/',
  }
}

function buildPlainErrorPage(error: HttpErrorBody): string {
  const text = `${error.statusCode} ${escapeHtml(error.statusMessage || defaultStatusMessage(error.statusCode))}`
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${text}</title></head><body><h1>${text}</h1></body></html>`
}
