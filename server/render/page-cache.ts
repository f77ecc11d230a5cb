import type { RouteName } from '../../shared/routes.ts'
import type { EncodedBody } from './encoded-body.ts'
import { SegmentedCache } from './segmented-cache.ts'

/** A finished answer that everybody gets who asks for its address. */
export interface KeptAnswer {
  readonly route: RouteName
  readonly outcome: 'page' | 'payload'
  /** Of the catalogue it was made from. */
  readonly revision: number
  /** In milliseconds since 1970. */
  readonly madeAt: number
  readonly etag: string
  /** Names and values by turns, without what differs from one answer to the next. */
  readonly headers: readonly string[]
  readonly body: EncodedBody
}

interface Entry {
  readonly answer: KeptAnswer
  timesFound: number
}

/** Addresses with a query have no end: they can push out their own kind only. */
const QUERY_SHARE = 1 / 4

/** Addresses as they were asked for. */
const URL_SHARE = 1 / 16

/** What an entry costs besides its bodies. */
const ENTRY_BYTES = 2_048
const URL_BYTES = 128

/** How long after a change of the catalogue an old copy is shown while the new one is made. */
const STALE_MS = 1_000

/** Finished pages and payloads with their compressed copies, bounded in bytes; what is asked for again stays longest. */
export class PageCache {
  readonly #plain: SegmentedCache<Entry>
  readonly #withQuery: SegmentedCache<Entry>
  readonly #keysByUrl: SegmentedCache<string>
  readonly #underWay = new Map<string, Promise<unknown>>()
  #improving: Promise<unknown> = Promise.resolve()
  #revision: number | undefined
  #revisionSince = -Infinity

  /** @param maxBytes of all that is kept; at 0 nothing is */
  constructor(maxBytes: number) {
    this.#plain = new SegmentedCache(maxBytes * (1 - QUERY_SHARE - URL_SHARE), sizeOf)
    this.#withQuery = new SegmentedCache(maxBytes * QUERY_SHARE, sizeOf)
    this.#keysByUrl = new SegmentedCache(maxBytes * URL_SHARE, (key, url) => URL_BYTES + key.length + url.length)
  }

  /** Bytes of all that is kept, with what keeping costs. */
  get size(): number {
    return this.#plain.size + this.#withQuery.size + this.#keysByUrl.size
  }

  get entryCount(): number {
    return this.#plain.entryCount + this.#withQuery.entryCount
  }

  /**
   * The answer to an address as it was asked for, if it is of the present catalogue. That of a page in its one spelling is
   * always found; other spellings and payloads are as long as they are remembered.
   */
  findByUrl(url: string, revision: number): KeptAnswer | undefined {
    const key = this.#keysByUrl.get(url)
    const answer = this.#find(key ?? `page ${url}`)
    return answer?.revision === revision ? answer : undefined
  }

  /** The answer that is kept under a key, if it is of the present catalogue or, for a moment, of the one before. */
  find(key: string, revision: number): KeptAnswer | undefined {
    const answer = this.#find(key)
    if (!answer || answer.revision === revision) return answer
    this.noteRevision(revision)
    return performance.now() - this.#revisionSince < STALE_MS ? answer : undefined
  }

  /** The answer that is kept under a key, of whatever catalogue: for when there is no better one. */
  findOld(key: string): KeptAnswer | undefined {
    return this.#of(key).get(key)?.answer
  }

  /** The catalogue has this revision now. Called often, so that the time of a change is known. */
  noteRevision(revision: number): void {
    if (revision === this.#revision) return
    if (this.#revision !== undefined) this.#revisionSince = performance.now()
    this.#revision = revision
  }

  /** @param url under which it was asked for */
  keep(key: string, url: string, answer: KeptAnswer): void {
    this.#of(key).set(key, { answer, timesFound: 0 })
    this.rememberUrl(url, key)
  }

  rememberUrl(url: string, key: string): void {
    if (key !== `page ${url}` && this.#keysByUrl.peek(url) !== key) this.#keysByUrl.set(url, key)
  }

  /** An answer has grown by a compressed copy. */
  noteGrowth(key: string): void {
    const entry = this.#of(key).peek(key)
    if (entry) this.#of(key).set(key, entry)
  }

  /** Makes something once, however many ask for it meanwhile. */
  produce<Result>(key: string, make: () => Promise<Result>): Promise<Result> {
    let running = this.#underWay.get(key) as Promise<Result> | undefined
    if (!running) {
      running = make().finally(() => this.#underWay.delete(key))
      this.#underWay.set(key, running)
    }
    return running
  }

  #find(key: string): KeptAnswer | undefined {
    const entry = this.#of(key).get(key)
    // Who comes a second time is followed by many: the smallest copy is worth its work then, one page after the other.
    if (entry && ++entry.timesFound === 2) this.#improving = this.#improving.then(() => this.#improve(key, entry))
    return entry?.answer
  }

  async #improve(key: string, { answer }: Entry): Promise<void> {
    if (this.#of(key).peek(key)?.answer !== answer) return
    await answer.body.improve()
    this.noteGrowth(key)
  }

  #of(key: string): SegmentedCache<Entry> {
    return key.includes('?') ? this.#withQuery : this.#plain
  }
}

function sizeOf({ answer }: Entry, key: string): number {
  return ENTRY_BYTES + key.length + answer.body.size
}
