import { LRUCache } from 'lru-cache'
import type { RouteName } from '../../shared/routes.ts'
import type { EncodedBody, Encoding } from './compression.ts'

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
