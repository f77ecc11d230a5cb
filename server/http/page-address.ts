import { HttpError } from '../../shared/http-error.ts'
import type { RouteRedirect } from '../../shared/route-middleware.ts'
import { matchRoute, type RouteMatch } from '../../shared/routes.ts'
import { readPayloadPath } from '../../shared/urls.ts'
import { splitUrl } from './split-url.ts'

interface Location {
  /** Of the page, percent-encoded. */
  readonly pathname: string
  /** Of the page, with its question mark. */
  readonly search: string
}

export interface PageAddress extends Location {
  readonly kind: 'page'
  readonly match: RouteMatch
}

/** Of a page's data. */
export interface PayloadAddress extends Location {
  readonly kind: 'payload'
  /** Undefined where there is no such page. */
  readonly match: RouteMatch | undefined
  /** The build that asks, '' where it does not say. */
  readonly buildId: string
}

/** Of path and query; common proxies take no more either. */
const URL_MAX_LENGTH = 8_000

/**
 * Reads which page an address means, and settles what is wrong with it before anything is loaded.
 * @param url path and query, as they were asked for
 * @returns where it should be instead, without the slash at the end of a page's path; undefined where it is no page's
 * @throws HttpError 400 for broken percent codes, 414 where it is too long
 */
export function readPageAddress(url: string): PageAddress | PayloadAddress | RouteRedirect | undefined {
  if (url.length > URL_MAX_LENGTH) throw new HttpError(414, 'URI Too Long')
  const { pathname, search } = splitUrl(url)
  if (!pathname.startsWith('/') || !isDecodable(url)) throw new HttpError(400, 'Bad Request')
  const payloadOf = readPayloadPath(pathname)
  if (payloadOf !== undefined) return { kind: 'payload', match: matchRoute(payloadOf), pathname: payloadOf, ...splitPayloadQuery(search) }
  const match = matchRoute(pathname)
  if (match) return { kind: 'page', match, pathname, search }
  // Only a path that is a page's: anything else could lead a visitor to another host ('//elsewhere.example/').
  const isPage = pathname.endsWith('/') && matchRoute(pathname.slice(0, -1)) !== undefined
  return isPage ? { redirectTo: pathname.slice(0, -1) + search, status: 308 } : undefined
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

/** The build id stands last and has no name; what is in front of it is the page's own query. */
function splitPayloadQuery(search: string): Pick<PayloadAddress, 'search' | 'buildId'> {
  const parts = search.slice(1).split('&')
  const buildId = parts.at(-1)?.includes('=') ? '' : (parts.pop() ?? '')
  return { search: parts.length > 0 && parts[0] !== '' ? `?${parts.join('&')}` : '', buildId }
}
