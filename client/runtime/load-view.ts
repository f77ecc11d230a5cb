import { createPath, parsePath, type Location } from 'react-router-dom'
import { describeError, HttpError, isHttpErrorBody, routeNotFound } from '../../shared/http-error.ts'
import type { OpenedDocument } from '../../shared/document-data.ts'
import type { View } from '../view.ts'
import type { BotCheck } from './bot-check.ts'
import { claimReload, ignoreErrorOnLeave } from './chunk-loading.ts'
import type { Action, LoadResult } from './navigation.ts'
import { ChunkError, loadPageFiles } from './page-files.ts'
import type { PayloadCache } from './payload-cache.ts'
import { MiddlewareError, resolveRoute } from './resolve-route.ts'

interface ViewLoaderOptions {
  readonly payloads: PayloadCache
  readonly styles: OpenedDocument['styles']
  /** Whether a newer build was found; pages are then loaded as documents. */
  readonly isOutdated: () => boolean
  /** Search engines and link previews get no error page. */
  readonly botCheck: BotCheck
  readonly reportError: (error: unknown) => void
}

interface ViewLoader {
  load(location: Location, action: Action, signal: AbortSignal): Promise<LoadResult<View>>
  /** Loads a page's files and data in advance. @throws if one of them cannot be loaded */
  preload(path: string, signal: AbortSignal): Promise<void>
}

/** Loads a page's chunk, styles and data concurrently, and chooses how to recover from a failure. */
export function createViewLoader({
  payloads,
  styles,
  isOutdated,
  botCheck,
  reportError,
}: ViewLoaderOptions): ViewLoader {
  async function load(location: Location, action: Action, signal: AbortSignal): Promise<LoadResult<View>> {
    let path = createPath(location)
    if (isOutdated()) return loadDocument(path, action)
    try {
      const resolved = await resolveRoute(path)
      if (resolved.kind === 'abort') return 'stay'
      if (resolved.kind === 'external') return loadDocument(resolved.url, action)
      path = resolved.path
      if (!resolved.match) return showError(routeNotFound(path), path)
      const { pathname = '/', search = '', hash = '' } = parsePath(path)
      const { name } = resolved.match
      const [payload, Page] = await ignoreErrorOnLeave(() =>
        Promise.all([payloads.load(pathname, search, signal), loadPageFiles(name, styles[name])]),
      )
      return { content: { page: payload.page, Page }, path: payload.pathname + payload.search + hash }
    } catch (error) {
      return signal.aborted ? 'stay' : recover(error, path, action)
    }
  }

  function recover(error: unknown, path: string, action: Action): LoadResult<View> | Promise<LoadResult<View>> {
    if (error instanceof ChunkError) {
      // Without session storage there is no risk of a reload loop: the visitor's click started this navigation.
      if (claimReload(path) !== 'denied') return loadDocument(path, action)
      reportError(error)
      return showError(new HttpError(500, error.message, { fatal: false, cause: error }), path)
    }
    if (error instanceof MiddlewareError) {
      if (!(error.cause instanceof HttpError && error.cause.status === 404)) reportError(error.cause)
      return showError(error.cause, path)
    }
    if (error instanceof HttpError && error.status === 404 && isHttpErrorBody(error.data)) return showError(error, path)
    console.warn('The page could not be loaded in place; loading the document.', error)
    return loadDocument(path, action)
  }

  async function showError(error: unknown, path: string): Promise<LoadResult<View>> {
    return (await botCheck.run()) ? 'stay' : { content: { error: describeError(error, DEVELOPMENT) }, path }
  }

  return {
    load,
    async preload(path, signal) {
      if (isOutdated()) return
      const resolved = await resolveRoute(path)
      if (resolved.kind !== 'route' || !resolved.match) return
      const { pathname = '/', search = '' } = parsePath(resolved.path)
      const { name } = resolved.match
      await Promise.all([payloads.load(pathname, search, signal), loadPageFiles(name, styles[name])])
    },
  }
}

/**
 * Loads a page as a document, which replaces all scripts and data.
 * @param path with query and hash
 */
function loadDocument(path: string, action: Action): 'document' {
  const { pathname, search } = new URL(path, window.location.href)
  if (pathname === window.location.pathname && search === window.location.search) {
    // If only the hash differs, a browser would scroll instead of loading the document.
    window.history.replaceState(window.history.state, '', path)
    window.location.reload()
  } else if (action === 'REPLACE') window.location.replace(path)
  else window.location.assign(path)
  return 'document'
}
