/** A set of products: bit n stands for the n-th product of the index. */
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

/** Leaves in the first set what is in the second one, too. */
export function intersect(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= other[word]!
}

export function unite(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! |= other[word]!
}

/** Takes out of the first set what is in the second one. */
export function subtract(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= ~other[word]!
}

export function countBits(bits: Bits): number {
  return countCommonBits(bits, bits)
}

/** Counts the ones of each word as `countOnes` does, which costs half as much without calling it. */
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
 * Ordinals from one place of a set to another, the lowest first.
 * @param to exclusive
 */
export function listBits(bits: Bits, from: number, to: number): readonly number[] {
  const ordinals: number[] = []
  let place = 0
  for (let word = 0; word < bits.length && place < to; word++) {
    const count = countOnes(bits[word]!)
    if (place + count > from) {
      for (let rest = bits[word]!, at = place; rest !== 0 && at < to; rest &= rest - 1, at++) {
        if (at >= from) ordinals.push(word * 32 + 31 - Math.clz32(rest & -rest))
      }
    }
    place += count
  }
  return ordinals
}

/** Ones of 32 bits, counted in parallel: pairs, nibbles, bytes, and the bytes' sum. */
export function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

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
