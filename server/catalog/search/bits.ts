// Iterators or checked access would take 2 to 15 times as long as these loops. All indexes are in range.

/** A set of products: bit n stands for the product with ordinal n, its position in the index. */
export type Bits = Uint32Array

/** @param size number of products in the index @param ordinals the products in the set */
export function createBits(size: number, ordinals: Iterable<number> = []): Bits {
  const bits = new Uint32Array(Math.ceil(size / 32))
  for (const ordinal of ordinals) setBit(bits, ordinal)
  return bits
}

export function setBit(bits: Bits, ordinal: number): void {
  bits[ordinal >>> 5]! |= 1 << (ordinal & 31)
}

export function hasBit(bits: Bits, ordinal: number): boolean {
  return (bits[ordinal >>> 5]! & (1 << (ordinal & 31))) !== 0
}

/** Removes the products that are not in the second set. */
export function intersectInto(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= other[word]!
}

/** Adds the products of the second set. */
export function unionInto(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! |= other[word]!
}

export function countBits(bits: Bits): number {
  return countCommonBits(bits, bits)
}

/** Counts the products in both sets. Calling `countOnesOfWord` instead of repeating its body would take twice as long. */
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

/** Lists the products of a set at positions `from` to `to` (exclusive), in ascending order. */
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

/** Counts the set bits in parallel: in pairs, nibbles and bytes, then the sum of the bytes. */
export function countOnesOfWord(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const POOL_SIZE_MAX = 64

/** Maximum number of concurrent queries. They share one thread, so more would only use more memory. */
const ARENAS_MAX = 4

/** Lets queries reuse sets, because allocating them would take longer than a query itself. */
export class BitsPool {
  readonly productCount: number
  readonly #free: Bits[] = []
  readonly #waiting: (() => void)[] = []
  #open = 0

  constructor(productCount: number) {
    this.productCount = productCount
  }

  /** Opens an arena for a query; waits if too many are open. */
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

  /** Returns the products in both sets, as a new set. */
  intersect(one: Bits, other: Bits): Bits {
    const common = this.#take()
    for (let word = 0; word < common.length; word++) common[word] = one[word]! & other[word]!
    return common
  }

  /** Returns the products of the first set that are not in the second, as a new set. */
  subtract(one: Bits, other: Bits): Bits {
    const rest = this.#take()
    for (let word = 0; word < rest.length; word++) rest[word] = one[word]! & ~other[word]!
    return rest
  }

  /** Returns sets to the pool before the query ends, so that searches of many words need no more memory. */
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
