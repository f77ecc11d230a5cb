import type { Request, RequestHandler } from 'express'
import type { AppContext } from '../app-context.ts'
import { httpError } from '../http-errors.ts'

/** Longest path with query; common proxies accept no more either. */
const URL_MAX_LENGTH = 8_000

/** Rejects URLs that no route can match. @throws HttpError 414 if the URL is too long, 400 if it is no path or cannot be decoded */
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

/** Rejects all other methods with a 405 and an `Allow` header. */
export function allowMethods(...methods: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (!methods.includes(req.method)) {
      res.setHeader('Allow', methods.join(', '))
      throw httpError(405)
    }
    next()
  }
}

/** Rejects a request by its `Content-Length`, before its body is read. The body parser limits requests without this header. */
export function limitBody(maxBytes: number): RequestHandler {
  return (req, res, next) => {
    if (!(Number(req.headers['content-length'] ?? 0) > maxBytes)) return next()
    res.set('Connection', 'close')
    next(httpError(413, { fatal: false }))
  }
}

/**
 * Rejects requests that a page of another site makes a browser send (cross-site request forgery).
 *
 * Browsers send `Sec-Fetch-Site` or, if they are older or the site has no TLS, `Origin`. The origin has to be `SITE_URL` or
 * that of the requested host, because a site may have several host names. A client that sends neither header is no browser,
 * so other sites cannot control it.
 */
export function refuseOtherOrigins({ config }: AppContext): RequestHandler {
  return (req, _res, next) => {
    const site = req.headers['sec-fetch-site']
    const { origin } = req.headers
    const isOwn =
      site === 'same-origin' || site === 'none' || isOwnOrigin(req, origin, config.siteUrl, site !== undefined)
    if (isOwn || (site === undefined && origin === undefined)) next()
    else next(httpError(403, { fatal: false }))
  }
}

/** Compares hosts without their schemes, because a proxy may use another scheme than its clients. */
function isOwnOrigin(req: Request, origin: string | undefined, siteUrl: string, hasFetchSite: boolean): boolean {
  if (origin === siteUrl) return true
  if (hasFetchSite || origin === undefined || !URL.canParse(origin)) return false
  return new URL(origin).host === req.headers.host
}
