import type { Request, RequestHandler, Response } from 'express'
import { HttpError, routeInvalid } from '../../../shared/http-error.ts'
import { checkNavigationTarget } from '../../../shared/navigation-target.ts'
import { runRouteMiddleware, type RouteRedirect } from '../../../shared/route-middleware.ts'
import { ROUTES, type RouteMatch, type RouteName } from '../../../shared/routes.ts'
import { BUILD_ID_HEADER, FRAME_ID_HEADER, payloadUrl } from '../../../shared/urls.ts'
import type { AppContext } from '../../app-context.ts'
import { BusyError } from '../../concurrency/fair-queue.ts'
import { loadFrame, loadPage } from '../../loaders/load-page.ts'
import { logRenderFailure } from '../../log.ts'
import { EncodedBody } from '../../render/encoded-body.ts'
import type { CacheEntry } from '../../render/page-cache.ts'
import { awaitDeferred, limitDeferred, settleDeferred, type SettledPage } from '../../render/settle-deferred.ts'
import { SingleFlight } from '../../concurrency/single-flight.ts'
import { PRIVATE, SHARED_BRIEFLY } from '../cache/cache-control.ts'
import { isNotModified, sendEntry, sendNotModified } from '../cache/cached-pages.ts'
import { clientKey } from '../limits/client-limits.ts'
import type { CommonHeaders } from '../response-headers.ts'
import { canonicalPathname, canonicalSearch, orderListingSearch } from './page-url.ts'
import { redirect } from './redirect.ts'
import { isBotRequest, requestState } from '../request-state.ts'
import { splitPayloadUrl, splitUrl } from './split-url.ts'
import { streamPage } from './render-queued.ts'
import { recordPhase } from '../time-phase.ts'
import { rejectOnAbort, disconnectSignal } from '../../concurrency/abort-signals.ts'

/** A page or its payload, as one request asks for it. */
interface PageRequest {
  readonly kind: CacheEntry['kind']
  readonly match: RouteMatch
  /** Percent-encoded, in one spelling. */
  readonly pathname: string
  /** What the page depends on, in one spelling. */
  readonly search: string
  /** In the page cache; null if the page is for this client alone. */
  readonly key: string | null
  /** Of the catalogue. */
  readonly revision: number
  readonly etag: string | null
  /** Those that not all responses have, alternating lower-case names and values. */
  readonly headers: readonly string[]
}

/** What becomes of a page that is not in the cache. Only late pages are rendered for each client separately. */
type Rendered =
  | { readonly kind: 'entry'; readonly entry: CacheEntry }
  | { readonly kind: 'late'; readonly late: SettledPage }
  | { readonly kind: 'redirect'; readonly target: RouteRedirect }
  | { readonly kind: 'not-modified' }
  | { readonly kind: 'missing' }

interface RenderMode {
  readonly isSilent: boolean
  readonly isKnown: boolean
}

/** For work that goes on although no client waits. */
const NEVER = new AbortController().signal

/** Handles pages and their payloads alike: redirect or validate, look in the cache, else load, render and stream, once per key. */
export function createPageHandler(
  context: AppContext,
  commonHeaders: CommonHeaders,
): (name: RouteName, kind: CacheEntry['kind']) => RequestHandler {
  const flights = new SingleFlight<Rendered>()
  let privateCount = 0
  const render = (req: Request, res: Response, page: PageRequest, waiter: AbortSignal) => {
    const isSilent = waiter === NEVER
    const isKnown = !isSilent && isNotModified(req, page.etag)
    // A private page is shared with nobody. A bot waits for late data: it shares what is cached, but not what is being rendered.
    const key =
      page.key === null ? `private ${privateCount++}` : `${page.key} ${page.revision} ${isBotRequest(res)} ${isKnown}`
    return flights.run(key, waiter, (controller) =>
      renderQueued(context, commonHeaders, req, res, page, controller, { isSilent, isKnown }),
    )
  }

  return (name, kind) => async (req, res) => {
    requestState(res).route = name
    const { pathname, search, buildId } =
      kind === 'page' ? { ...splitUrl(req.originalUrl), buildId: '' } : splitPayloadUrl(req.originalUrl)
    const match = { name, params: req.params as Readonly<Record<string, string>> }
    const move = (target: RouteRedirect) => redirect(res, kind === 'page' ? target : toPayload(target, buildId))

    const passed = await runRouteMiddleware(ROUTES[name].middleware ?? [], { ...match, pathname, search })
    if (passed === 'abort') throw routeInvalid(pathname + search)
    if (passed) return move(passed)
    const ordered = orderListingSearch(match, search)
    if (ordered !== undefined) return move({ redirectTo: canonicalPathname(match) + ordered, status: 308 })

    const page = describePage(context, kind, match, search)
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
    if (result.kind === 'redirect') return move(result.target)
    if (result.kind === 'not-modified')
      return sendNotModified(context, res, requestState(res), { ...page, renderedAt: Date.now() })
    if (result.kind === 'late') return streamLate(context, req, res, page, result.late)
    // The client whose request began the render has had it as a stream.
    if (kind === 'payload' || !isOwn) sendEntry(context, req, res, requestState(res), result.entry)
  }
}

function describePage(
  { store, build, etagPrefix }: AppContext,
  kind: PageRequest['kind'],
  match: RouteMatch,
  search: string,
): PageRequest {
  const { revision } = store
  const pathname = canonicalPathname(match)
  const query = canonicalSearch(match, search)
  // What is not private depends on nothing else. Weak, because each encoding counts as the same.
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

/** Search engines should show pages, not their data. */
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

/** @returns the payload of the page that a redirect leads to */
function toPayload(target: RouteRedirect, buildId: string): RouteRedirect {
  const { pathname, search } = splitUrl(checkNavigationTarget(target.redirectTo))
  return { ...target, redirectTo: payloadUrl(pathname, search, buildId) }
}

/**
 * Sends a 304 or a copy from the cache. An old copy is better than none: for a moment after a change of the catalogue, while
 * the new one is rendered, and for as long as the database is unreachable.
 * @returns whether there was one
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
  // A client that has the present page, from another node perhaps, gets no older one.
  if (isNotModified(req, etag)) sendNotModified(context, res, state, { ...page, renderedAt: Date.now() })
  else sendEntry(context, req, res, state, entry)
  return true
}

/** If the server is too busy or the database is unreachable, an old copy serves. @throws the error if there is none */
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

/**
 * Loads and renders a page within the queue. The response gets it as a stream; the finished copy goes into the cache.
 * @param mode whether it renders for the cache alone (`isSilent`), or for a client that needs no body if the page exists (`isKnown`)
 * @throws BusyError if there is no slot in time; HttpError 503 if loading takes too long
 */
function renderQueued(
  context: AppContext,
  commonHeaders: CommonHeaders,
  req: Request,
  res: Response,
  page: PageRequest,
  controller: AbortController,
  { isSilent, isKnown }: RenderMode,
): Promise<Rendered> {
  const { config, pageCache, renderQueue } = context
  const { signal } = controller
  const state = requestState(res)
  const queuedAt = performance.now()
  return renderQueue.run(clientKey(req.ip), async () => {
    signal.throwIfAborted()
    recordPhase(context, state, 'wait', queuedAt)
    const timer = setTimeout(() => controller.abort(new HttpError(503, 'Service Unavailable')), config.renderTimeoutMs)
    try {
      const startedAt = performance.now()
      const loaded = await rejectOnAbort(load(context, res, page), signal)
      recordPhase(context, state, 'load', startedAt)
      if (!loaded) return { kind: 'missing' }
      if ('movedTo' in loaded) return { kind: 'redirect', target: { redirectTo: loaded.movedTo, status: 301 } }
      if (isKnown) return { kind: 'not-modified' }
      let bytes: Buffer
      let ownHeaders: readonly string[] = []
      if (page.kind === 'payload') {
        ownHeaders = [FRAME_ID_HEADER.toLowerCase(), (await loadFrame(context.store, config.siteUrl)).id]
        bytes = Buffer.from(JSON.stringify(await rejectOnAbort(awaitDeferred(loaded), signal)))
      } else {
        const late = isBotRequest(res)
          ? { page: await rejectOnAbort(awaitDeferred(loaded), signal), missing: [] }
          : await settleDeferred(loaded)
        if (late.missing.length > 0) return { kind: 'late', late }
        const renderedFrom = performance.now()
        const onStart = () => {
          recordPhase(context, state, 'render', renderedFrom)
          if (isSilent) return
          state.outcome = 'page'
          setHeaders(res, page.headers)
        }
        bytes = await streamPage(context, describeRender(page, late, signal), { req, res, onStart, isSilent })
      }
      const entry = buildEntry(page, [...(await commonHeaders.list()), ...ownHeaders], bytes)
      if (page.key !== null) {
        pageCache.set(entry)
        pageCache.addUrl(req.originalUrl, page.key)
      }
      return { kind: 'entry', entry }
    } finally {
      clearTimeout(timer)
    }
  })
}

/** @returns the page, its present path if it moved, or undefined if there is no such product, category or page number */
function load(
  { store, enquiries, logger }: AppContext,
  res: Response,
  { match, search }: PageRequest,
): ReturnType<typeof loadPage> {
  const { id } = requestState(res)
  return loadPage(match, {
    store,
    enquiries,
    query: new URLSearchParams(search),
    onDeferredError: (error) => logRenderFailure(logger, id, error),
  })
}

function buildEntry(
  { key, kind, match, revision, etag, headers }: PageRequest,
  furtherHeaders: readonly string[],
  bytes: Buffer,
): CacheEntry {
  return {
    key: key ?? '',
    kind,
    route: match.name,
    revision,
    renderedAt: Date.now(),
    etag,
    headers: [...furtherHeaders, ...headers],
    body: new EncodedBody(bytes),
  }
}

function describeRender({ pathname, search }: PageRequest, { page, missing }: SettledPage, signal: AbortSignal) {
  return { view: page, head: page.head, url: pathname + search, signal, missing }
}

/** Streams a page whose late parts follow as their data comes. Its inline scripts run under a nonce, so nobody may cache it. */
async function streamLate(
  context: AppContext,
  req: Request,
  res: Response,
  page: PageRequest,
  late: SettledPage,
): Promise<void> {
  const state = requestState(res)
  const { config, logger, renderQueue } = context
  const onStart = () => {
    recordPhase(context, state, 'render', renderedFrom)
    state.outcome = 'streamed'
    // nginx would otherwise wait for the whole response.
    res.type('html').set({ 'Cache-Control': PRIVATE, 'X-Accel-Buffering': 'no' })
  }
  let renderedFrom = performance.now()
  if (req.method === 'HEAD') {
    onStart()
    res.end()
    return
  }
  const limited = limitDeferred(late, config.renderTimeoutMs, (error) => logRenderFailure(logger, state.id, error))
  const signal = disconnectSignal(req, res)
  await renderQueue.run(clientKey(req.ip), () => {
    renderedFrom = performance.now()
    return streamPage(context, describeRender(page, limited, signal), { req, res, onStart })
  })
}

function setHeaders(res: Response, alternating: readonly string[]): void {
  for (let index = 0; index < alternating.length; index += 2)
    res.setHeader(alternating[index]!, alternating[index + 1]!)
}
