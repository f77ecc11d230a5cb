import { createBits, type Bits } from './bits.ts'

/** Sets kept for the next one who needs some. */
const KEPT = 64

/**
 * Answers that are worked out at once. They share one processor, so more of them would make nobody's come sooner, and each
 * holds sets of a bit for every product.
 */
const ARENAS_MAX = 4

/** Sets of one size that are used again and again: making them anew each time costs more than working with them. */
export class BitsPool {
  readonly productCount: number
  readonly #free: Bits[] = []
  readonly #waiting: (() => void)[] = []
  #open = 0

  constructor(productCount: number) {
    this.productCount = productCount
  }

  /** Sets for one answer, as soon as those who asked before have theirs. */
  async openArena(): Promise<BitsArena> {
    if (this.#open < ARENAS_MAX) this.#open++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return new BitsArena(this)
  }

  take(): Bits {
    return this.#free.pop() ?? createBits(this.productCount)
  }

  /** An arena ends: its sets and its place are the next one's. */
  close(taken: readonly Bits[]): void {
    this.#free.push(...taken.slice(0, KEPT - this.#free.length))
    const next = this.#waiting.shift()
    if (next) next()
    else this.#open--
  }
}

/** The sets that one answer is worked out with; nothing of them may be kept behind its end. */
export class BitsArena implements Disposable {
  readonly #pool: BitsPool
  readonly #taken: Bits[] = []

  constructor(pool: BitsPool) {
    this.#pool = pool
  }

  get productCount(): number {
    return this.#pool.productCount
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
    this.#pool.close(this.#taken.splice(0))
  }

  #take(): Bits {
    const bits = this.#pool.take()
    this.#taken.push(bits)
    return bits
  }
}
