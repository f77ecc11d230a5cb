import { createBits, type Bits } from './bits.ts'

/** Sets kept for the next one who needs some. */
const KEPT = 64

/** Sets of one size that are used again and again: making them anew each time costs more than working with them. */
export class BitsPool {
  readonly #productCount: number
  readonly #free: Bits[] = []

  constructor(productCount: number) {
    this.#productCount = productCount
  }

  take(): Bits {
    return this.#free.pop() ?? createBits(this.#productCount)
  }

  giveBack(bits: Bits): void {
    if (this.#free.length < KEPT) this.#free.push(bits)
  }
}

/** The sets that one answer is worked out with; nothing of them may be kept behind its end. */
export class BitsArena implements Disposable {
  readonly productCount: number
  readonly #pool: BitsPool
  readonly #taken: Bits[] = []

  constructor(pool: BitsPool, productCount: number) {
    this.#pool = pool
    this.productCount = productCount
  }

  /** A set that holds nothing. */
  empty(): Bits {
    return this.#take().fill(0)
  }

  /** The set of all products. */
  full(): Bits {
    const bits = this.#take().fill(0xffffffff)
    if (this.productCount % 32 > 0) bits[bits.length - 1] = 2 ** (this.productCount % 32) - 1
    return bits
  }

  copy(bits: Bits): Bits {
    const copied = this.#take()
    copied.set(bits)
    return copied
  }

  /** What is in both sets, as a third one. */
  common(one: Bits, other: Bits): Bits {
    const common = this.#take()
    for (let word = 0; word < common.length; word++) common[word] = one[word]! & other[word]!
    return common
  }

  /** What is in the first set only, as a third one. */
  rest(one: Bits, other: Bits): Bits {
    const rest = this.#take()
    for (let word = 0; word < rest.length; word++) rest[word] = one[word]! & ~other[word]!
    return rest
  }

  [Symbol.dispose](): void {
    for (const bits of this.#taken.splice(0)) this.#pool.giveBack(bits)
  }

  #take(): Bits {
    const bits = this.#pool.take()
    this.#taken.push(bits)
    return bits
  }
}
