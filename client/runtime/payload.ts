import { PAYLOAD_FRESH_MS, PAYLOADS_KEPT } from '../../shared/constants.ts'
import type { AnyLoadedPage } from '../../shared/page-data.ts'
import { BUILD_ID_HEADER, payloadUrl, readPayloadPath } from '../../shared/urls.ts'
import type { HttpClient } from './http.ts'

interface Payload {
  readonly page: AnyLoadedPage
  /** Where the page is; another one than was asked for where it has moved. */
  readonly pathname: string
  /** With its question mark; in another spelling than was asked for where the server knows a better one. */
  readonly search: string
}

export interface Payloads {
  /**
   * A page's data, from memory or from the server.
   * @param search the page's query, with its question mark
   * @param takesOld whether one from memory serves whatever its age: back and forward return to what was there
   * @throws HttpError with the server's words where there is no such page; another error where there is no answer, or
   * one that another build made
   */
  load(pathname: string, search: string, options: { readonly signal: AbortSignal; readonly takesOld: boolean }): Promise<Payload>
  /** Takes in what the document brought. */
  keep(payload: Payload): void
}

interface Entry {
  readonly payload: Promise<Payload>
  readonly controller: AbortController
  /** How many wait for it; the last one to go away ends the request. */
  waiting: number
  /** Undefined while it is on its way. */
  loadedAt: number | undefined
}

/**
 * The payloads of this tab: the last ones stay in memory, and nobody asks twice for one that is on its way. What is private
 * is asked for each time: it stands for one moment.
 */
export function createPayloads(http: HttpClient, buildId: string): Payloads {
  /** Oldest use first. */
  const entries = new Map<string, Entry>()

  function isUsable({ loadedAt, controller }: Entry, takesOld: boolean): boolean {
    if (controller.signal.aborted) return false
    return takesOld || loadedAt === undefined || Date.now() - loadedAt <= PAYLOAD_FRESH_MS
  }

  function start(key: string, pathname: string, search: string): Entry {
    const controller = new AbortController()
    const payload = fetchPayload(http, buildId, pathname, search, controller.signal)
    const entry: Entry = { payload, controller, waiting: 0, loadedAt: undefined }
    payload.then(
      ({ page }) => {
        entry.loadedAt = Date.now()
        if (page.isPrivate) forget(key, entry)
      },
      () => forget(key, entry),
    )
    return entry
  }

  function forget(key: string, entry: Entry): void {
    if (entries.get(key) === entry) entries.delete(key)
  }

  function touch(key: string, entry: Entry): void {
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > PAYLOADS_KEPT && oldest !== undefined) entries.delete(oldest)
  }

  return {
    async load(pathname, search, { signal, takesOld }) {
      signal.throwIfAborted()
      const key = pathname + search
      const known = entries.get(key)
      const entry = known && isUsable(known, takesOld) ? known : start(key, pathname, search)
      touch(key, entry)
      entry.waiting++
      const leave = () => {
        entry.waiting--
        if (entry.waiting === 0 && entry.loadedAt === undefined) entry.controller.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await entry.payload
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
    keep(payload) {
      if (payload.page.isPrivate) return
      touch(payload.pathname + payload.search, {
        payload: Promise.resolve(payload),
        controller: new AbortController(),
        waiting: 0,
        loadedAt: Date.now(),
      })
    },
  }
}

async function fetchPayload(
  http: HttpClient,
  buildId: string,
  pathname: string,
  search: string,
  signal: AbortSignal,
): Promise<Payload> {
  const { body, headers, url } = await http(payloadUrl(pathname, search, buildId), { signal })
  // Its pages may expect other data than ours do.
  if (headers.get(BUILD_ID_HEADER) !== buildId) throw new Error('The payload is not of this build.')
  const answered = new URL(url)
  return {
    page: body as AnyLoadedPage,
    pathname: readPayloadPath(answered.pathname) ?? pathname,
    // The build id stands last, behind a question mark or an ampersand.
    search: answered.search.endsWith(buildId) ? answered.search.slice(0, -buildId.length - 1) : search,
  }
}
