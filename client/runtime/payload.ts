import { PAYLOAD_WAIT_MS, PAYLOADS_KEPT } from '../../shared/constants.ts'
import type { OpenedDocument } from '../../shared/document-data.ts'
import { HttpError } from '../../shared/http-error.ts'
import type { AnyLoadedPage } from '../../shared/page-data.ts'
import { BUILD_ID_HEADER, FRAME_ID_HEADER, payloadUrl, readPayloadPath } from '../../shared/urls.ts'
import type { HttpClient } from './http.ts'

/** What a payload has to fit. */
type PayloadDocument = Pick<OpenedDocument, 'buildId' | 'frame'>

interface Payload {
  readonly page: AnyLoadedPage
  /** Where the page is; another one than was asked for where it has moved. */
  readonly pathname: string
  /** With its question mark; in another spelling than was asked for where the server knows a better one. */
  readonly search: string
}

export interface Payloads {
  /**
   * A page's data as the server has it now. Only if the server does not answer, the last known one is taken instead.
   * @param search the page's query, with its question mark
   * @throws HttpError with the server's words if there is no such page; another error if there is no response and nothing is
   * known, or if the response is of another build or belongs in another frame
   */
  load(pathname: string, search: string, signal: AbortSignal): Promise<Payload>
  /** Takes in what the document brought. */
  keep(payload: Payload): void
}

interface PayloadRequest {
  readonly payload: Promise<Payload>
  readonly controller: AbortController
  /** How many wait for it; the last one to leave aborts the request. */
  waiting: number
}

interface Entry {
  /** The last one that came. */
  known?: Payload | undefined
  request?: PayloadRequest | undefined
}

/**
 * The payloads of this tab. The server is asked each time, because its catalogue may have changed: the ETag tells the revision,
 * and the browser's HTTP cache has the body if it is still the same. A request that is under way is shared.
 */
export function createPayloads(http: HttpClient, document: PayloadDocument): Payloads {
  /** Least recently used first. */
  const entries = new Map<string, Entry>()

  function use(key: string): Entry {
    const entry: Entry = entries.get(key) ?? {}
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > PAYLOADS_KEPT && oldest !== undefined) entries.delete(oldest)
    return entry
  }

  function start(entry: Entry, pathname: string, search: string): PayloadRequest {
    const controller = new AbortController()
    const { known } = entry
    const payload = fetchPayload(http, document, pathname, search, controller.signal).catch((error: unknown) => {
      if (known && isUnanswered(error)) return known
      throw error
    })
    const request = { payload, controller, waiting: 0 }
    const end = (loaded?: Payload) => {
      if (entry.request === request) entry.request = undefined
      // What is private stands for one moment, and a page that is gone for none.
      entry.known = loaded?.page.isPrivate ? undefined : loaded
    }
    payload.then(end, () => end())
    return request
  }

  return {
    async load(pathname, search, signal) {
      signal.throwIfAborted()
      const entry = use(pathname + search)
      const { known } = entry
      const request = (entry.request ??= start(entry, pathname, search))
      request.waiting++
      const leave = () => {
        if (--request.waiting > 0) return
        if (entry.request === request) entry.request = undefined
        request.controller.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await Promise.race(known ? [request.payload, knownLater(known)] : [request.payload])
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
    keep(payload) {
      if (!payload.page.isPrivate) use(payload.pathname + payload.search).known = payload
    },
  }
}

function knownLater(known: Payload): Promise<Payload> {
  return new Promise((resolve) => setTimeout(resolve, PAYLOAD_WAIT_MS, known))
}

/** Whether the server could not be reached or cannot answer now. */
function isUnanswered(error: unknown): boolean {
  return error instanceof HttpError ? error.status >= 500 : !(error instanceof OtherDocumentError)
}

class OtherDocumentError extends Error {}

async function fetchPayload(
  http: HttpClient,
  { buildId, frame }: PayloadDocument,
  pathname: string,
  search: string,
  signal: AbortSignal,
): Promise<Payload> {
  const { body, headers, url } = await http(payloadUrl(pathname, search, buildId), { signal })
  // The pages of another build may expect other data, and in another frame navigation, contact and currency are others.
  if (headers.get(BUILD_ID_HEADER) !== buildId || headers.get(FRAME_ID_HEADER) !== frame.id)
    throw new OtherDocumentError('The site around the page has changed.')
  const answered = new URL(url)
  return {
    page: body as AnyLoadedPage,
    pathname: readPayloadPath(answered.pathname) ?? pathname,
    // The build id stands last, behind a question mark or an ampersand.
    search: answered.search.endsWith(buildId) ? answered.search.slice(0, -buildId.length - 1) : search,
  }
}
