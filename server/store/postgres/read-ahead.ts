const FEWEST = 2
const MOST = 256

/**
 * Reads what is stored behind what is asked for along with it, as long as that is what is asked for next: a file that comes
 * again has its products in the order in which they came before.
 */
export class ReadAhead<Value> {
  readonly #read: (key: string, count: number) => Promise<ReadonlyMap<string, Value>>
  #ahead = new Map<string, Value>()
  #count = FEWEST
  #found = 0
  #size = 0

  /** @param read what stands under a key, and so much of what stands behind it; empty where there is none */
  constructor(read: (key: string, count: number) => Promise<ReadonlyMap<string, Value>>) {
    this.#read = read
  }

  async find(key: string): Promise<Value | undefined> {
    const known = this.#ahead.get(key)
    if (known !== undefined) {
      this.#found++
      return known
    }
    const wasUseful = this.#size > 1 && this.#found * 2 >= this.#size
    this.#count = wasUseful ? Math.min(this.#count * 4, MOST) : FEWEST
    this.#ahead = new Map(await this.#read(key, this.#count))
    ;[this.#size, this.#found] = [this.#ahead.size, 0]
    return this.#ahead.get(key)
  }

  /** What was read is no longer what is stored. */
  forget(key: string): void {
    this.#ahead.delete(key)
  }

  forgetAll(): void {
    this.#ahead.clear()
  }
}
