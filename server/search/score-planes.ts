import { hasBit, type Bits } from './bits.ts'
import type { BitsArena } from './bits-arena.ts'

/**
 * Points of all products at once: the n-th plane holds the n-th binary digit of each product's points. So the points of
 * another word are added to 32 products in one step.
 */
export class ScorePlanes {
  readonly #arena: BitsArena
  /** The lowest digit first. */
  readonly planes: Bits[] = []

  constructor(arena: BitsArena) {
    this.#arena = arena
  }

  /** Gives points to products that have none yet. */
  set(bits: Bits, points: number): void {
    for (let place = 0; points >> place > 0; place++) {
      const plane = (this.planes[place] ??= this.#arena.empty())
      if ((points >> place) & 1) for (let word = 0; word < plane.length; word++) plane[word]! |= bits[word]!
    }
  }

  /** Adds, with carries, as on paper. */
  add(others: ScorePlanes): void {
    const carries = this.#arena.empty()
    const digits = Math.max(this.planes.length, others.planes.length)
    for (let place = 0; place < digits; place++)
      addDigits((this.planes[place] ??= this.#arena.empty()), others.planes[place], carries)
    if (carries.some((word) => word !== 0)) this.planes.push(carries)
  }

  pointsOf(ordinal: number): number {
    return this.planes.reduce((points, plane, place) => points + (hasBit(plane, ordinal) ? 1 << place : 0), 0)
  }
}

function addDigits(plane: Bits, other: Bits | undefined, carries: Bits): void {
  for (let word = 0; word < plane.length; word++) {
    const one = plane[word]!
    const addend = other === undefined ? 0 : other[word]!
    const carry = carries[word]!
    if ((addend | carry) === 0) continue
    plane[word] = one ^ addend ^ carry
    carries[word] = (one & addend) | (carry & (one ^ addend))
  }
}
