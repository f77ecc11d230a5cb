import type { RequestHandler } from 'express'
import { HttpError } from '../../shared/http-error.ts'
import { matchRoute } from '../../shared/routes.ts'
import { readPayloadPath } from '../../shared/urls.ts'
import { allowMethods } from './allow-methods.ts'
import { redirect } from './redirect.ts'
import { splitUrl } from './split-url.ts'

const allowReading = allowMethods('GET', 'HEAD')
const allowReadingAndSending = allowMethods('GET', 'HEAD', 'POST')

/** Of path and query; common proxies take no more either. */
const URL_MAX_LENGTH = 8_000

/**
 * Settles what is wrong with an address before anything is loaded for it: broken percent codes are a 400, too long a one is a 414, a slash at
 * the end of a page's path leads with a 308 to the path without it, and pages and payloads are only read, but for the
 * one that takes enquiries.
 */
export const canonicalUrl: RequestHandler = (req, res, next) => {
  if (req.originalUrl.length > URL_MAX_LENGTH) throw new HttpError(414, 'URI Too Long')
  const { pathname, search } = splitUrl(req.originalUrl)
  if (!pathname.startsWith('/') || !isDecodable(pathname) || !isDecodable(search)) throw new HttpError(400, 'Bad Request')
  // Only a path that is a page's: anything else could lead a visitor to another host ('//elsewhere.example/').
  if (pathname.length > 1 && pathname.endsWith('/') && matchRoute(pathname.slice(0, -1))) {
    redirect(res, { redirectTo: pathname.slice(0, -1) + search, status: 308 })
    return
  }
  if (matchRoute(pathname)?.name === 'contact') allowReadingAndSending(req, res, next)
  else if (matchRoute(readPayloadPath(pathname) ?? pathname)) allowReading(req, res, next)
  else next()
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}
