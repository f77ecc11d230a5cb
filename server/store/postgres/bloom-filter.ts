/** With 16 bits per key, of which 6 are set, one in a thousand keys that are not stored is a false positive. */
const BITS_PER_KEY = 16
const BITS_SET = 6

/** The filter is sized for at least this many keys, so that it has room for keys added later. */
const MIN_KEYS = 2 ** 19

/** After this many queries that found nothing, filling the filter takes less time than further queries would. */
const MISSES_BEFORE_FILLING = 200

/** A Bloom filter of a table's keys. It saves an import the queries for keys that are not stored. */
export class BloomFilter {
  readonly #readKeys: () => AsyncIterable<readonly string[]>
  readonly #countKeys: () => Promise<number>
  #bits: Uint32Array | undefined
  #misses = 0

  constructor(readKeys: () => AsyncIterable<readonly string[]>, countKeys: () => Promise<number>) {
    this.#readKeys = readKeys
    this.#countKeys = countKeys
  }

  /** @returns false if the key is certainly not stored */
  mightContain(key: string): boolean {
    return this.#bits === undefined || this.#everyBit(key, (bits, word, bit) => (bits[word]! & bit) !== 0)
  }

  add(key: string): void {
    this.#everyBit(key, (bits, word, bit) => {
      bits[word]! |= bit
      return true
    })
  }

  /**
   * Call this after a query that found no row; once there were enough, it fills the filter. No key may be stored until the
   * promise resolves.
   */
  async recordMiss(): Promise<void> {
    if (this.#bits || ++this.#misses < MISSES_BEFORE_FILLING) return
    this.reset((await this.#countKeys()) * 2)
    for await (const keys of this.#readKeys()) for (const key of keys) this.add(key)
  }

  reset(expectedKeys = 0): void {
    this.#bits = new Uint32Array(Math.ceil((Math.max(expectedKeys, MIN_KEYS) * BITS_PER_KEY) / 32))
  }

  #everyBit(key: string, callback: (bits: Uint32Array, word: number, bit: number) => boolean): boolean {
    if (!this.#bits) return true
    // Double hashing: two hashes of the key determine all bit positions.
    let [position, step] = [0x811c9dc5, 0x9e3779b9]
    for (let index = 0; index < key.length; index++) {
      const unit = key.charCodeAt(index)
      position = Math.imul(position ^ unit, 0x01000193)
      step = Math.imul(step ^ (unit + index), 0x85ebca6b)
    }
    step = (step ^ (step >>> 15)) | 1
    const size = this.#bits.length * 32
    for (let round = 0; round < BITS_SET; round++) {
      const bit = (position >>> 0) % size
      if (!callback(this.#bits, bit >>> 5, 1 << (bit & 31))) return false
      position = (position + step) | 0
    }
    return true
  }
}
