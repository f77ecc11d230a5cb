import { PAYLOAD_WAIT_MS, PAYLOADS_CACHED_MAX } from '../../shared/constants.ts'
import type { OpenedDocument, AnyLoadedPage } from '../../shared/page-data.ts'
import { HttpError } from '../../shared/http-error.ts'
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

/**
 * Creates the cache of page data of this tab. Every load sends a request, because the catalogue may have changed; if
 * the ETag matches, the body comes from the browser's HTTP cache. Concurrent loads of a page share one request.
 */
export function createPayloadCache(http: HttpClient, document: PayloadDocument): PayloadCache {
  /** Least recently used first. */
  const cached = new Map<string, Payload>()
  const requests = new Map<string, Promise<Payload>>()

  /** Private pages are not cached. */
  function store(key: string, payload: Payload): void {
    cached.delete(key)
    if (!payload.page.isPrivate) cached.set(key, payload)
    const [oldest] = cached.keys()
    if (cached.size > PAYLOADS_CACHED_MAX && oldest !== undefined) cached.delete(oldest)
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
    }
  }

  /** Starts a request that concurrent loads share until it is settled or aborted. */
  function share(key: string, pathname: string, search: string, signal: AbortSignal): Promise<Payload> {
    const shared = request(key, pathname, search, signal)
    // Meanwhile another load may have replaced an aborted request.
    const forget = () => {
      if (requests.get(key) === shared) requests.delete(key)
    }
    requests.set(key, shared)
    signal.addEventListener('abort', forget)
    shared.then(forget, forget)
    return shared
  }

  return {
    async load(pathname, search, signal) {
      signal.throwIfAborted()
      const key = pathname + search
      const old = cached.get(key)
      const payload = requests.get(key) ?? share(key, pathname, search, signal)
      return Promise.race([payload, rejectOnAbort(signal), ...(old ? [resolveAfterWait(old)] : [])])
    },
    add: (payload) => store(payload.pathname + payload.search, payload),
  }
}

/** A shared request goes on if only a later caller aborts. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
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
