import { LRUCache } from 'lru-cache'

/** Of all room, what is left to entries that nobody has asked for again, however many of the others there are. */
const NEW_SHARE = 1 / 4

/**
 * Keeps what is used, bounded in its size. What was asked for once pushes out only what was asked for once (a segmented LRU), so
 * that somebody who asks for everything takes nothing from the others.
 */
export class SegmentedCache<Value extends object | string> {
  readonly #maxSize: number
  readonly #once: LRUCache<string, Value>
  readonly #again: LRUCache<string, Value>

  /** @param maxSize of all entries together, by `sizeOf` */
  constructor(maxSize: number, sizeOf: (value: Value, key: string) => number) {
    this.#maxSize = Math.max(1, Math.floor(maxSize))
    const options = { maxSize: this.#maxSize, sizeCalculation: sizeOf }
    this.#once = new LRUCache(options)
    this.#again = new LRUCache(options)
  }

  get entryCount(): number {
    return this.#once.size + this.#again.size
  }

  /** Of all entries, by `sizeOf`. */
  get size(): number {
    return this.#once.calculatedSize + this.#again.calculatedSize
  }

  /** An entry, which is used by this. */
  get(key: string): Value | undefined {
    const known = this.#again.get(key)
    if (known !== undefined) return known
    const value = this.#once.get(key)
    if (value === undefined) return undefined
    this.#once.delete(key)
    this.#again.set(key, value)
    return value
  }

  /** An entry, without using it. */
  peek(key: string): Value | undefined {
    return this.#again.peek(key) ?? this.#once.peek(key)
  }

  set(key: string, value: Value): void {
    if (this.#again.has(key)) this.#again.set(key, value)
    else this.#once.set(key, value)
    while (this.size > this.#maxSize) {
      const hasMany = this.#once.calculatedSize > this.#maxSize * NEW_SHARE || this.#again.size === 0
      if (hasMany) this.#once.pop()
      else this.#again.pop()
    }
  }
}
