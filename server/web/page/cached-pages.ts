import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../app-context.ts'
import type { Encoding } from '../render/encoded-body.ts'
import type { CacheEntry } from '../render/page-cache.ts'
import { negotiateEncoding } from './content-encoding.ts'
import type { RequestState } from '../request-state.ts'

/** The handler before Express returns false if no page is cached for the URL. */
export function createCachedPageSender(
  context: AppContext,
): (req: IncomingMessage, res: ServerResponse, state: RequestState) => boolean {
  const { store, pageCache, metrics } = context
  return (req, res, state) => {
    const { method, url = '' } = req
    if (method !== 'GET' && method !== 'HEAD') return false
    const entry = pageCache.findByUrl(url, store.revision)
    if (!entry) return false
    state.route = entry.match.name
    metrics.countLookup(store.unavailableSince === null ? 'hit' : 'stale')
    sendEntry(context, req, res, state, entry)
    return true
  }
}

type EntryHeaders = Pick<CacheEntry, 'revision' | 'renderedAt' | 'commonHeaders' | 'headers'>

/** Sends a cache entry in the client's encoding, or a 304 if the client has it. */
export function sendEntry(
  context: AppContext,
  req: IncomingMessage,
  res: ServerResponse,
  state: RequestState,
  entry: CacheEntry,
): void {
  if (isNotModified(req, entry.etag)) return sendNotModified(context, res, state, entry)
  const encoding = negotiateEncoding(req)
  let bytes = entry.body.find(encoding)
  if (!bytes) {
    const startedAt = performance.now()
    bytes = context.pageCache.encode(entry, encoding)
    context.metrics.countPhase(state.route, 'compress', startedAt)
  }
  state.outcome = entry.kind
  state.unmatchedSearch = entry.unmatchedSearch
  res.writeHead(200, [...listHeaders(context, res, state, entry), ...bodyHeaders(bytes, encoding)])
  // Node sends no body for HEAD.
  res.end(bytes)
}

export function sendNotModified(
  context: AppContext,
  res: ServerResponse,
  state: RequestState,
  entry: EntryHeaders,
): void {
  state.outcome = 'not-modified'
  res.writeHead(304, listHeaders(context, res, state, entry))
  res.end()
}

/** Compares `If-None-Match` with an ETag weakly (RFC 9110, 13.1.2). */
export function isNotModified({ headers }: IncomingMessage, etag: string | null): boolean {
  const given = headers['if-none-match']
  if (given === undefined || etag === null) return false
  if (given === etag) return true
  const opaque = etag.replace(/^W\//, '')
  return given === '*' || given.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}

/** The headers of a complete body, as alternating names and values. */
export function bodyHeaders(bytes: Buffer, encoding: Encoding): readonly string[] {
  const length = ['content-length', String(bytes.length)]
  return encoding === 'identity' ? length : [...length, 'content-encoding', encoding]
}

/**
 * Setting the headers one by one instead of in one `writeHead` took a tenth of a cached response's time. If Express has
 * handled the request, the common ones are set already, and `writeHead` would replace each.
 */
function listHeaders(
  { store, phase }: AppContext,
  res: ServerResponse,
  state: RequestState,
  entry: EntryHeaders,
): string[] {
  state.age = measureAge(store, entry)
  const own = [...entry.headers, ...(state.age === undefined ? [] : ['age', String(state.age)])]
  if (res.hasHeader('X-Request-Id')) return own
  return [
    'x-request-id',
    state.id,
    ...entry.commonHeaders,
    ...own,
    ...(phase === 'draining' ? ['connection', 'close'] : []),
  ]
}

/**
 * @returns the seconds since the entry was rendered, if the catalogue has changed, or else since the database became
 * unavailable; undefined if the entry is fresh
 */
function measureAge({ unavailableSince, revision }: AppContext['store'], entry: EntryHeaders): number | undefined {
  const since = entry.revision === revision ? unavailableSince : entry.renderedAt
  return since === null ? undefined : Math.floor((performance.now() - since) / 1_000)
}
