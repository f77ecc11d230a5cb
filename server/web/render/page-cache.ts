import type { RouteMatch } from '../../../shared/routes.ts'
import type { EncodedBody, Encoding } from './encoded-body.ts'
import { SegmentedCache } from './segmented-cache.ts'

export interface CacheEntry {
  readonly key: string
  /** Beginning of the language's paths; '' for the first language. */
  readonly base: string
  readonly match: RouteMatch
  /** Query in canonical form. */
  readonly search: string
  readonly kind: 'page' | 'payload'
  readonly revision: number
  /** Time from `performance.now()`, because wall clocks change. */
  readonly renderedAt: number
  /** Null for a page for one client alone, which is never cached. */
  readonly etag: string | null
  /** The headers of all responses, as alternating names and values, which entries share. */
  readonly commonHeaders: readonly string[]
  /** The page's own headers, in the same form. */
  readonly headers: readonly string[]
  readonly body: EncodedBody
  /** The search text, if no product matches it. */
  readonly unmatchedSearch: string | null
}

interface Slot {
  readonly entry: CacheEntry
  hitCount: number
  /** Hits of the page's earlier entries, halved at each new one. */
  readonly earlierHits: number
}

/** URLs with a query are unlimited in number, so they may evict only each other. */
const QUERY_SHARE = 1 / 4

/** Share of the memory for the mapping from requested URLs to entries. */
const URL_SHARE = 1 / 16

/** Estimates of an entry without its body, and of a mapped URL without its text. */
const ENTRY_BYTES = 2_048
const URL_BYTES = 128

/** For this time after a change of the catalogue, stale pages are sent while they are rendered again. */
const STALE_MS = 1_000

/** Pages and payloads that were requested repeatedly are evicted last. */
export class PageCache {
  readonly #plain: SegmentedCache<Slot>
  readonly #withQuery: SegmentedCache<Slot>
  readonly #keysByUrl: SegmentedCache<string>
  readonly #onError: (error: unknown) => void
  #improving: Promise<unknown> = Promise.resolve()
  #revision: number | undefined
  #revisionSince = -Infinity

  /** @param maxBytes 0 disables the cache */
  constructor(maxBytes: number, onError: (error: unknown) => void) {
    this.#onError = onError
    this.#plain = new SegmentedCache(maxBytes * (1 - QUERY_SHARE - URL_SHARE), sizeOf)
    this.#withQuery = new SegmentedCache(maxBytes * QUERY_SHARE, sizeOf)
    this.#keysByUrl = new SegmentedCache(maxBytes * URL_SHARE, (key, url) => URL_BYTES + key.length + url.length)
  }

  get size(): number {
    return this.#plain.size + this.#withQuery.size + this.#keysByUrl.size
  }

  get entryCount(): number {
    return this.#plain.entryCount + this.#withQuery.entryCount
  }

  /** Finds a fresh entry, for a URL in canonical form or one from `addUrl`. */
  findByUrl(url: string, revision: number): CacheEntry | undefined {
    const key = this.#keysByUrl.get(url)
    const entry = this.#find(key ?? `page ${url}`)
    return entry?.revision === revision ? entry : undefined
  }

  /** Finds a fresh entry or, shortly after a change of the catalogue, a stale one. */
  find(key: string, revision: number): CacheEntry | undefined {
    const entry = this.#find(key)
    if (!entry || entry.revision === revision) return entry
    this.updateRevision(revision)
    return performance.now() - this.#revisionSince < STALE_MS ? entry : undefined
  }

  /** Finds an entry of any revision. */
  findStale(key: string): CacheEntry | undefined {
    return this.#segmentOf(key).get(key)?.entry
  }

  /** Records when the catalogue's revision changed. Accurate only if called often. */
  updateRevision(revision: number): void {
    if (revision === this.#revision) return
    if (this.#revision !== undefined) this.#revisionSince = performance.now()
    this.#revision = revision
  }

  set(entry: CacheEntry): void {
    const segment = this.#segmentOf(entry.key)
    const before = segment.peek(entry.key)
    segment.set(entry.key, { entry, hitCount: 0, earlierHits: before ? countHits(before) / 2 : 0 })
  }

  delete(key: string): void {
    this.#segmentOf(key).delete(key)
  }

  /** The entries with most hits come first, whatever their revision. */
  listPopular(most: number): readonly CacheEntry[] {
    return [...this.#plain.listRepeated(), ...this.#withQuery.listRepeated()]
      .toSorted((one, other) => countHits(other) - countHits(one))
      .slice(0, most)
      .map(({ entry }) => entry)
  }

  addUrl(url: string, key: string): void {
    if (key !== `page ${url}` && this.#keysByUrl.peek(url) !== key) this.#keysByUrl.set(url, key)
  }

  /** Also updates the size of the cache. */
  encode(entry: CacheEntry, encoding: Encoding): Buffer {
    const bytes = entry.body.encode(encoding)
    this.#updateSize(entry)
    return bytes
  }

  #updateSize({ key, body }: CacheEntry): void {
    const slot = this.#segmentOf(key).peek(key)
    if (slot?.entry.body === body) this.#segmentOf(key).set(key, slot)
  }

  #find(key: string): CacheEntry | undefined {
    const slot = this.#segmentOf(key).get(key)
    // A page that was requested twice will probably be requested again, so better compression is worth its time.
    if (slot && ++slot.hitCount === 2)
      this.#improving = this.#improving.then(() => this.#improve(slot.entry)).catch(this.#onError)
    return slot?.entry
  }

  async #improve(entry: CacheEntry): Promise<void> {
    if (this.#segmentOf(entry.key).peek(entry.key)?.entry !== entry) return
    await entry.body.improve()
    this.#updateSize(entry)
  }

  #segmentOf(key: string): SegmentedCache<Slot> {
    return key.includes('?') ? this.#withQuery : this.#plain
  }
}

function countHits({ hitCount, earlierHits }: Slot): number {
  return hitCount + earlierHits
}

function sizeOf({ entry }: Slot, key: string): number {
  return ENTRY_BYTES + key.length + entry.body.size
}
