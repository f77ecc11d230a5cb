const MIN_BATCH = 2
const MAX_BATCH = 256

/**
 * Reads the row of a key together with the rows stored after it, because imported files usually list products in the stored
 * order. Batches grow as long as at least half of each batch is used.
 */
export class ReadAheadCache<Value> {
  readonly #read: (key: string, count: number) => Promise<ReadonlyMap<string, Value>>
  #batch = new Map<string, Value>()
  #batchSize = 0
  #hits = 0
  #count = MIN_BATCH

  /**
   * @param read reads at most `count` values: that of the key and those stored after it; none if the key is not stored
   */
  constructor(read: (key: string, count: number) => Promise<ReadonlyMap<string, Value>>) {
    this.#read = read
  }

  async find(key: string): Promise<Value | undefined> {
    const cached = this.#batch.get(key)
    if (cached !== undefined) {
      this.#hits++
      return cached
    }
    const wasUseful = this.#batchSize > 1 && this.#hits * 2 >= this.#batchSize
    this.#count = wasUseful ? Math.min(this.#count * 4, MAX_BATCH) : MIN_BATCH
    this.#batch = new Map(await this.#read(key, this.#count))
    this.#batchSize = this.#batch.size
    this.#hits = 0
    return this.#batch.get(key)
  }

  delete(key: string): void {
    this.#batch.delete(key)
  }

  clear(): void {
    this.#batch.clear()
  }
}
