import type { RequestHandler } from 'express'
import { HttpError } from '../../shared/http-error.ts'
import { defaultSort, EMPTY_LISTING_QUERY, writeListingQuery } from '../../shared/listing-query.ts'
import type { AnyLoadedPage } from '../../shared/page-data.ts'
import type { RouteName } from '../../shared/routes.ts'
import { FRAME_ID_HEADER } from '../../shared/urls.ts'
import { BusyError } from '../platform/concurrency/fair-queue.ts'
import { rejectOnTimeout } from '../platform/concurrency/reject-on-timeout.ts'
import { logRenderFailure, type Logger } from '../platform/log.ts'
import type { AppContext } from './app-context.ts'
import { PRIVATE } from './cache-control.ts'
import { EncodedBody } from './compression.ts'
import { siteOf } from './language-site.ts'
import { clientKey } from './limits/client-limits.ts'
import { isNotModified, sendNotModified, sendPage, type CachedPage } from './page-cache.ts'
import { readPageRequest, type PageRequest } from './page-request.ts'
import { awaitDeferred, hasLateData, limitDeferred, settleDeferred } from './pages/deferred-data.ts'
import { loadFrame, loadPage } from './pages/load-page.ts'
import { PageNotFound, Redirect } from './pages/loader.ts'
import { renderPage, type Client, type PageContent } from './render.tsx'
import { isBotRequest, requestState } from './request-state.ts'

/** Finds a page in the cache or renders it, at its canonical address. */
export function createPageHandler(context: AppContext): (name: RouteName, kind: PageRequest['kind']) => RequestHandler {
  const { pageCache, metrics, logger } = context
  const renders = createRenders(context)
  return (name, kind) => async (req, res) => {
    const site = siteOf(res)
    const { store } = site
    const state = requestState(res)
    state.route = name
    const match = { name, params: req.params as Readonly<Record<string, string>> }
    const request = await readPageRequest(context, site, kind, match, req)
    const { key, revision, etag } = request

    const isUnreachable = store.availability.unavailableSince !== null
    const cached = key === null ? undefined : pageCache.find(key)
    const known = isUnreachable || cached?.revision === revision ? cached : undefined
    if (key !== null) metrics?.countLookup(!known ? 'miss' : isUnreachable ? 'stale' : 'hit')
    // The client may have the current page from another node, and then does not get an outdated one.
    if (known && !isNotModified(req, etag)) return sendPage(req, res, store, known)

    try {
      if (isNotModified(req, etag)) {
        if (!known) await renders.check(request, { req, res })
        return sendNotModified(res, store, request)
      }
      const page = await renders.render(request, { req, res })
      if (page && !res.destroyed) sendPage(req, res, store, page)
    } catch (error) {
      const isUnavailable = error instanceof HttpError && error.status === 503 && !res.headersSent
      const stale = isUnavailable && key !== null ? pageCache.find(key) : undefined
      if (!stale) throw error
      logUnlessExpected(logger, state.id, error)
      sendPage(req, res, store, stale)
    }
  }
}

interface PageRender {
  /** The finished page, or one with late data, of which each client gets a stream of its own. */
  readonly shown: Promise<CachedPage | AnyLoadedPage>
  /** Waits for late data. */
  finish(): Promise<CachedPage>
}

/** Client and request id of pages that are rendered for the cache only. */
const CACHE_ONLY = 'cache'

/** Clients that wait for the same page share a render, which goes on if one of them disconnects. */
function createRenders(context: AppContext) {
  const { config, logger, metrics, pageCache, renderQueue } = context
  const running = new Map<string, PageRender>()

  /** If a render is refused because the client that started it has too many, other clients try again. */
  const share = async (request: PageRequest, client: Client) => {
    const runningKey = `${request.key} ${request.revision}`
    for (;;) {
      const known = request.key === null ? undefined : running.get(runningKey)
      const render = known ?? start(request, client, runningKey)
      try {
        return { render, shown: await render.shown }
      } catch (error) {
        if (!known || !(error instanceof BusyError)) throw error
      }
    }
  }

  const start = (request: PageRequest, client: Client, runningKey: string): PageRender => {
    let finished: Promise<CachedPage> | undefined
    const shown = runInSlot(request, client, async () => {
      const page = await load(request, client)
      return hasLateData(page) ? page : finish(request, page, client)
    })
    const render = {
      shown,
      finish: () => (finished ??= shown.then((page) => ('body' in page ? page : finishLate(request, page)))),
    }
    if (request.key === null) return render
    running.set(runningKey, render)
    const end = () => {
      if (running.get(runningKey) === render) running.delete(runningKey)
    }
    shown.catch(end)
    // Without a cache, only a client that waits for late data needs the page with it.
    ;(config.pageCacheMb > 0 ? render.finish() : shown).then(end, end)
    return render
  }

  const runInSlot = <Result>({ match }: PageRequest, client: Client | null, task: () => Promise<Result>) => {
    const queuedAt = performance.now()
    return renderQueue.run(client ? clientKey(client.req.ip) : CACHE_ONLY, () => {
      metrics?.countPhase(match.name, 'wait', queuedAt)
      return task()
    })
  }

  const load = async ({ kind, site, match, search, key }: PageRequest, { res }: Client): Promise<AnyLoadedPage> => {
    const startedAt = performance.now()
    const settle = async () => {
      const page = await loadPage(context, site, match, search, requestState(res).id)
      return kind === 'page' ? settleDeferred(page) : awaitDeferred(page)
    }
    try {
      const settled = await rejectOnTimeout(settle(), config.renderTimeoutMs)
      metrics?.countPhase(match.name, 'load', startedAt)
      return settled
    } catch (error) {
      // Otherwise the old page would be shown while the database is unreachable.
      if (key !== null && isGone(error)) pageCache.delete(key)
      throw error
    }
  }

  /** Renders a page with all its data, streams it to a client, and caches it. */
  const finish = async (request: PageRequest, page: AnyLoadedPage, client: Client | null): Promise<CachedPage> => {
    const { key, kind, match, revision, headers } = request
    const unmatchedSearch = findUnmatchedSearch(page)
    const frame = await loadFrame(request.site.store, config.pages.siteUrl)
    const setHeaders = () => {
      if (!client) return
      Object.assign(requestState(client.res), { outcome: 'page', unmatchedSearch })
      client.res.setHeaders(headers)
    }
    const isPage = kind === 'page'
    const bytes = isPage
      ? await render(request, { frame, view: page }, client, setHeaders)
      : Buffer.from(JSON.stringify(page))
    const cached = {
      key: key ?? '',
      route: match.name,
      revision,
      renderedAt: performance.now(),
      headers: isPage ? headers : new Map([...headers, [FRAME_ID_HEADER, frame.id]]),
      body: new EncodedBody(bytes),
      unmatchedSearch,
    }
    if (key !== null) pageCache.set(cached)
    return cached
  }

  const render = (
    { match, pathname, search }: PageRequest,
    content: Pick<PageContent, 'frame'> & { readonly view: AnyLoadedPage },
    client: Client | null,
    setHeaders: () => void,
  ): Promise<Buffer> => {
    const startedAt = performance.now()
    const page = { ...content, head: content.view.head, url: pathname + search }
    return renderPage(context, page, client, () => {
      metrics?.countPhase(match.name, 'render', startedAt)
      setHeaders()
    })
  }

  const finishLate = async (request: PageRequest, page: AnyLoadedPage): Promise<CachedPage> => {
    try {
      const complete = await rejectOnTimeout(awaitDeferred(page), config.renderTimeoutMs)
      return await runInSlot(request, null, () => finish(request, complete, null))
    } catch (error) {
      logUnlessExpected(logger, CACHE_ONLY, error)
      throw error
    }
  }

  /** Late parts follow with their data. No cache stores this response, because its inline scripts have a nonce. */
  const streamLate = async (request: PageRequest, late: AnyLoadedPage, client: Client): Promise<undefined> => {
    const { req, res } = client
    const state = requestState(res)
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
    const onTimeout = (error: Error) => logRenderFailure(logger, state.id, error)
    const page = limitDeferred(late, config.renderTimeoutMs, onTimeout)
    const frame = await loadFrame(request.site.store, config.pages.siteUrl)
    await runInSlot(request, client, async () => {
      if (!res.destroyed) await render(request, { frame, view: page }, client, setHeaders)
    })
  }

  return {
    /**
     * Renders a page, and streams it to the client that is the first to request it.
     * @returns the finished page; undefined if the client has got the page as a stream
     * @throws BusyError if there is no slot in time; HttpError 503 if loading takes too long; what the page's loader throws
     */
    async render(request: PageRequest, client: Client): Promise<CachedPage | undefined> {
      const { render: shared, shown } = await share(request, client)
      if ('body' in shown) return client.res.headersSent ? undefined : shown
      const isStreamed = request.kind === 'page' && !isBotRequest(client.res)
      return isStreamed ? streamLate(request, shown, client) : shared.finish()
    },

    /** Loads a page's data, to find out whether the page still exists. @throws as `render` */
    async check(request: PageRequest, client: Client): Promise<void> {
      await runInSlot(request, client, () => load(request, client))
    },
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Redirect || error instanceof PageNotFound
}

/** A busy server and a page that is gone are no failures. @param requestId in the log */
function logUnlessExpected(logger: Logger, requestId: string, error: unknown): void {
  if (!isGone(error) && !(error instanceof BusyError)) logRenderFailure(logger, requestId, error)
}

/**
 * Returns the text that was searched for if no product has all of its words, otherwise null. Only the first page of a search
 * without filters, in the default order and view, is considered, so that a refined search is not counted again.
 */
export function findUnmatchedSearch(page: AnyLoadedPage): string | null {
  if (page.name !== 'products' || 'comparison' in page.data) return null
  const { query, total, isPartial } = page.data.listing
  const { search } = query
  const plain = { ...EMPTY_LISTING_QUERY, search, sort: defaultSort(search) }
  const isPlain = search !== '' && writeListingQuery(query) === writeListingQuery(plain)
  return isPlain && (total === 0 || isPartial) ? search : null
}
