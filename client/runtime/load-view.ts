import { createPath, parsePath, type Location } from 'react-router-dom'
import { LOAD_TIMEOUT_MS, REDIRECTS_MAX } from '../../shared/constants.ts'
import { describeError, HttpError, isHttpErrorBody, routeNotFound } from '../../shared/http-error.ts'
import type { OpenedDocument } from '../../shared/page-data.ts'
import { type RouteName, ROUTES, type RouteMatch } from '../../shared/routes.ts'
import { checkBot } from './bot-check.ts'
import { claimReload, ignoreErrorOnLeave, isDocumentAvailable } from '../base/chunk-failure.ts'
import type { Action, LoadResult } from './navigation.ts'
import { ChunkError, loadPageFiles } from './page-files.ts'
import { isServerUnavailable, type PayloadCache } from './payload-cache.ts'
import { withoutDocumentBase } from '../base/document-data.ts'
import { checkNavigationTarget, runRouteMiddleware } from '../../shared/route-middleware.ts'
import { matchPage } from '../base/routes.tsx'

interface ViewLoaderOptions {
  readonly payloads: PayloadCache
  readonly styles: OpenedDocument['styles']
  /** With a newer build, the browser loads pages as documents. */
  readonly isOutdated: () => boolean
  readonly reportError: (error: unknown) => void
}

/** Loads a page's files and data concurrently, and chooses how to recover from a failure. */
export function createViewLoader({ payloads, styles, isOutdated, reportError }: ViewLoaderOptions) {
  /** @param from the current page */
  async function load(location: Location, action: Action, signal: AbortSignal, from: Location): Promise<LoadResult> {
    let path = createPath(location)
    const isInPlace = location.pathname === from.pathname
    if (isOutdated()) return loadDocument(path, action)
    let resolved: ResolvedRoute
    try {
      resolved = await resolveRoute(path)
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 404)) reportError(error)
      return showError(error, path)
    }
    if (resolved.kind === 'abort') return 'stay'
    if (resolved.kind === 'external') return loadDocument(resolved.url, action)
    path = resolved.path
    if (!resolved.match) return showError(routeNotFound(path), path)
    const { name } = resolved.match
    try {
      const [payload, Page] = await ignoreErrorOnLeave(() =>
        loadPage(name, path, isInPlace ? AbortSignal.any([signal, AbortSignal.timeout(LOAD_TIMEOUT_MS)]) : signal),
      )
      const { hash = '' } = parsePath(path)
      return { content: { page: payload.page, Page }, path: payload.pathname + payload.search + hash }
    } catch (error) {
      return signal.aborted ? 'stay' : recover(error, path, action, isInPlace)
    }
  }

  async function loadPage(name: RouteName, path: string, signal: AbortSignal) {
    const { pathname = '/', search = '' } = parsePath(path)
    return Promise.all([payloads.load(pathname, search, signal), loadPageFiles(name, styles[name])])
  }

  async function recover(error: unknown, path: string, action: Action, isInPlace: boolean): Promise<LoadResult> {
    if (error instanceof ChunkError) {
      // Reloading is safe even without session storage: a click started this navigation, so there can be no reload
      // loop.
      if (claimReload(path) !== 'denied') return loadDocument(path, action)
      reportError(error)
      return showError(new HttpError(500, error.message, { fatal: false, cause: error }), path)
    }
    if (error instanceof HttpError && error.status === 404 && isHttpErrorBody(error.data)) return showError(error, path)
    // If the document cannot be loaded either, the browser's error page would replace the current list. A server for
    // payloads may fail alone.
    const isDown = async () => isTimeout(error) || !(await isDocumentAvailable(path))
    if (isInPlace && isServerUnavailable(error) && (await isDown())) {
      console.warn('The page could not be loaded; the current page stays open.', error)
      return 'unavailable'
    }
    console.warn('The page could not be loaded in place; the browser loads it as a whole instead.', error)
    return loadDocument(path, action)
  }

  return {
    load,
    async preload(path: string, signal: AbortSignal): Promise<void> {
      if (isOutdated()) return
      const resolved = await resolveRoute(path)
      if (resolved.kind === 'route' && resolved.match) await loadPage(resolved.match.name, resolved.path, signal)
    },
  }
}

/** For bots the current page stays. */
async function showError(error: unknown, path: string): Promise<LoadResult> {
  return (await checkBot()) ? 'stay' : { content: { error: describeError(error, DEVELOPMENT) }, path }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

function loadDocument(path: string, action: Action): 'document' {
  const { pathname, search } = new URL(path, window.location.href)
  if (pathname === window.location.pathname && search === window.location.search) {
    // If only the hash differs, assigning the URL would only scroll.
    window.history.replaceState(window.history.state, '', path)
    window.location.reload()
  } else if (action === 'REPLACE') window.location.replace(path)
  else window.location.assign(path)
  return 'document'
}

type ResolvedRoute =
  | { readonly kind: 'route'; readonly path: string; readonly match: RouteMatch | undefined }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'abort' }

/**
 * Finds the route of a path and follows the redirects of its middleware.
 * @param path with query and hash
 * @throws the error of a middleware
 */
async function resolveRoute(path: string): Promise<ResolvedRoute> {
  let current = path
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const { pathname = '/', search = '' } = parsePath(current)
    const own = withoutDocumentBase(pathname)
    const match = own === undefined ? undefined : matchPage(own)
    if (!match) return { kind: 'route', path: current, match }
    const result = await runRouteMiddleware(ROUTES[match.name].middleware ?? [], { ...match, pathname, search })
    if (result === 'abort') return { kind: 'abort' }
    if (!result) return { kind: 'route', path: current, match }
    const target = checkNavigationTarget(result.redirectTo, result)
    if (result.external) return { kind: 'external', url: target }
    current = target
  }
  throw new Error(`Too many redirects from ${path}`)
}
