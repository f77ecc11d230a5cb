import { LRUCache } from 'lru-cache'

/** Entries requested once may use this share even if the others fill the cache. */
const NEW_SHARE = 1 / 4

/** Entries requested only once do not evict those requested repeatedly. */
export class SegmentedCache<Value extends object | string> {
  readonly #maxSize: number
  readonly #new: LRUCache<string, Value>
  readonly #repeated: LRUCache<string, Value>

  /** `maxSize` limits the sum of `sizeOf`. */
  constructor(maxSize: number, sizeOf: (value: Value, key: string) => number) {
    this.#maxSize = Math.max(1, Math.floor(maxSize))
    const options = { maxSize: this.#maxSize, sizeCalculation: sizeOf }
    this.#new = new LRUCache(options)
    this.#repeated = new LRUCache(options)
  }

  get entryCount(): number {
    return this.#new.size + this.#repeated.size
  }

  get size(): number {
    return this.#new.calculatedSize + this.#repeated.calculatedSize
  }

  /** Counts the entry as requested again. */
  get(key: string): Value | undefined {
    const known = this.#repeated.get(key)
    if (known !== undefined) return known
    const value = this.#new.get(key)
    if (value === undefined) return undefined
    this.#new.delete(key)
    this.#repeated.set(key, value)
    return value
  }

  /** Returns an entry without counting a request. */
  peek(key: string): Value | undefined {
    return this.#repeated.peek(key) ?? this.#new.peek(key)
  }

  delete(key: string): void {
    this.#new.delete(key)
    this.#repeated.delete(key)
  }

  listRepeated(): Iterable<Value> {
    return this.#repeated.values()
  }

  set(key: string, value: Value): void {
    if (this.#repeated.has(key)) this.#repeated.set(key, value)
    else this.#new.set(key, value)
    while (this.size > this.#maxSize) {
      const evictsNew = this.#new.calculatedSize > this.#maxSize * NEW_SHARE || this.#repeated.size === 0
      if (evictsNew) this.#new.pop()
      else this.#repeated.pop()
    }
  }
}
