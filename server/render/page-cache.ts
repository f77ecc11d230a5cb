import type { RouteName } from '../../shared/routes.ts'
import type { EncodedBody, Encoding } from './encoded-body.ts'
import { SegmentedCache } from './segmented-cache.ts'

/** A complete response that all clients get for the same page. */
export interface CacheEntry {
  readonly key: string
  readonly route: RouteName
  readonly kind: 'page' | 'payload'
  /** The catalogue's revision when the page was rendered. */
  readonly revision: number
  /** In milliseconds since 1970. */
  readonly renderedAt: number
  /** Null for a page of one client alone, which is never cached and never gets a 304. */
  readonly etag: string | null
  /** Alternating names and values, without headers that differ between responses. */
  readonly headers: readonly string[]
  readonly body: EncodedBody
}

interface Slot {
  readonly entry: CacheEntry
  hitCount: number
}

/** Share of the cache for URLs with a query: their number is unlimited, so they evict only each other. */
const QUERY_SHARE = 1 / 4

/** Share of the cache for the requested URLs, which refer to entries. */
const URL_SHARE = 1 / 16

/** Overhead of an entry besides its bodies. */
const ENTRY_BYTES = 2_048
const URL_BYTES = 128

/** After a change of the catalogue, stale pages are sent this long while the new ones are rendered. */
const STALE_MS = 1_000

/** Caches complete pages and payloads with their compressed copies, bounded in bytes. Entries that are requested again are evicted last. */
export class PageCache {
  readonly #plain: SegmentedCache<Slot>
  readonly #withQuery: SegmentedCache<Slot>
  readonly #keysByUrl: SegmentedCache<string>
  readonly #onError: (error: unknown) => void
  #improving: Promise<unknown> = Promise.resolve()
  #revision: number | undefined
  #revisionSince = -Infinity

  /**
   * @param maxBytes of all entries; 0 switches the cache off
   * @param onError receives errors of the second compression
   */
  constructor(maxBytes: number, onError: (error: unknown) => void) {
    this.#onError = onError
    this.#plain = new SegmentedCache(maxBytes * (1 - QUERY_SHARE - URL_SHARE), sizeOf)
    this.#withQuery = new SegmentedCache(maxBytes * QUERY_SHARE, sizeOf)
    this.#keysByUrl = new SegmentedCache(maxBytes * URL_SHARE, (key, url) => URL_BYTES + key.length + url.length)
  }

  /** Bytes of all entries, with their overhead. */
  get size(): number {
    return this.#plain.size + this.#withQuery.size + this.#keysByUrl.size
  }

  get entryCount(): number {
    return this.#plain.entryCount + this.#withQuery.entryCount
  }

  /**
   * Finds the fresh entry for a URL as it was requested. The canonical URL of a page needs no lookup; other spellings and
   * payloads are found while their URLs are cached.
   */
  findByUrl(url: string, revision: number): CacheEntry | undefined {
    const key = this.#keysByUrl.get(url)
    const entry = this.#find(key ?? `page ${url}`)
    return entry?.revision === revision ? entry : undefined
  }

  /** Finds a fresh entry or, for a moment after a change of the catalogue, a stale one. */
  find(key: string, revision: number): CacheEntry | undefined {
    const entry = this.#find(key)
    if (!entry || entry.revision === revision) return entry
    this.updateRevision(revision)
    return performance.now() - this.#revisionSince < STALE_MS ? entry : undefined
  }

  /** Finds an entry of any revision, for when the page cannot be rendered. */
  findStale(key: string): CacheEntry | undefined {
    return this.#segmentOf(key).get(key)?.entry
  }

  /** Stores the catalogue's current revision and, if it has changed, the time. Called often, so that the time is accurate. */
  updateRevision(revision: number): void {
    if (revision === this.#revision) return
    if (this.#revision !== undefined) this.#revisionSince = performance.now()
    this.#revision = revision
  }

  set(entry: CacheEntry): void {
    this.#segmentOf(entry.key).set(entry.key, { entry, hitCount: 0 })
  }

  /** Maps a URL as it was requested to the entry of a key. */
  addUrl(url: string, key: string): void {
    if (key !== `page ${url}` && this.#keysByUrl.peek(url) !== key) this.#keysByUrl.set(url, key)
  }

  /** Compresses an entry's body and updates the size of the cache. */
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
    // A page that is requested twice is likely to be requested again, so it is compressed best, one page at a time.
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

function sizeOf({ entry }: Slot, key: string): number {
  return ENTRY_BYTES + key.length + entry.body.size
}
