import type { Request, Response } from 'express'
import type { RouteRedirect } from '../../../shared/route-middleware.ts'
import type { RouteMatch } from '../../../shared/routes.ts'
import { FRAME_ID_HEADER } from '../../../shared/urls.ts'
import type { AppContext } from '../../app-context.ts'
import { disconnectSignal, rejectOnAbort } from '../../concurrency/abort-signals.ts'
import { httpError } from '../../http-errors.ts'
import { loadFrame, loadPage } from '../../loaders/load-page.ts'
import { logRenderFailure } from '../../log.ts'
import { EncodedBody } from '../../render/encoded-body.ts'
import type { CacheEntry } from '../../render/page-cache.ts'
import { PageStream } from '../../render/page-stream.ts'
import { renderPage, type RenderRequest } from '../../render/render-page.tsx'
import { awaitDeferred, limitDeferred, settleDeferred, type SettledPage } from '../../render/settle-deferred.ts'
import { PRIVATE } from '../cache/cache-control.ts'
import { compressResponse } from '../cache/content-encoding.ts'
import { clientKey } from '../limits/client-limits.ts'
import { countBufferedPage } from '../limits/pending-responses.ts'
import { isBotRequest, requestState } from '../request-state.ts'
import { allowInlineScripts, type CommonHeaders } from '../response-headers.ts'
import { recordPhase } from '../server-timing.ts'

/** A request for a page or its payload. */
export interface PageRequest {
  readonly kind: CacheEntry['kind']
  readonly match: RouteMatch
  /** Percent-encoded, in canonical form. */
  readonly pathname: string
  /** The query parameters that the page depends on, in canonical form. */
  readonly search: string
  /** The key in the page cache; null if the page is for this client alone. */
  readonly key: string | null
  /** The catalogue's revision. */
  readonly revision: number
  readonly etag: string | null
  /** Headers that only some responses have, as alternating lower-case names and values. */
  readonly headers: readonly string[]
}

/** The result of a render. Clients that request the same page share it; only a page with late data is rendered for each client. */
export type Rendered =
  | { readonly kind: 'entry'; readonly entry: CacheEntry }
  | { readonly kind: 'late'; readonly late: SettledPage }
  | { readonly kind: 'redirect'; readonly target: RouteRedirect }
  | { readonly kind: 'not-modified' }
  | { readonly kind: 'missing' }

export interface RenderMode {
  /** The page is rendered to refresh the cache; its request already has a response. */
  readonly isForCacheOnly: boolean
  /** The client has the current version: if the page still exists, it gets a 304 instead of a body. */
  readonly hasCurrent: boolean
}

/**
 * Loads and renders a page when the queue has a slot for it. The response gets it as a stream, the cache when it is complete.
 * @param controller aborts the render
 * @throws BusyError if there is no slot in time; HttpError 503 if loading takes too long
 */
export function renderQueued(
  context: AppContext,
  commonHeaders: CommonHeaders,
  req: Request,
  res: Response,
  page: PageRequest,
  controller: AbortController,
  { isForCacheOnly, hasCurrent }: RenderMode,
): Promise<Rendered> {
  const { config, pageCache, renderQueue } = context
  const { signal } = controller
  const state = requestState(res)
  const queuedAt = performance.now()
  return renderQueue.run(clientKey(req.ip), async () => {
    signal.throwIfAborted()
    recordPhase(context, state, 'wait', queuedAt)
    const timer = setTimeout(() => controller.abort(httpError(503)), config.renderTimeoutMs)
    try {
      const startedAt = performance.now()
      const loaded = await rejectOnAbort(load(context, res, page), signal)
      recordPhase(context, state, 'load', startedAt)
      if (!loaded) return { kind: 'missing' }
      if ('movedTo' in loaded) return { kind: 'redirect', target: { redirectTo: loaded.movedTo, status: 301 } }
      if (hasCurrent) return { kind: 'not-modified' }
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
          if (isForCacheOnly) return
          state.outcome = 'page'
          setHeaders(res, page.headers)
        }
        bytes = await streamPage(context, buildContent(page, late, signal), { req, res, onStart, isForCacheOnly })
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

/** @returns the page, its new path if it moved, or undefined if there is no such product, category or page number */
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

/** Streams a page whose late parts follow when their data arrives. No cache may store it, because its inline scripts have a nonce. */
export async function streamLate(
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
    // This header stops nginx from buffering the whole response.
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
    return streamPage(context, buildContent(page, limited, signal), { req, res, onStart })
  })
}

/** The part of a render that differs from page to page; the frame is loaded unless given. */
export type PageContent = Omit<RenderRequest, 'frame' | 'build' | 'settings'> & Partial<Pick<RenderRequest, 'frame'>>

function buildContent(
  { pathname, search }: PageRequest,
  { page, missing }: SettledPage,
  signal: AbortSignal,
): PageContent {
  return { view: page, head: page.head, url: pathname + search, signal, missing }
}

/** The response that a page is streamed to. */
interface Recipient {
  readonly req: Request
  readonly res: Response
  /** Sets status and headers; called right before the first byte. */
  readonly onStart: () => void
  /** Only renders the page; nothing is sent. */
  readonly isForCacheOnly?: boolean
}

/**
 * Streams a page through the compressor while React renders it.
 * @returns the whole page, when React is done
 * @throws what rendering throws; if the response has begun by then, it can only be cut off
 */
export async function streamPage(
  context: AppContext,
  content: PageContent,
  { req, res, onStart, isForCacheOnly = false }: Recipient,
): Promise<Buffer> {
  const { store, config, build } = context
  const frame = content.frame ?? (await loadFrame(store, config.siteUrl))
  const stream = new PageStream(isForCacheOnly ? null : res, (nonce) => {
    onStart()
    if (isForCacheOnly) return
    if (nonce !== undefined) allowInlineScripts(res, nonce)
    compressResponse(req, res, () => {})
  })
  await renderPage({ ...content, frame, build, settings: config.client }, stream)
  const { bytes } = stream
  if (!isForCacheOnly) countBufferedPage(res, bytes.length)
  return bytes
}

function setHeaders(res: Response, alternating: readonly string[]): void {
  for (let index = 0; index < alternating.length; index += 2)
    res.setHeader(alternating[index]!, alternating[index + 1]!)
}
