import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { RouteName } from '../../shared/routes.ts'
import type { CatalogPages } from '../catalog/store/catalog-pages.ts'
import type { AppContext } from './app-context.ts'
import { negotiateEncoding, sendEncoded, type EncodedBody, type Encoding } from './compression.ts'
import { requestState } from './request-state.ts'

/** A finished page, or its payload. */
export interface CachedPage {
  readonly key: string
  readonly route: RouteName
  readonly revision: number
  /** Time from `performance.now()`, because wall clocks change. */
  readonly renderedAt: number
  readonly headers: Map<string, string>
  readonly body: EncodedBody
  /** The search text, if no product matches it. */
  readonly unmatchedSearch: string | null
}

/** URLs with a query are unlimited in number, so they may evict only each other. */
const QUERY_SHARE = 1 / 4

/** Estimate of an entry without its body. */
const ENTRY_BYTES = 2_048

/** For this time after a change of the catalogue, stale pages are sent while they are rendered again. */
const STALE_MS = 1_000

export class PageCache {
  readonly #paths: LRUCache<string, CachedPage>
  readonly #queries: LRUCache<string, CachedPage>
  #revision: number | undefined
  #revisionSince = -Infinity

  /** @param maxBytes 0 disables the cache */
  constructor(maxBytes: number) {
    const create = (share: number) =>
      new LRUCache<string, CachedPage>({ maxSize: Math.max(1, Math.floor(maxBytes * share)), sizeCalculation: sizeOf })
    this.#paths = create(1 - QUERY_SHARE)
    this.#queries = create(QUERY_SHARE)
  }

  get size(): number {
    return this.#paths.calculatedSize + this.#queries.calculatedSize
  }

  get entryCount(): number {
    return this.#paths.size + this.#queries.size
  }

  /** Finds a fresh entry or, shortly after a change of the catalogue, a stale one. */
  find(key: string, revision: number): CachedPage | undefined {
    const page = this.findStale(key)
    if (!page || page.revision === revision) return page
    this.updateRevision(revision)
    return performance.now() - this.#revisionSince < STALE_MS ? page : undefined
  }

  /** Finds an entry of any revision. */
  findStale(key: string): CachedPage | undefined {
    return this.#partOf(key).get(key)
  }

  /** Records when the catalogue's revision changed. Accurate only if called often. */
  updateRevision(revision: number): void {
    if (revision === this.#revision) return
    if (this.#revision !== undefined) this.#revisionSince = performance.now()
    this.#revision = revision
  }

  set(page: CachedPage): void {
    this.#partOf(page.key).set(page.key, page)
  }

  delete(key: string): void {
    this.#partOf(key).delete(key)
  }

  /** Compresses an entry's body on the first request for the encoding. */
  encode(page: CachedPage, encoding: Encoding): Buffer {
    const { key, body } = page
    const isNew = !body.has(encoding)
    const bytes = body.encode(encoding)
    // The LRU cache measures only new values.
    if (isNew && this.#partOf(key).peek(key)?.body === body) this.set({ ...page })
    return bytes
  }

  #partOf(key: string): LRUCache<string, CachedPage> {
    return key.includes('?') ? this.#queries : this.#paths
  }
}

function sizeOf({ body }: CachedPage, key: string): number {
  return ENTRY_BYTES + key.length + body.size
}

type CacheContext = Pick<AppContext, 'catalog' | 'metrics' | 'pageCache'>

/** Sends a fresh page that is cached under exactly the requested address; equivalent addresses come to the page's handler. */
export function sendCachedPages(context: CacheContext): RequestHandler {
  const { pageCache, metrics, catalog } = context
  return (req, res, next) => {
    const page = req.method === 'GET' || req.method === 'HEAD' ? pageCache.findStale(`page ${req.url}`) : undefined
    if (page?.revision !== catalog.revision) return next()
    requestState(res).route = page.route
    metrics?.countLookup(catalog.unavailableSince === null ? 'hit' : 'stale')
    sendPage(context, req, res, page)
  }
}

/** Sends a finished page in the client's encoding, or a 304 if the client has it. */
export function sendPage(
  { catalog, pageCache, metrics }: CacheContext,
  req: Request,
  res: Response,
  page: CachedPage,
): void {
  if (isNotModified(req, page.headers.get('ETag') ?? null)) return sendNotModified(res, catalog, page)
  const state = requestState(res)
  const encoding = negotiateEncoding(req)
  const isNew = !page.body.has(encoding)
  const startedAt = performance.now()
  const bytes = pageCache.encode(page, encoding)
  if (isNew) metrics?.countPhase(state.route, 'compress', startedAt)
  state.outcome = state.respondsInJson ? 'payload' : 'page'
  state.unmatchedSearch = page.unmatchedSearch
  setHeaders(res, catalog, page)
  sendEncoded(res, bytes, encoding)
}

type SentPage = Pick<CachedPage, 'headers' | 'revision'> & Partial<Pick<CachedPage, 'renderedAt'>>

export function sendNotModified(res: Response, catalog: CatalogPages, page: SentPage): void {
  requestState(res).outcome = 'not-modified'
  setHeaders(res, catalog, page)
  res.status(304).end()
}

/**
 * `Age` is in seconds since the page was rendered if the catalogue has changed, or else since the database became
 * unavailable.
 */
function setHeaders(res: Response, catalog: CatalogPages, { headers, revision, renderedAt }: SentPage): void {
  res.setHeaders(headers)
  const since = revision === catalog.revision ? catalog.unavailableSince : (renderedAt ?? null)
  if (since === null) return
  const age = Math.floor((performance.now() - since) / 1_000)
  requestState(res).age = age
  res.setHeader('Age', age)
}

/** Compares `If-None-Match` with an ETag weakly (RFC 9110, 13.1.2). */
export function isNotModified({ headers }: Request, etag: string | null): boolean {
  const given = headers['if-none-match']
  if (given === undefined || etag === null) return false
  if (given === etag) return true
  const opaque = etag.replace(/^W\//, '')
  return given === '*' || given.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}
