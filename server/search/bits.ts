// The loops in this file use indexes and non-null assertions (`!`), because iterators or checked access would take 2 to 15
// times as long. All indexes are in range.

/** A set of products: bit n stands for the product with ordinal n, its position in the index. */
export type Bits = Uint32Array

/** Creates an empty set. @param size number of products in the index */
export function createBits(size: number): Bits {
  return new Uint32Array(Math.ceil(size / 32))
}

/** Adds a product to a set. */
export function setBit(bits: Bits, ordinal: number): void {
  bits[ordinal >>> 5]! |= 1 << (ordinal & 31)
}

/** Returns whether a set has a product. */
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

/** Counts the products in a set. */
export function countBits(bits: Bits): number {
  return countCommonBits(bits, bits)
}

/**
 * Counts the products that are in both sets. It repeats the body of `countOnesOfWord`, because calling that function would take
 * twice as long.
 */
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
 * Lists the ordinals of a set's products, in ascending order.
 * @param from position of the first product to list within the set
 * @param to position after the last product to list
 */
export function listOrdinalsOf(bits: Bits, from: number, to: number): readonly number[] {
  const ordinals: number[] = []
  let place = 0
  for (let word = 0; word < bits.length && place < to; word++) {
    const products = bits[word] ?? 0
    const count = countOnesOfWord(products)
    if (place + count > from) {
      for (let rest = products, at = place; rest !== 0 && at < to; rest &= rest - 1, at++) {
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

const POOL_SIZE_MAX = 64

/** Maximum number of queries that run concurrently. They share one thread, so a higher limit would only use more memory. */
const ARENAS_MAX = 4

/** Lets queries reuse the sets of earlier queries, because allocating new ones would take longer than a query itself. */
export class BitsPool {
  readonly productCount: number
  readonly #free: Bits[] = []
  readonly #waiting: (() => void)[] = []
  #open = 0

  constructor(productCount: number) {
    this.productCount = productCount
  }

  /** Opens an arena for a query, after waiting if too many arenas are open. */
  async openArena(): Promise<BitsArena> {
    if (this.#open < ARENAS_MAX) this.#open++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return new BitsArena(this)
  }

  take(): Bits {
    return this.#free.pop() ?? createBits(this.productCount)
  }

  give(bits: Bits): void {
    if (this.#free.length < POOL_SIZE_MAX) this.#free.push(bits)
  }

  close(taken: readonly Bits[]): void {
    for (const bits of taken) this.give(bits)
    const next = this.#waiting.shift()
    if (next) next()
    else this.#open--
  }
}

/** The temporary sets of one query. They return to the pool when the arena is disposed. */
export class BitsArena implements Disposable {
  readonly #pool: BitsPool
  readonly #taken = new Set<Bits>()

  constructor(pool: BitsPool) {
    this.#pool = pool
  }

  get productCount(): number {
    return this.#pool.productCount
  }

  empty(): Bits {
    return this.#take().fill(0)
  }

  full(): Bits {
    const bits = this.#take().fill(0xffffffff)
    if (this.productCount % 32 > 0) bits[bits.length - 1] = 2 ** (this.productCount % 32) - 1
    return bits
  }

  /** Returns a new set: the products that are in both sets. */
  intersect(one: Bits, other: Bits): Bits {
    const common = this.#take()
    for (let word = 0; word < common.length; word++) common[word] = one[word]! & other[word]!
    return common
  }

  /** Returns a new set: the first without the products of the second. */
  subtract(one: Bits, other: Bits): Bits {
    const rest = this.#take()
    for (let word = 0; word < rest.length; word++) rest[word] = one[word]! & ~other[word]!
    return rest
  }

  /** Returns sets to the pool before the query ends, so that a search of many words needs no more memory than a short one. */
  release(sets: readonly Bits[]): void {
    for (const bits of sets) if (this.#taken.delete(bits)) this.#pool.give(bits)
  }

  [Symbol.dispose](): void {
    this.#pool.close([...this.#taken])
    this.#taken.clear()
  }

  #take(): Bits {
    const bits = this.#pool.take()
    this.#taken.add(bits)
    return bits
  }
}
