import { createPath, parsePath, type Location } from 'react-router-dom'
import { describeError, HttpError, isHttpErrorBody, routeNotFound } from '../../shared/http-error.ts'
import type { OpenedDocument } from '../../shared/document-data.ts'
import type { View } from '../view.ts'
import type { BotCheck } from './bot-check.ts'
import { claimReload } from './chunk-reload.ts'
import { enterRoute, MiddlewareError } from './enter-route.ts'
import { loadDocument } from './load-document.ts'
import type { Action, Loaded } from './navigation.ts'
import { ChunkError, loadPageFiles } from './page-files.ts'
import type { Payloads } from './payload.ts'
import { whileStaying } from './while-staying.ts'

interface ViewLoaderOptions {
  readonly payloads: Payloads
  readonly styles: OpenedDocument['styles']
  /** A newer build is out: its pages are loaded as documents. */
  readonly isOutdated: () => boolean
  /** Search engines and link previews get no error page. */
  readonly botCheck: BotCheck
  readonly reportError: (error: unknown) => void
}

interface ViewLoader {
  /** Brings what is to be shown at a location; never throws. */
  load(location: Location, action: Action, signal: AbortSignal): Promise<Loaded<View>>
  /** Brings a page's files and data near, before anybody asks. @throws where one of them cannot be had */
  preload(path: string, signal: AbortSignal): Promise<void>
}

/** Brings a page's chunk, styles and data together, and decides what becomes of a failure. */
export function createViewLoader({
  payloads,
  styles,
  isOutdated,
  botCheck,
  reportError,
}: ViewLoaderOptions): ViewLoader {
  async function load(location: Location, action: Action, signal: AbortSignal): Promise<Loaded<View>> {
    let path = createPath(location)
    if (isOutdated()) return leave(path, action)
    try {
      const entered = await enterRoute(path)
      if (entered.kind === 'abort') return 'stay'
      if (entered.kind === 'external') return leave(entered.url, action)
      path = entered.path
      if (!entered.match) return showError(routeNotFound(path), path)
      const { pathname = '/', search = '', hash = '' } = parsePath(path)
      const { name } = entered.match
      const [payload, Page] = await whileStaying(() =>
        Promise.all([payloads.load(pathname, search, signal), loadPageFiles(name, styles[name])]),
      )
      return { content: { page: payload.page, Page }, path: payload.pathname + payload.search + hash }
    } catch (error) {
      return signal.aborted ? 'stay' : recover(error, path, action)
    }
  }

  function recover(error: unknown, path: string, action: Action): Loaded<View> | Promise<Loaded<View>> {
    if (error instanceof ChunkError) {
      // Where nothing can be remembered there is no loop either: this reload was a visitor's own click.
      if (claimReload(path) !== 'denied') return leave(path, action)
      reportError(error)
      return showError(new HttpError(500, error.message, { fatal: false, cause: error }), path)
    }
    if (error instanceof MiddlewareError) {
      if (!(error.cause instanceof HttpError && error.cause.status === 404)) reportError(error.cause)
      return showError(error.cause, path)
    }
    if (error instanceof HttpError && error.status === 404 && isHttpErrorBody(error.data)) return showError(error, path)
    // The visitor gets the page all the same: from the server, as a document.
    console.warn('The page could not be loaded in place; loading the document.', error)
    return leave(path, action)
  }

  async function showError(error: unknown, path: string): Promise<Loaded<View>> {
    return (await botCheck.ask()) ? 'stay' : { content: { error: describeError(error, DEVELOPMENT) }, path }
  }

  return {
    load,
    async preload(path, signal) {
      if (isOutdated()) return
      const entered = await enterRoute(path)
      if (entered.kind !== 'route' || !entered.match) return
      const { pathname = '/', search = '' } = parsePath(entered.path)
      const { name } = entered.match
      await Promise.all([payloads.load(pathname, search, signal), loadPageFiles(name, styles[name])])
    },
  }
}

function leave(path: string, action: Action): 'document' {
  loadDocument(path, action)
  return 'document'
}
