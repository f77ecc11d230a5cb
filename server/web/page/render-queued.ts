import type { Request, Response } from 'express'
import type { RouteMatch } from '../../../shared/routes.ts'
import { FRAME_ID_HEADER } from '../../../shared/urls.ts'
import type { AppContext } from '../app-context.ts'
import { disconnectSignal, rejectOnAbort } from '../../platform/concurrency/abort-signals.ts'
import { httpError } from '../../platform/http-errors.ts'
import { PageNotFound, Redirect } from '../pages/loader.ts'
import { loadFrame, loadPage } from '../pages/load-page.ts'
import { logRenderFailure } from '../../platform/log.ts'
import { EncodedBody } from '../render/encoded-body.ts'
import type { CacheEntry } from '../render/page-cache.ts'
import { PageStream } from '../render/page-stream.ts'
import { renderPage, type RenderRequest } from '../render/render-page.tsx'
import { awaitDeferred, limitDeferred, settleDeferred, type SettledPage } from '../render/settle-deferred.ts'
import { findUnmatchedSearch } from '../../catalog/unmatched-texts/find-unmatched-search.ts'
import { PRIVATE } from './cache-control.ts'
import { compressResponse } from './content-encoding.ts'
import { clientKey } from '../limits/client-limits.ts'
import { requestState } from '../request-state.ts'
import { allowInlineScripts, type CommonHeaders } from '../response-headers.ts'
import type { PageRequest } from './page-request.ts'

/** All clients of a page share this result. A page with late data is then streamed to each of them. */
export type Rendered =
  | { readonly kind: 'entry'; readonly entry: CacheEntry }
  | { readonly kind: 'late'; readonly late: SettledPage }
  | { readonly kind: 'not-modified' }

export interface Client {
  readonly req: Request
  readonly res: Response
}

/** Client and request id of pages that are rendered for the cache only. */
export const CACHE_ONLY = 'cache'

interface RenderTask {
  readonly context: AppContext
  readonly commonHeaders: CommonHeaders
  readonly client: Client | null
  readonly pageRequest: PageRequest
  readonly controller: AbortController
  /** Waits for deferred data, because the page cannot be streamed in parts. */
  readonly waitsForAll: boolean
  /** The client has the current version and needs no body. */
  readonly hasCurrent: boolean
}

/**
 * Loads and renders a page in a slot of the queue, streams it to the response, and caches it when it is complete.
 * @throws BusyError if there is no slot in time; HttpError 503 if loading takes too long
 */
export function renderQueued({
  context,
  commonHeaders,
  client,
  pageRequest,
  controller,
  waitsForAll,
  hasCurrent,
}: RenderTask): Promise<Rendered> {
  const { config, pageCache, renderQueue } = context
  const { signal } = controller
  const { match, search } = pageRequest
  const state = client ? requestState(client.res) : { id: CACHE_ONLY, route: match.name }
  const queuedAt = performance.now()
  return renderQueue.run(client ? clientKey(client.req.ip) : CACHE_ONLY, async () => {
    signal.throwIfAborted()
    context.metrics.countPhase(state.route, 'wait', queuedAt)
    const timer = setTimeout(() => controller.abort(httpError(503)), config.renderTimeoutMs)
    try {
      const startedAt = performance.now()
      const loaded = await rejectOnAbort(loadRequestedPage(context, match, search, state.id), signal)
      context.metrics.countPhase(state.route, 'load', startedAt)
      if (hasCurrent) return { kind: 'not-modified' }
      const settled = waitsForAll
        ? { page: await rejectOnAbort(awaitDeferred(loaded), signal), pending: [] }
        : await settleDeferred(loaded)
      if (settled.pending.length > 0) return { kind: 'late', late: settled }
      const unmatchedSearch = findUnmatchedSearch(settled.page)
      const renderedFrom = performance.now()
      const onStart = () => {
        context.metrics.countPhase(state.route, 'render', renderedFrom)
        if (!client) return
        const clientState = requestState(client.res)
        clientState.outcome = 'page'
        clientState.unmatchedSearch = unmatchedSearch
        client.res.set(pageRequest.headers)
      }
      const bytes =
        pageRequest.kind === 'payload'
          ? Buffer.from(JSON.stringify(settled.page))
          : await streamPage(context, buildContent(pageRequest, settled, signal), client, onStart)
      const shared = await commonHeaders.list()
      const frameId =
        pageRequest.kind === 'payload'
          ? [FRAME_ID_HEADER.toLowerCase(), (await loadFrame(context.store, config.pages.siteUrl)).id]
          : []
      const entry = buildEntry(pageRequest, shared, frameId, bytes, unmatchedSearch)
      if (pageRequest.key !== null) {
        pageCache.set(entry)
        if (client) pageCache.addUrl(client.req.originalUrl, pageRequest.key)
      }
      return { kind: 'entry', entry }
    } catch (error) {
      // Otherwise the old page would be shown while the database is unreachable.
      const isGone = error instanceof PageNotFound || error instanceof Redirect
      if (isGone && pageRequest.key !== null) pageCache.delete(pageRequest.key)
      throw error
    } finally {
      clearTimeout(timer)
    }
  })
}

/** @param requestId for the log lines of deferred data that fail */
export function loadRequestedPage(
  { store, enquiries, logger, config }: AppContext,
  match: RouteMatch,
  search: string,
  requestId: string,
): ReturnType<typeof loadPage> {
  return loadPage(match, search, {
    store,
    enquiries,
    siteUrl: config.pages.siteUrl,
    onDeferredError: (error) => logRenderFailure(logger, requestId, error),
  })
}

function buildEntry(
  { key, kind, base, match, search, revision, etag, headers }: PageRequest,
  commonHeaders: readonly string[],
  furtherHeaders: readonly string[],
  bytes: Buffer,
  unmatchedSearch: string | null,
): CacheEntry {
  return {
    key: key ?? '',
    kind,
    base,
    match,
    search,
    revision,
    renderedAt: performance.now(),
    etag,
    commonHeaders,
    headers: [...furtherHeaders, ...Object.entries(headers).flat()],
    body: new EncodedBody(bytes),
    unmatchedSearch,
  }
}

/** Late parts follow with their data. No cache stores the page, because its inline scripts have a nonce. */
export async function streamLate(
  context: AppContext,
  req: Request,
  res: Response,
  pageRequest: PageRequest,
  late: SettledPage,
): Promise<void> {
  const state = requestState(res)
  const { config, logger, renderQueue } = context
  const setHeaders = () => {
    state.outcome = 'streamed'
    // Otherwise nginx would buffer the whole response.
    res.type('html').set({ 'Cache-Control': PRIVATE, 'X-Accel-Buffering': 'no' })
  }
  if (req.method === 'HEAD') {
    setHeaders()
    res.end()
    return
  }
  const limited = limitDeferred(late, config.renderTimeoutMs, (error) => logRenderFailure(logger, state.id, error))
  const content = buildContent(pageRequest, limited, disconnectSignal(req, res))
  await renderQueue.run(clientKey(req.ip), () => {
    const startedAt = performance.now()
    const onStart = () => {
      context.metrics.countPhase(state.route, 'render', startedAt)
      setHeaders()
    }
    return streamPage(context, content, { req, res }, onStart)
  })
}

/** Without `frame` (the layout's data), the current one is loaded. */
export type PageContent = Omit<RenderRequest, 'frame' | 'build' | 'settings'> & Partial<Pick<RenderRequest, 'frame'>>

function buildContent(
  { pathname, search }: PageRequest,
  { page, pending }: SettledPage,
  signal: AbortSignal,
): PageContent {
  return { view: page, head: page.head, url: pathname + search, signal, pending }
}

/**
 * Streams a page through the compressor while React renders it.
 * @param client null if the page is for a cache only
 * @param onStart called right before the first byte
 * @returns the whole page
 * @throws what rendering throws; a response that has begun can only be cut off
 */
export async function streamPage(
  context: AppContext,
  content: PageContent,
  client: Client | null,
  onStart: () => void = () => {},
): Promise<Buffer> {
  const { store, config, build } = context
  const frame = content.frame ?? (await loadFrame(store, config.pages.siteUrl))
  const stream = new PageStream(client?.res ?? null, (nonce) => {
    onStart()
    if (!client) return
    const { req, res } = client
    if (nonce !== undefined) allowInlineScripts(res, nonce)
    compressResponse(req, res, () => {})
  })
  await renderPage({ ...content, frame, build, settings: config.pages.client }, stream)
  return stream.bytes
}
