import type { RequestHandler } from 'express'
import type { PageContext } from './app-context.ts'
import { httpError } from '../platform/http-errors.ts'

/** Common proxies do not accept longer URLs either. */
const URL_MAX_LENGTH = 8_000

/** @throws HttpError 414 if the URL is too long, 400 if it is not a path or cannot be decoded */
export const checkUrl: RequestHandler = (req, _res, next) => {
  const { originalUrl: url } = req
  if (url.length > URL_MAX_LENGTH) throw httpError(414)
  if (!url.startsWith('/') || !isDecodable(url)) throw httpError(400)
  next()
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

/** Longer `Accept` headers, which no browser sends, are ignored, because parsing them is slow. */
const ACCEPT_MAX_LENGTH = 500

export const ignoreLongAccepts: RequestHandler = ({ headers }, _res, next) => {
  for (const name of ['accept', 'accept-encoding'] as const)
    if ((headers[name]?.length ?? 0) > ACCEPT_MAX_LENGTH) delete headers[name]
  next()
}

/** Rejects other methods with a 405 and an `Allow` header. */
export function allowMethods(...methods: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (!methods.includes(req.method)) {
      res.setHeader('Allow', methods.join(', '))
      throw httpError(405)
    }
    next()
  }
}

/** Rejects a request by its `Content-Length`; the body parser would read all of the body first. */
export function limitBody(maxBytes: number): RequestHandler {
  return (req, res, next) => {
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) {
      res.set('Connection', 'close')
      throw httpError(413, { fatal: false })
    }
    next()
  }
}

/**
 * Rejects requests from another site's page (cross-site request forgery). Older browsers, and those of a site without
 * TLS, send `Origin` instead of `Sec-Fetch-Site`; it has to be `SITE_URL` or the requested host. A client without both
 * is no browser and is let through.
 */
export function refuseOtherOrigins({ config }: Pick<PageContext, 'config'>): RequestHandler {
  return (req, _res, next) => {
    const { host, origin, 'sec-fetch-site': site } = req.headers
    // Behind a proxy, the scheme may differ from the browser's.
    const isSameHost = origin === undefined || (host !== undefined && URL.parse(origin)?.host === host)
    const isSameSite = site === undefined ? isSameHost : site === 'same-origin' || site === 'none'
    const isOwn = origin === config.pages.siteUrl || isSameSite
    if (!isOwn) throw httpError(403, { fatal: false })
    next()
  }
}
