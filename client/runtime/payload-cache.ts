import { PAYLOAD_WAIT_MS, PAYLOADS_CACHED_MAX } from '../../shared/constants.ts'
import type { OpenedDocument } from '../../shared/document-data.ts'
import { HttpError } from '../../shared/http-error.ts'
import type { AnyLoadedPage } from '../../shared/page-data.ts'
import { BUILD_ID_HEADER, FRAME_ID_HEADER, payloadUrl, readPayloadPath } from '../../shared/urls.ts'
import type { HttpClient } from '../base/http.ts'

type PayloadDocument = Pick<OpenedDocument, 'buildId' | 'frame'>

interface Payload {
  readonly page: AnyLoadedPage
  /** Differs from the requested path after a redirect. */
  readonly pathname: string
  /** With its question mark, in the server's canonical form. */
  readonly search: string
}

export interface PayloadCache {
  /**
   * Loads a page's data. The cached payload is used only if the server does not respond in time.
   * @param search with its question mark
   * @throws HttpError with the server's message if the page does not exist; another error if there is neither response
   * nor cached payload, or if the response belongs to another build or layout
   */
  load(pathname: string, search: string, signal: AbortSignal): Promise<Payload>
  /** Adds the first page's payload, which came with the document. */
  add(payload: Payload): void
}

interface PayloadRequest {
  readonly payload: Promise<Payload>
  readonly controller: AbortController
  /** Number of callers that wait for the request. When the last one aborts, so does the request. */
  callers: number
}

interface Entry {
  cached?: Payload | undefined
  request?: PayloadRequest | undefined
}

/**
 * Creates the cache of page data of this tab. Every load sends a request, because the catalogue may have changed; if
 * the ETag matches, the body comes from the browser's HTTP cache. Concurrent loads of a page share one request.
 */
export function createPayloadCache(http: HttpClient, document: PayloadDocument): PayloadCache {
  /** Least recently used first. */
  const entries = new Map<string, Entry>()

  function getOrCreateEntry(key: string): Entry {
    const entry: Entry = entries.get(key) ?? {}
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > PAYLOADS_CACHED_MAX && oldest !== undefined) entries.delete(oldest)
    return entry
  }

  function startRequest(entry: Entry, pathname: string, search: string): PayloadRequest {
    const controller = new AbortController()
    const { cached } = entry
    const payload = fetchPayload(http, document, pathname, search, controller.signal).catch((error: unknown) => {
      if (cached && isServerUnavailable(error)) return cached
      throw error
    })
    const request = { payload, controller, callers: 0 }
    const end = (loaded?: Payload) => {
      if (entry.request === request) entry.request = undefined
      // Private pages are not cached, and those that no longer exist are removed.
      entry.cached = loaded?.page.isPrivate ? undefined : loaded
    }
    payload.then(end, () => end())
    return request
  }

  return {
    async load(pathname, search, signal) {
      signal.throwIfAborted()
      const entry = getOrCreateEntry(pathname + search)
      const { cached } = entry
      const request = (entry.request ??= startRequest(entry, pathname, search))
      request.callers++
      const onAbort = () => {
        if (--request.callers > 0) return
        if (entry.request === request) entry.request = undefined
        request.controller.abort(signal.reason)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        return await Promise.race(cached ? [request.payload, resolveAfterWait(cached)] : [request.payload])
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
    add(payload) {
      if (!payload.page.isPrivate) getOrCreateEntry(payload.pathname + payload.search).cached = payload
    },
  }
}

function resolveAfterWait(cached: Payload): Promise<Payload> {
  return new Promise((resolve) => setTimeout(resolve, PAYLOAD_WAIT_MS, cached))
}

/** @returns whether the server failed or did not respond */
export function isServerUnavailable(error: unknown): boolean {
  return error instanceof HttpError ? error.status >= 500 : !(error instanceof DocumentMismatchError)
}

class DocumentMismatchError extends Error {}

async function fetchPayload(
  http: HttpClient,
  { buildId, frame }: PayloadDocument,
  pathname: string,
  search: string,
  signal: AbortSignal,
): Promise<Payload> {
  const { body, headers, url } = await http(payloadUrl(pathname, search, buildId), { signal })
  // Data of another build may have another format, and another frame (the layout's data) another navigation or
  // currency.
  if (headers.get(BUILD_ID_HEADER) !== buildId || headers.get(FRAME_ID_HEADER) !== frame.id)
    throw new DocumentMismatchError('The build or the layout has changed.')
  const finalUrl = new URL(url)
  return {
    page: body as AnyLoadedPage,
    pathname: readPayloadPath(finalUrl.pathname) ?? pathname,
    // The query ends with a separator and the build id.
    search: finalUrl.search.endsWith(buildId) ? finalUrl.search.slice(0, -buildId.length - 1) : search,
  }
}
