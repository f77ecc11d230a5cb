/** A set of products as a bitset: bit n is the product with ordinal n, its position in the index. */
export type Bits = Uint32Array

export function createBits(size: number): Bits {
  return new Uint32Array(Math.ceil(size / 32))
}

export function setBit(bits: Bits, ordinal: number): void {
  bits[ordinal >>> 5]! |= 1 << (ordinal & 31)
}

export function hasBit(bits: Bits, ordinal: number): boolean {
  return (bits[ordinal >>> 5]! & (1 << (ordinal & 31))) !== 0
}

/** Removes from the first set the products that are not in the second. */
export function intersectInto(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= other[word]!
}

/** Adds the products of the second set to the first. */
export function unionInto(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! |= other[word]!
}

/** Removes from the first set the products of the second. */
export function subtractFrom(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= ~other[word]!
}

export function countBits(bits: Bits): number {
  return countCommonBits(bits, bits)
}

/** Counts the products in both sets. The body of `countOnesOfWord` is repeated here: without the call it takes half the time. */
export function countCommonBits(bits: Bits, other: Bits): number {
  let count = 0
  for (let word = 0; word < bits.length; word++) {
    const common = bits[word]! & other[word]!
    const pairs = common - ((common >>> 1) & 0x55555555)
    const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
    count += Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/**
 * Lists a range of a set's products, in the order of their ordinals.
 * @param from index of the first product within the set
 * @param to exclusive
 */
export function listOrdinalsOf(bits: Bits, from: number, to: number): readonly number[] {
  const ordinals: number[] = []
  let place = 0
  for (let word = 0; word < bits.length && place < to; word++) {
    const count = countOnesOfWord(bits[word]!)
    if (place + count > from) {
      for (let rest = bits[word]!, at = place; rest !== 0 && at < to; rest &= rest - 1, at++) {
        if (at >= from) ordinals.push(word * 32 + 31 - Math.clz32(rest & -rest))
      }
    }
    place += count
  }
  return ordinals
}

/** Counts the set bits of a 32-bit word in parallel: in pairs, nibbles and bytes, then the sum of the bytes. */
export function countOnesOfWord(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Maximum number of unused sets in the pool. */
const POOL_SIZE_MAX = 64

/**
 * Maximum number of queries that run concurrently. They share one thread, so more would not finish sooner, and each holds
 * sets of a bit for every product.
 */
const ARENAS_MAX = 4

/** A pool of sets of one size: allocating them for each query takes longer than the query's work with them. */
export class BitsPool {
  readonly productCount: number
  readonly #free: Bits[] = []
  readonly #waiting: (() => void)[] = []
  #open = 0

  constructor(productCount: number) {
    this.productCount = productCount
  }

  /** Opens an arena for one query; waits in a queue if `ARENAS_MAX` are open. */
  async openArena(): Promise<BitsArena> {
    if (this.#open < ARENAS_MAX) this.#open++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return new BitsArena(this)
  }

  take(): Bits {
    return this.#free.pop() ?? createBits(this.productCount)
  }

  /** Returns the sets of a closed arena to the pool and starts the next queued query. */
  close(taken: readonly Bits[]): void {
    this.#free.push(...taken.slice(0, POOL_SIZE_MAX - this.#free.length))
    const next = this.#waiting.shift()
    if (next) next()
    else this.#open--
  }
}

/** The temporary sets of one query. They return to the pool when the arena is disposed and must not be used afterwards. */
export class BitsArena implements Disposable {
  readonly #pool: BitsPool
  readonly #taken: Bits[] = []

  constructor(pool: BitsPool) {
    this.#pool = pool
  }

  get productCount(): number {
    return this.#pool.productCount
  }

  /** Returns an empty set. */
  empty(): Bits {
    return this.#take().fill(0)
  }

  /** Returns the set of all products. */
  full(): Bits {
    const bits = this.#take().fill(0xffffffff)
    if (this.productCount % 32 > 0) bits[bits.length - 1] = 2 ** (this.productCount % 32) - 1
    return bits
  }

  /** Returns the intersection of two sets as a new one. */
  common(one: Bits, other: Bits): Bits {
    const common = this.#take()
    for (let word = 0; word < common.length; word++) common[word] = one[word]! & other[word]!
    return common
  }

  /** Returns the products of the first set that are not in the second, as a new set. */
  rest(one: Bits, other: Bits): Bits {
    const rest = this.#take()
    for (let word = 0; word < rest.length; word++) rest[word] = one[word]! & ~other[word]!
    return rest
  }

  [Symbol.dispose](): void {
    this.#pool.close(this.#taken.splice(0))
  }

  #take(): Bits {
    const bits = this.#pool.take()
    this.#taken.push(bits)
    return bits
  }
}
