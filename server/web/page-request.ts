import type { Request } from 'express'
import { withBase } from '../../shared/languages.ts'
import { runRouteMiddleware } from '../../shared/route-middleware.ts'
import { ROUTES, type RouteMatch, type RouteName } from '../../shared/routes.ts'
import { BUILD_ID_HEADER, readPayloadPath } from '../../shared/urls.ts'
import type { AppContext } from './app-context.ts'
import { PRIVATE, SHARED_BRIEFLY } from './cache-control.ts'
import type { LanguageSite } from './language-site.ts'
import { notFound, Redirect } from './pages/loader.ts'
import { ENQUIRY_ITEMS_MAX } from '../../shared/enquiry-fields.ts'
import { ITEM_PARAMETER, readItems, ROW_PREFIX, writeList } from '../../shared/enquiry-items.ts'
import { PAGE_QUERIES } from './pages/page-queries.ts'

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
  { build, etagPrefix }: Pick<AppContext, 'build' | 'etagPrefix'>,
  site: LanguageSite,
  kind: PageRequest['kind'],
  match: RouteMatch,
  { originalUrl }: Request,
): Promise<PageRequest> {
  const requested = kind === 'page' ? splitUrl(originalUrl) : splitPayloadUrl(originalUrl)
  const { search } = requested
  const destination = { ...match, pathname: requested.pathname, search }
  const result = await runRouteMiddleware(ROUTES[match.name].middleware ?? [], destination)
  if (result === 'abort') notFound()
  // The browser could not read a payload on another host.
  if (result) throw new Redirect({ ...result, ...(kind === 'payload' && { external: false }) })
  const pathname = withBase(site.base, canonicalPathname(match))
  const ordered = orderListingSearch(match, search) ?? collectRowQuantities(match, search)
  if (ordered !== undefined) throw new Redirect({ redirectTo: pathname + ordered, status: 308 })
  const { revision } = site.store
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

type SplitUrl = Pick<URL, 'pathname' | 'search'>

export function splitUrl(url: string): SplitUrl {
  const [pathname = ''] = url.split('?', 1)
  return { pathname, search: url.slice(pathname.length) }
}

export function readQuery(url: string): URLSearchParams {
  return new URLSearchParams(splitUrl(url).search)
}

/**
 * Splits a payload's URL into the page's path and query and the client's build id, which is the last parameter, without
 * a name ('' if missing).
 */
export function splitPayloadUrl(url: string): SplitUrl & { readonly buildId: string } {
  const { pathname, search } = splitUrl(url)
  const parts = search.slice(1).split('&')
  const buildId = parts.at(-1)?.includes('=') ? '' : (parts.pop() ?? '')
  return {
    pathname: readPayloadPath(pathname) ?? pathname,
    search: parts.length > 0 && parts[0] !== '' ? `?${parts.join('&')}` : '',
    buildId,
  }
}

/** Writes a page's path in canonical form: `/products/%6doon-jar` becomes `/products/moon-jar`. */
function canonicalPathname({ name, params }: RouteMatch): string {
  return ROUTES[name].path.replace(/:(\w+)/g, (_parameter, key: string) => encodeURIComponent(params[key] ?? ''))
}

/**
 * Reduces a query to what the page depends on, so that equivalent URLs share a cache key.
 * @returns null if the page is for one client alone
 */
export function canonicalSearch({ name }: RouteMatch, search: string): string | null {
  if (search === '') return ''
  const params = new URLSearchParams(search)
  // Such a page is for one client alone, because its links and forms contain the visitor's enquiry list.
  return params.has(ITEM_PARAMETER) ? null : writeCanonical(name, params)
}

function writeCanonical<Name extends RouteName>(name: Name, params: URLSearchParams): string | null {
  const { read, write } = PAGE_QUERIES[name]
  return write(read(params))
}

/**
 * Orders a listing's query, so that crawlers find each listing at one URL: first its own parameters without defaults,
 * then unknown ones, such as those of a campaign. A comparison replaces the listing's other parameters.
 * @returns undefined if the query is in order, or the page has no listing
 */
export function orderListingSearch({ name }: RouteMatch, search: string): string | undefined {
  const { isOwnKey } = PAGE_QUERIES[name]
  if (search === '' || !isOwnKey) return undefined
  const params = new URLSearchParams(search)
  const ordered = writeCanonical(name, params) ?? ''
  const known = new URLSearchParams([...params].filter(([key]) => isOwnKey(key))).toString()
  if (known === new URLSearchParams(ordered).toString()) return undefined
  const others = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && ![...new URLSearchParams(part).keys()].some(isOwnKey))
  const parts = [...(ordered ? [ordered.slice(1)] : []), ...others]
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/**
 * Writes the quantities that a form sends without scripts as an enquiry list: the products in the address, and each row
 * with a quantity.
 * @returns undefined if the query has no rows
 */
function collectRowQuantities({ name }: RouteMatch, search: string): string | undefined {
  if (name !== 'contact' || !search.includes(ITEM_PARAMETER)) return undefined
  const params = new URLSearchParams(search)
  const rows = [...params].filter(([key]) => key.startsWith(ROW_PREFIX))
  if (rows.length === 0) return undefined
  for (const [key, quantity] of rows) {
    params.delete(key)
    const [product, ...variant] = key.slice(ROW_PREFIX.length).split(':')
    if (Number(quantity) > 0) params.append(ITEM_PARAMETER, [product, quantity.trim(), ...variant].join(':'))
  }
  // One item more than the page shows, so that it says that some were left out.
  const list = writeList(readItems(params, ENQUIRY_ITEMS_MAX + 1))
  return list && `?${list}`
}
