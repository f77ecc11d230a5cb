import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { HttpError, routeInvalid, routeNotFound } from '../../shared/http-error.ts'
import type { AnyLoadedPage } from '../../shared/page-data.ts'
import { runRouteMiddleware, type RouteRedirect } from '../../shared/route-middleware.ts'
import { matchRoute, ROUTES } from '../../shared/routes.ts'
import type { AppContext } from '../app-context.ts'
import { loadPage } from '../loaders/load-page.ts'
import { logRenderFailure } from '../log.ts'
import { PRIVATE, SHARED_BRIEFLY } from './cache-control.ts'
import { requestState } from './request-state.ts'

/** A page or its payload, being answered: both begin alike. */
export interface FoundPage {
  readonly page: AnyLoadedPage
  /** Ends when the visitor goes away or the time is over. */
  readonly signal: AbortSignal
  /** Same build, same catalogue, same address: same page. Weak, for each encoding of it counts as the same. */
  readonly etag: string
}

/**
 * Finds the route of a path, asks its middleware and loads its data.
 * @param pathname of the page, percent-encoded
 * @param search the page's own query, with its question mark
 * @returns where the page is now, if it moved, or where the middleware sends the visitor
 * @throws HttpError 404 where nothing matches or the route may not be entered, 503 where the data takes too long
 */
export async function startPageRequest(
  { store, enquiries, config, build, logger }: AppContext,
  req: Request,
  res: Response,
  pathname: string,
  search: string,
): Promise<FoundPage | RouteRedirect> {
  const state = requestState(res)
  const match = matchRoute(pathname)
  if (!match) throw routeNotFound(pathname + search)
  state.route = match.name
  const passed = await runRouteMiddleware(ROUTES[match.name].middleware ?? [], { ...match, pathname, search })
  if (passed === 'abort') throw routeInvalid(pathname + search)
  if (passed) return passed

  const signal = AbortSignal.any([visitorGone(req, res), timeLimit(config.renderTimeoutMs)])
  const { revision } = store
  const loading = loadPage(match, {
    store,
    enquiries,
    query: new URLSearchParams(search),
    onDeferredError: (error) => logRenderFailure(logger, state.id, error),
  })
  const page = await untilAborted(loading, signal)
  if (!page) throw routeInvalid(pathname + search)
  if ('movedTo' in page) return { redirectTo: page.movedTo, status: 301 }
  const address = createHash('sha256').update(pathname + search).digest('base64url').slice(0, 16)
  return { page, signal, etag: `W/"${build.id}-${revision}-${address}"` }
}

/**
 * Says who may keep the answer, and for how long.
 * @returns whether the visitor has it already
 */
export function settleCaching(req: Request, res: Response, { page, etag }: FoundPage): boolean {
  if (page.isPrivate) {
    // Express would answer '*' with a 304.
    delete req.headers['if-none-match']
    res.set('Cache-Control', PRIVATE)
    return false
  }
  res.set({ ETag: etag, 'Cache-Control': SHARED_BRIEFLY })
  return req.fresh
}

/** @throws the signal's reason, where it is over first */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop!)
  }
}

function visitorGone(req: Request, res: Response): AbortSignal {
  const controller = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort(new HttpError(499, 'Client Closed Request'))
  })
  if (req.socket.destroyed) controller.abort(new HttpError(499, 'Client Closed Request'))
  return controller.signal
}

function timeLimit(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new HttpError(503, 'Service Unavailable')), milliseconds).unref()
  return controller.signal
}
