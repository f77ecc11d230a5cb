import type { ErrorRequestHandler, Request, Response } from 'express'
import { escapeHtml } from '../platform/escape-html.ts'
import {
  defaultStatusMessage,
  describeError,
  routeInvalid,
  type HttpErrorBody,
  HttpError,
} from '../../shared/http-error.ts'
import { buildErrorTitle } from '../../shared/page-title.ts'
import type { AppContext, PageContext } from './app-context.ts'
import { BusyError } from '../platform/concurrency/fair-queue.ts'
import { messagesFor } from '../platform/language.ts'
import { PageNotFound, Redirect } from './pages/loader.ts'
import { loadFrameOrNeutral } from './pages/load-page.ts'
import { logRenderFailure } from '../platform/log.ts'
import { BRIEFLY } from './cache-control.ts'
import { compressResponse } from './compression.ts'
import { clientKey } from './limits/client-limits.ts'
import { siteOf } from './language-site.ts'
import { renderPage } from './render.tsx'
import { isBotRequest, requestState } from './request-state.ts'
import { checkNavigationTarget, type RouteRedirect } from '../../shared/route-middleware.ts'
import { payloadUrl } from '../../shared/urls.ts'
import { splitPayloadUrl, splitUrl } from './page-request.ts'
import { findMovedAddress } from './pages/moved-address.ts'

const RETRY_AFTER_S = '5'

type ErrorContext = PageContext & Pick<AppContext, 'config' | 'readRedirects' | 'renderQueue'>

/**
 * Ends the pipeline: responds to an error with a page, with a line of text for a bot, or with JSON for page data. Under
 * overload, the page is a plain one that costs no rendering.
 */
export function errorHandler(context: ErrorContext): ErrorRequestHandler {
  const { logger, config, renderQueue } = context
  const respond = async (original: unknown, req: Request, res: Response): Promise<void> => {
    const state = requestState(res)
    const error = original instanceof PageNotFound ? routeInvalid(requestedAddress(req, res)) : original
    const thrown = await followMoved(context, error, req, res)
    if (thrown instanceof Redirect) return sendRedirect(req, res, thrown.target)
    const isBusy = thrown instanceof BusyError
    state.outcome = isBusy ? 'busy' : 'error'
    state.error = isBusy ? undefined : thrown
    if (res.destroyed) return
    if (res.headersSent) {
      logRenderFailure(logger, state.id, thrown)
      res.destroy()
      return
    }
    res.removeHeader('ETag')
    res.removeHeader('Content-Type')
    const body = describeError(thrown, config.isDevelopment)
    res.status(body.statusCode).set('Cache-Control', [404, 410].includes(body.statusCode) ? BRIEFLY : 'no-store')
    if (body.statusCode === 503) res.set('Retry-After', RETRY_AFTER_S)
    if (state.respondsInJson) {
      compressResponse(req, res, () => res.json(body))
      return
    }
    res.vary('User-Agent')
    if (isBotRequest(res)) return void res.type('text/plain').send(`${body.statusCode} ${body.statusMessage}\n`)
    if (isBusy) return void res.type('html').send(buildPlainErrorPage(body))
    try {
      // Error pages are queued, because clients can request any number of unknown URLs.
      await renderQueue.run(clientKey(req.ip), async () => {
        const frame = await loadFrameOrNeutral(context, siteOf(res).store)
        const { site } = frame
        const title = buildErrorTitle(body, site, messagesFor(site))
        const description = site.pageTitles === 'site' ? site.name : body.statusMessage
        const head = { title, description, canonicalPath: '/', robots: 'noindex' } as const
        const url = req.originalUrl.startsWith('/') ? req.originalUrl : '/'
        await renderPage(context, { frame, view: { error: body }, head, url }, { req, res }, () => res.type('html'))
      })
    } catch (failure) {
      if (failure instanceof BusyError) return respond(failure, req, res)
      logRenderFailure(logger, state.id, failure)
      if (res.headersSent) res.destroy()
      else res.type('html').send(buildPlainErrorPage(body))
    }
  }
  return (error: unknown, req, res, _next) => respond(error, req, res)
}

function buildPlainErrorPage(error: HttpErrorBody): string {
  const text = `${error.statusCode} ${escapeHtml(error.statusMessage || defaultStatusMessage(error.statusCode))}`
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${text}</title></head><body><h1>${text}</h1><p><a href="">Try again</a></p></body></html>`
}

/** Redirects a page to a page, and a payload to a payload. Caches store the redirect briefly. */
function sendRedirect(req: Request, res: Response, { redirectTo, status = 302, external }: RouteRedirect): void {
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
function requestedAddress(req: Request, res: Response): string {
  if (!requestState(res).respondsInJson) return req.originalUrl
  const { pathname, search } = splitPayloadUrl(req.originalUrl)
  return pathname + search
}

/**
 * Looks for the new address of a missing page among the owner's redirects and the usual addresses of the old shop.
 * @returns a redirect, or the error to respond with
 */
async function followMoved(
  { renderQueue, readRedirects, logger }: ErrorContext,
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
