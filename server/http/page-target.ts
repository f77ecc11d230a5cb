import type { Response } from 'express'
import { routeInvalid } from '../../shared/http-error.ts'
import type { AnyLoadedPage } from '../../shared/page-data.ts'
import { runRouteMiddleware, type RouteRedirect } from '../../shared/route-middleware.ts'
import { ROUTES, type RouteMatch } from '../../shared/routes.ts'
import type { AppContext } from '../app-context.ts'
import { loadPage } from '../loaders/load-page.ts'
import { logRenderFailure } from '../log.ts'
import { canonicalSearch, orderListingSearch } from './page-key.ts'
import { requestState } from './request-state.ts'
import { untilAborted } from './until-ended.ts'

/** The address of a page that may be entered; pages and payloads both begin with it. */
export interface PageTarget {
  readonly match: RouteMatch
  /** Percent-encoded. */
  readonly pathname: string
  /** Only what the page follows, in one spelling. */
  readonly search: string
  /** Whether what is there is for one visitor alone. */
  readonly isPrivate: boolean
}

/**
 * Asks the middleware of a path's route.
 * @param pathname of the page, percent-encoded
 * @param search the page's own query, with its question mark
 * @returns where the middleware sends the visitor, if it does, or where the same page has its one address
 * @throws HttpError 404 where the route may not be entered
 */
export async function findTarget(res: Response, match: RouteMatch, pathname: string, search: string): Promise<PageTarget | RouteRedirect> {
  requestState(res).route = match.name
  const { middleware } = ROUTES[match.name]
  const passed = middleware ? await runRouteMiddleware(middleware, { ...match, pathname, search }) : undefined
  if (passed === 'abort') throw routeInvalid(pathname + search)
  if (passed) return passed
  const ordered = orderListingSearch(match, search)
  if (ordered !== undefined) return { redirectTo: pathname + ordered, status: 308 }
  const canonical = canonicalSearch(match, search)
  return { match, pathname, search: canonical ?? search, isPrivate: canonical === null }
}

/**
 * Loads a page's data; extras may still be on their way.
 * @returns the page, where it is now if it moved, or undefined where there is no such product, category or page number
 * @throws the signal's reason where it takes too long
 */
export async function loadTarget(
  { store, enquiries, logger }: AppContext,
  { match, search }: PageTarget,
  requestId: string,
  signal: AbortSignal,
): Promise<AnyLoadedPage | RouteRedirect | undefined> {
  const loading = loadPage(match, {
    store,
    enquiries,
    query: new URLSearchParams(search),
    onDeferredError: (error) => logRenderFailure(logger, requestId, error),
  })
  const page = await untilAborted(loading, signal)
  return page && 'movedTo' in page ? { redirectTo: page.movedTo, status: 301 } : page
}
