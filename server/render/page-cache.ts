import type { RouteName } from '../../shared/routes.ts'
import type { EncodedBody, Encoding } from './encoded-body.ts'
import { SegmentedCache } from './segmented-cache.ts'

/** A finished response that every client gets for the same page. */
export interface CacheEntry {
  readonly key: string
  readonly route: RouteName
  readonly kind: 'page' | 'payload'
  /** Of the catalogue it was rendered from. */
  readonly revision: number
  /** In milliseconds since 1970. */
  readonly renderedAt: number
  /** Null for a response to one client alone: it is never cached, and never a 304. */
  readonly etag: string | null
  /** Alternating names and values, without what differs from one response to the next. */
  readonly headers: readonly string[]
  readonly body: EncodedBody
}

interface Slot {
  readonly entry: CacheEntry
  hitCount: number
}

/** URLs with a query are endless: they can push out only each other. */
const QUERY_SHARE = 1 / 4

/** URLs as they were requested. */
const URL_SHARE = 1 / 16

/** An entry's overhead besides its bodies. */
const ENTRY_BYTES = 2_048
const URL_BYTES = 128

/** How long after a change of the catalogue an old copy is sent while the new one is rendered. */
const STALE_MS = 1_000

/** Finished pages and payloads with their compressed copies, bounded in bytes; what is requested again stays longest. */
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
   * @param onError receives why an entry could not be compressed better
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
   * Finds the entry for a URL as it was requested, if it is of the present catalogue. A page's canonical URL is always found;
   * other spellings and payloads as long as they are remembered.
   */
  findByUrl(url: string, revision: number): CacheEntry | undefined {
    const key = this.#keysByUrl.get(url)
    const entry = this.#find(key ?? `page ${url}`)
    return entry?.revision === revision ? entry : undefined
  }

  /** Finds an entry of the present catalogue or, for a moment after a change, of the one before. */
  find(key: string, revision: number): CacheEntry | undefined {
    const entry = this.#find(key)
    if (!entry || entry.revision === revision) return entry
    this.updateRevision(revision)
    return performance.now() - this.#revisionSince < STALE_MS ? entry : undefined
  }

  /** Finds an entry of any catalogue, for when there is no better one. */
  findStale(key: string): CacheEntry | undefined {
    return this.#segmentOf(key).get(key)?.entry
  }

  /** The catalogue has this revision now. Called often, so that the time of a change is known. */
  updateRevision(revision: number): void {
    if (revision === this.#revision) return
    if (this.#revision !== undefined) this.#revisionSince = performance.now()
    this.#revision = revision
  }

  set(entry: CacheEntry): void {
    this.#segmentOf(entry.key).set(entry.key, { entry, hitCount: 0 })
  }

  /** Lets a URL as it was requested find the entry of a key. */
  addUrl(url: string, key: string): void {
    if (key !== `page ${url}` && this.#keysByUrl.peek(url) !== key) this.#keysByUrl.set(url, key)
  }

  /** Compresses an entry's body, and counts what it takes. */
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
    // A page that is requested a second time will be again: its smallest copy is worth the work then, one page after the other.
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
