import { PAYLOAD_WAIT_MS, PAYLOADS_CACHED_MAX } from '../../shared/constants.ts'
import type { OpenedDocument, AnyLoadedPage } from '../../shared/page-data.ts'
import { HttpError } from '../../shared/http-error.ts'
import { BUILD_ID_HEADER, FRAME_ID_HEADER, payloadUrl, readPayloadPath } from '../../shared/urls.ts'
import type { HttpClient } from '../base/http.ts'

interface Payload {
  readonly page: AnyLoadedPage
  /** Differs from the requested path after a redirect. */
  readonly pathname: string
  /** With its question mark, in the server's canonical form. */
  readonly search: string
}

export type PayloadCache = ReturnType<typeof createPayloadCache>

/**
 * Creates the cache of page data of this tab. Every load sends a request, because the catalogue may have changed; if
 * the ETag matches, the body comes from the browser's HTTP cache. Concurrent loads of a page share one request.
 */
export function createPayloadCache(http: HttpClient, document: OpenedDocument) {
  /** Least recently used first. */
  const cached = new Map<string, Payload>()
  const requests = new Map<string, { readonly payload: Promise<Payload>; readonly signal: AbortSignal }>()

  /** Private pages are not cached. */
  function store(key: string, payload: Payload): void {
    cached.delete(key)
    if (!payload.page.isPrivate) cached.set(key, payload)
    const [oldest = key] = cached.keys()
    if (cached.size > PAYLOADS_CACHED_MAX) cached.delete(oldest)
  }

  async function request(key: string, pathname: string, search: string, signal: AbortSignal): Promise<Payload> {
    try {
      const payload = await fetchPayload(http, document, pathname, search, signal)
      store(key, payload)
      return payload
    } catch (error) {
      const old = cached.get(key)
      if (old && isServerUnavailable(error)) return old
      cached.delete(key)
      throw error
    } finally {
      // Meanwhile another load may have replaced an aborted request.
      if (requests.get(key)?.signal === signal) requests.delete(key)
    }
  }

  return {
    /**
     * Loads a page's data. The cached payload is used only if the server does not respond in time.
     * @param search with its question mark
     * @throws HttpError with the server's message if the page does not exist; another error if there is neither response
     * nor cached payload, or if the response belongs to another build or layout
     */
    load(pathname: string, search: string, signal: AbortSignal): Promise<Payload> {
      const key = pathname + search
      const running = requests.get(key)
      const shared =
        running && !running.signal.aborted ? running : { payload: request(key, pathname, search, signal), signal }
      requests.set(key, shared)
      // A shared request goes on if only a later caller aborts.
      const aborted = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => aborted.reject(signal.reason))
      const old = cached.get(key)
      return Promise.race([shared.payload, aborted.promise, ...(old ? [resolveAfterWait(old)] : [])])
    },
    /** Adds the first page's payload, which came with the document. */
    add: (payload: Payload) => store(payload.pathname + payload.search, payload),
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
  { buildId, frame }: OpenedDocument,
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
