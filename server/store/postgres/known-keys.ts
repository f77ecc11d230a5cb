/** Bits a key, of which each key sets so many: one in a thousand keys that are not there looks as if it were. */
const BITS_PER_KEY = 16
const BITS_SET = 6

/** Room for so many keys at least, for more of them come. */
const MIN_KEYS = 2 ** 19

/** After so many questions in vain it pays to read all keys. */
const MANY_MISSES = 200

/**
 * Keys that there may be (a Bloom filter): an import of what is new asks for each thing before it puts it, and is told here
 * that it is not there, without asking the database.
 */
export class KnownKeys {
  readonly #read: () => AsyncIterable<readonly string[]>
  readonly #count: () => Promise<number>
  #bits: Uint32Array | undefined
  #misses = 0

  /**
   * @param read all keys that there are, many at a time
   * @param count about how many there are
   */
  constructor(read: () => AsyncIterable<readonly string[]>, count: () => Promise<number>) {
    this.#read = read
    this.#count = count
  }

  /** Whether it is certain that there is no such key. */
  lacks(key: string): boolean {
    return this.#bits !== undefined && !this.#visit(key, (bits, word, bit) => (bits[word]! & bit) !== 0)
  }

  add(key: string): void {
    this.#visit(key, (bits, word, bit) => {
      bits[word]! |= bit
      return true
    })
  }

  /** The database was asked for a key that is not there. Whatever is put waits until this resolves. */
  async noteMiss(): Promise<void> {
    if (this.#bits || ++this.#misses < MANY_MISSES) return
    this.clear((await this.#count()) * 2)
    for await (const keys of this.#read()) for (const key of keys) this.add(key)
  }

  /** There are none any more. */
  clear(expected = 0): void {
    this.#bits = new Uint32Array(Math.ceil((Math.max(expected, MIN_KEYS) * BITS_PER_KEY) / 32))
  }

  /** @returns whether the visit agreed at each of the key's bits */
  #visit(key: string, visit: (bits: Uint32Array, word: number, bit: number) => boolean): boolean {
    if (!this.#bits) return true
    let [one, other] = [0x811c9dc5, 0x9e3779b9]
    for (let index = 0; index < key.length; index++) {
      const unit = key.charCodeAt(index)
      one = Math.imul(one ^ unit, 0x01000193)
      other = Math.imul(other ^ (unit + index), 0x85ebca6b)
    }
    other = (other ^ (other >>> 15)) | 1
    const size = this.#bits.length * 32
    for (let round = 0; round < BITS_SET; round++) {
      const place = (one >>> 0) % size
      if (!visit(this.#bits, place >>> 5, 1 << (place & 31))) return false
      one = (one + other) | 0
    }
    return true
  }
}
