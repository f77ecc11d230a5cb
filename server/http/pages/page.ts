import type { Request, RequestHandler, Response } from 'express'
import { HttpError, routeInvalid } from '../../../shared/http-error.ts'
import { checkNavigationTarget } from '../../../shared/navigation-target.ts'
import { runRouteMiddleware, type RouteRedirect } from '../../../shared/route-middleware.ts'
import { ROUTES, type RouteMatch, type RouteName } from '../../../shared/routes.ts'
import { BUILD_ID_HEADER, payloadUrl } from '../../../shared/urls.ts'
import type { AppContext } from '../../app-context.ts'
import { disconnectSignal } from '../../concurrency/abort-signals.ts'
import { BusyError } from '../../concurrency/fair-queue.ts'
import { SingleFlight } from '../../concurrency/single-flight.ts'
import { logRenderFailure } from '../../log.ts'
import { PRIVATE, SHARED_BRIEFLY } from '../cache/cache-control.ts'
import { isNotModified, sendEntry, sendNotModified } from '../cache/cached-pages.ts'
import { isBotRequest, requestState } from '../request-state.ts'
import type { CommonHeaders } from '../response-headers.ts'
import { canonicalPathname, canonicalSearch, orderListingSearch, splitPayloadUrl, splitUrl } from './page-url.ts'
import { redirect } from './redirect.ts'
import { renderQueued, streamLate, type PageRequest, type Rendered } from './render-queued.ts'

/** The caller's signal of a render that refreshes the cache: no client waits for it, so it never aborts. */
const NEVER = new AbortController().signal

/** Creates the handlers of pages and payloads: redirect or validate, look in the cache, else load, render and stream, once per key. */
export function createPageHandler(
  context: AppContext,
  commonHeaders: CommonHeaders,
): (name: RouteName, kind: PageRequest['kind']) => RequestHandler {
  const flights = new SingleFlight<Rendered>()
  let privateCount = 0
  const render = (req: Request, res: Response, page: PageRequest, caller: AbortSignal) => {
    const isForCacheOnly = caller === NEVER
    const hasCurrent = !isForCacheOnly && isNotModified(req, page.etag)
    // A private page has a unique key. Bots have their own, because they wait for late data; they share cached pages with all others.
    const key =
      page.key === null
        ? `private ${privateCount++}`
        : `${page.key} ${page.revision} ${isBotRequest(res)} ${hasCurrent}`
    return flights.run(key, caller, (controller) =>
      renderQueued(context, commonHeaders, req, res, page, controller, { isForCacheOnly, hasCurrent }),
    )
  }

  return (name, kind) => async (req, res) => {
    requestState(res).route = name
    const { pathname, search, buildId } =
      kind === 'page' ? { ...splitUrl(req.originalUrl), buildId: '' } : splitPayloadUrl(req.originalUrl)
    const match = { name, params: req.params as Readonly<Record<string, string>> }
    const redirectPage = (target: RouteRedirect) =>
      redirect(res, kind === 'page' ? target : redirectPayload(target, buildId))

    const passed = await runRouteMiddleware(ROUTES[name].middleware ?? [], { ...match, pathname, search })
    if (passed === 'abort') throw routeInvalid(pathname + search)
    if (passed) return redirectPage(passed)
    const ordered = orderListingSearch(match, search)
    if (ordered !== undefined) return redirectPage({ redirectTo: canonicalPathname(match) + ordered, status: 308 })

    const page = buildPageRequest(context, kind, match, search)
    if (page.key !== null) {
      const refresh = () => {
        render(req, res, page, NEVER).catch((error: unknown) => logUnlessBusy(context, res, error))
      }
      if (sendFromCache(context, req, res, page, page.key, refresh)) return
    }
    const { result, isOwn } = await render(req, res, page, disconnectSignal(req, res)).catch((error: unknown) =>
      findStale(context, res, page, error),
    )
    if (result.kind === 'missing') throw routeInvalid(pathname + search)
    if (result.kind === 'redirect') return redirectPage(result.target)
    if (result.kind === 'not-modified')
      return sendNotModified(context, res, requestState(res), { ...page, renderedAt: Date.now() })
    if (result.kind === 'late') return streamLate(context, req, res, page, result.late)
    // The render has already streamed the page to the client that started it.
    if (kind === 'payload' || !isOwn) sendEntry(context, req, res, requestState(res), result.entry)
  }
}

function buildPageRequest(
  { store, build, etagPrefix }: AppContext,
  kind: PageRequest['kind'],
  match: RouteMatch,
  search: string,
): PageRequest {
  const { revision } = store
  const pathname = canonicalPathname(match)
  const query = canonicalSearch(match, search)
  // The build, the settings and the revision determine each public page. The ETag is weak because all encodings share it.
  const etag = query === null ? null : `W/"${etagPrefix}-${revision}"`
  const own = kind === 'page' ? ['content-type', 'text/html; charset=utf-8'] : payloadHeaders(build.id)
  const caching =
    etag === null
      ? ['cache-control', PRIVATE]
      : ['etag', etag, 'cache-control', SHARED_BRIEFLY, 'vary', 'Accept-Encoding']
  return {
    kind,
    match,
    pathname,
    search: query ?? search,
    key: query === null ? null : `${kind} ${pathname}${query}`,
    revision,
    etag,
    headers: [...own, ...caching],
  }
}

/** Payloads have `noindex`, because search engines should list pages instead of their data. */
function payloadHeaders(buildId: string): readonly string[] {
  return [
    'content-type',
    'application/json; charset=utf-8',
    BUILD_ID_HEADER.toLowerCase(),
    buildId,
    'x-robots-tag',
    'noindex',
  ]
}

/** Turns a redirect to a page into a redirect to its payload. */
function redirectPayload(target: RouteRedirect, buildId: string): RouteRedirect {
  const { pathname, search } = splitUrl(checkNavigationTarget(target.redirectTo))
  return { ...target, redirectTo: payloadUrl(pathname, search, buildId) }
}

/**
 * Sends a 304 or a cached page. A stale page is sent for a moment after a change of the catalogue, while the new one is
 * rendered, and for as long as the database is unreachable.
 * @returns whether the cache had the page
 */
function sendFromCache(
  context: AppContext,
  req: Request,
  res: Response,
  page: PageRequest,
  key: string,
  refresh: () => void,
): boolean {
  const { store, pageCache, metrics } = context
  const { revision, etag } = page
  const state = requestState(res)
  const isUnreachable = store.unavailableSince !== null
  const entry = isUnreachable ? pageCache.findStale(key) : pageCache.find(key, revision)
  const isFresh = entry?.revision === revision && !isUnreachable
  metrics.countLookup(!entry ? 'miss' : isFresh ? 'hit' : 'stale')
  if (!entry) return false
  if (!isFresh && !isUnreachable) refresh()
  pageCache.addUrl(req.originalUrl, key)
  // A client may have got the current page from another node: then a stale entry would be older than its own.
  if (isNotModified(req, etag)) sendNotModified(context, res, state, { ...page, renderedAt: Date.now() })
  else sendEntry(context, req, res, state, entry)
  return true
}

/** Finds a stale page for a request that failed with a 503. @throws the error if the status differs or the cache has no page */
function findStale(
  context: AppContext,
  res: Response,
  { key }: PageRequest,
  error: unknown,
): { readonly result: Rendered; readonly isOwn: boolean } {
  const isUnavailable = error instanceof HttpError && error.status === 503 && !res.headersSent
  const entry = isUnavailable && key !== null ? context.pageCache.findStale(key) : undefined
  if (!entry) throw error
  logUnlessBusy(context, res, error)
  return { result: { kind: 'entry', entry }, isOwn: false }
}

function logUnlessBusy({ logger }: AppContext, res: Response, error: unknown): void {
  if (!(error instanceof BusyError)) logRenderFailure(logger, requestState(res).id, error)
}
