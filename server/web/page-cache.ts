import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { RouteName } from '../../shared/routes.ts'
import type { CatalogPages } from '../catalog/store/catalog-pages.ts'
import type { AppContext } from './app-context.ts'
import { negotiateEncoding, sendEncoded, type EncodedBody } from './compression.ts'
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

/** Estimated size of an entry without its body. */
const ENTRY_BYTES = 2_048
/** Estimated size of a body with its compressed copies, as a multiple of the body. */
const COPIES_FACTOR = 1.5

export class PageCache {
  readonly #paths: LRUCache<string, CachedPage>
  readonly #queries: LRUCache<string, CachedPage>

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

  /** Finds an entry of any revision. */
  find(key: string): CachedPage | undefined {
    return this.#partOf(key).get(key)
  }

  set(page: CachedPage): void {
    this.#partOf(page.key).set(page.key, page)
  }

  delete(key: string): void {
    this.#partOf(key).delete(key)
  }

  #partOf(key: string): LRUCache<string, CachedPage> {
    return key.includes('?') ? this.#queries : this.#paths
  }
}

function sizeOf({ key, body }: CachedPage): number {
  return ENTRY_BYTES + key.length + Math.ceil(body.length * COPIES_FACTOR)
}

/** Sends a fresh page that is cached under exactly the requested address; equivalent addresses come to the page's handler. */
export function sendCachedPages({
  catalog,
  metrics,
  pageCache,
}: Pick<AppContext, 'catalog' | 'metrics' | 'pageCache'>): RequestHandler {
  return (req, res, next) => {
    const page = req.method === 'GET' || req.method === 'HEAD' ? pageCache.find(`page ${req.url}`) : undefined
    if (page?.revision !== catalog.revision) return next()
    requestState(res).route = page.route
    metrics?.countLookup(catalog.availability.unavailableSince === null ? 'hit' : 'stale')
    sendPage(req, res, catalog, page)
  }
}

/** Sends a finished page in the client's encoding, or a 304 if the client has it. */
export function sendPage(req: Request, res: Response, catalog: CatalogPages, page: CachedPage): void {
  if (isNotModified(req, page.headers.get('ETag') ?? null)) return sendNotModified(res, catalog, page)
  const state = requestState(res)
  state.outcome = state.respondsInJson ? 'payload' : 'page'
  state.unmatchedSearch = page.unmatchedSearch
  setHeaders(res, catalog, page)
  const encoding = negotiateEncoding(req)
  sendEncoded(res, page.body.encode(encoding), encoding)
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
  const since = revision === catalog.revision ? catalog.availability.unavailableSince : (renderedAt ?? null)
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
