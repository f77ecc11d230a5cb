import type { RequestHandler, Response } from 'express'
import { HttpError } from '../../../shared/http-error.ts'
import { runRouteMiddleware } from '../../../shared/route-middleware.ts'
import { ROUTES, type RouteName } from '../../../shared/routes.ts'
import { withBase } from '../../../shared/languages.ts'
import type { AppContext } from '../app-context.ts'
import type { CacheEntry } from '../render/page-cache.ts'
import { isNotModified, sendEntry, sendNotModified } from './cached-pages.ts'
import { notFound, Redirect } from '../pages/loader.ts'
import { requestState, type RequestState } from '../request-state.ts'
import { logUnlessExpected, type PageRenders } from './page-renders.ts'
import { buildPageRequest, type PageRequest } from './page-request.ts'
import { canonicalPathname, collectRowQuantities, orderListingSearch, splitPayloadUrl, splitUrl } from './page-url.ts'
import { streamLate, type Rendered } from './render-queued.ts'

export function createPageHandler(
  context: AppContext,
  renders: PageRenders,
): (name: RouteName, kind: PageRequest['kind']) => RequestHandler {
  return (name, kind) => async (req, res) => {
    const state = requestState(res)
    state.route = name
    const { pathname, search } = kind === 'page' ? splitUrl(req.originalUrl) : splitPayloadUrl(req.originalUrl)
    const match = { name, params: req.params as Readonly<Record<string, string>> }
    const middlewareResult = await runRouteMiddleware(ROUTES[name].middleware ?? [], { ...match, pathname, search })
    if (middlewareResult === 'abort') notFound()
    // The browser could not read a payload on another host.
    if (middlewareResult) throw new Redirect({ ...middlewareResult, ...(kind === 'payload' && { external: false }) })
    const ordered = orderListingSearch(match, search) ?? collectRowQuantities(match, search)
    if (ordered !== undefined)
      throw new Redirect({ redirectTo: withBase(context.base, canonicalPathname(match)) + ordered, status: 308 })

    const pageRequest = buildPageRequest(context, kind, match, search)
    const cached = pageRequest.key === null ? undefined : findCached(context, pageRequest.key, pageRequest.revision)
    if (cached) {
      const { entry, needsRefresh } = cached
      if (needsRefresh)
        renders
          .renderForCache(pageRequest)
          .catch((error: unknown) => logUnlessExpected(context.logger, state.id, error))
      context.pageCache.addUrl(req.originalUrl, entry.key)
      // The client may have the current page from another node, and then does not get the stale one.
      if (isNotModified(req, pageRequest.etag)) return confirmCurrent(context, res, state, pageRequest)
      return sendEntry(context, req, res, state, entry)
    }

    const { result, isOwn } = await renders
      .render(pageRequest, { req, res })
      .catch((error: unknown) => findStale(context, res, pageRequest, error))
    switch (result.kind) {
      case 'not-modified':
        return confirmCurrent(context, res, state, pageRequest)
      case 'late':
        return streamLate(context, req, res, pageRequest, result.late)
      case 'entry':
        // The client that started the render has got the page as a stream.
        if (kind === 'payload' || !isOwn) sendEntry(context, req, res, state, result.entry)
    }
  }
}

/** A page may be stale for a moment after a change of the catalogue, and while the database is unreachable. */
function findCached(
  { store, pageCache, metrics }: AppContext,
  key: string,
  revision: number,
): { readonly entry: CacheEntry; readonly needsRefresh: boolean } | undefined {
  const isUnreachable = store.unavailableSince !== null
  const entry = isUnreachable ? pageCache.findStale(key) : pageCache.find(key, revision)
  const needsRefresh = !isUnreachable && entry?.revision !== revision
  metrics.countLookup(!entry ? 'miss' : isUnreachable || needsRefresh ? 'stale' : 'hit')
  return entry && { entry, needsRefresh }
}

function confirmCurrent(context: AppContext, res: Response, state: RequestState, pageRequest: PageRequest): void {
  const headers = Object.entries(pageRequest.headers).flat()
  sendNotModified(context, res, state, {
    revision: pageRequest.revision,
    renderedAt: performance.now(),
    commonHeaders: [],
    headers,
  })
}

/** Finds a stale page after a 503. @throws the error if it has another status or no page is cached */
function findStale(
  context: AppContext,
  res: Response,
  { key }: PageRequest,
  error: unknown,
): { readonly result: Rendered; readonly isOwn: boolean } {
  const isUnavailable = error instanceof HttpError && error.status === 503 && !res.headersSent
  const entry = isUnavailable && key !== null ? context.pageCache.findStale(key) : undefined
  if (!entry) throw error
  logUnlessExpected(context.logger, requestState(res).id, error)
  return { result: { kind: 'entry', entry }, isOwn: false }
}
