import type { Request } from 'express'
import { withBase } from '../../shared/languages.ts'
import { runRouteMiddleware } from '../../shared/route-middleware.ts'
import { ROUTES, type RouteMatch } from '../../shared/routes.ts'
import { BUILD_ID_HEADER } from '../../shared/urls.ts'
import type { AppContext } from './app-context.ts'
import { PRIVATE, SHARED_BRIEFLY } from './cache-control.ts'
import type { LanguageSite } from './language-site.ts'
import {
  canonicalPathname,
  canonicalSearch,
  collectRowQuantities,
  orderListingSearch,
  splitPayloadUrl,
  splitUrl,
} from './page-url.ts'
import { notFound, Redirect } from './pages/loader.ts'

/** A page, or its payload: the page's data as JSON. */
export interface PageRequest {
  readonly kind: 'page' | 'payload'
  readonly site: LanguageSite
  readonly match: RouteMatch
  readonly pathname: string
  /** The query in canonical form, or as requested if the page is for one client alone. */
  readonly search: string
  /** Key in the page cache; null if the page is for this client alone. */
  readonly key: string | null
  readonly revision: number
  readonly etag: string | null
  /** Headers that not all responses have. */
  readonly headers: Map<string, string>
}

/**
 * Reads the page that a client requests.
 * @throws Redirect to the canonical address of a listing, and what the route's middleware decides
 */
export async function readPageRequest(
  context: AppContext,
  site: LanguageSite,
  kind: PageRequest['kind'],
  match: RouteMatch,
  { originalUrl }: Request,
): Promise<PageRequest> {
  const { pathname, search } = kind === 'page' ? splitUrl(originalUrl) : splitPayloadUrl(originalUrl)
  const result = await runRouteMiddleware(ROUTES[match.name].middleware ?? [], { ...match, pathname, search })
  if (result === 'abort') notFound()
  // The browser could not read a payload on another host.
  if (result) throw new Redirect({ ...result, ...(kind === 'payload' && { external: false }) })
  const ordered = orderListingSearch(match, search) ?? collectRowQuantities(match, search)
  if (ordered !== undefined)
    throw new Redirect({ redirectTo: withBase(site.base, canonicalPathname(match)) + ordered, status: 308 })
  return buildPageRequest(context, site, kind, match, search)
}

function buildPageRequest(
  { build, etagPrefix }: AppContext,
  site: LanguageSite,
  kind: PageRequest['kind'],
  match: RouteMatch,
  search: string,
): PageRequest {
  const { revision } = site.store
  const pathname = withBase(site.base, canonicalPathname(match))
  const query = canonicalSearch(match, search)
  // The ETag is weak, because all encodings share it.
  const etag = query === null ? null : `W/"${etagPrefix}-${revision}"`
  const headers: readonly (readonly [string, string])[] = [
    ['Content-Type', `${kind === 'page' ? 'text/html' : 'application/json'}; charset=utf-8`],
    ...(kind === 'page' ? [] : [[BUILD_ID_HEADER, build.id] as const]),
    // Search engines should list pages, not their data.
    ...(kind === 'payload' || etag === null ? [['X-Robots-Tag', 'noindex'] as const] : []),
    ['Cache-Control', etag === null ? PRIVATE : SHARED_BRIEFLY],
    ...(etag === null ? [] : [['ETag', etag] as const, ['Vary', 'Accept-Encoding'] as const]),
  ]
  return {
    kind,
    site,
    match,
    pathname,
    search: query ?? search,
    key: query === null ? null : `${kind} ${pathname}${query}`,
    revision,
    etag,
    headers: new Map(headers),
  }
}
