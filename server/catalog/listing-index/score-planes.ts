import { createBits, hasBit, type Bits } from './bits.ts'

/**
 * Points of all products at once: the n-th plane holds the n-th binary digit of each product's points. So the points of
 * another word are added to 32 products in one step.
 */
export class ScorePlanes {
  readonly planes: readonly Bits[]

  /** @param digits that the points of a product may have at most */
  constructor(productCount: number, digits: number) {
    this.planes = Array.from({ length: digits }, () => createBits(productCount))
  }

  /** Gives points to products that have none yet. */
  set(bits: Bits, points: number): void {
    for (const [place, plane] of this.planes.entries()) {
      if ((points & (1 << place)) === 0) continue
      for (let word = 0; word < plane.length; word++) plane[word]! |= bits[word]!
    }
  }

  /**
   * Adds, with carries, as on paper.
   * @param others of as many products, with as many digits at most
   */
  add(others: ScorePlanes): void {
    const carries = others.planes[0]!.slice().fill(0)
    for (const [place, plane] of this.planes.entries()) addDigits(plane, others.planes[place], carries)
  }

  pointsOf(ordinal: number): number {
    return this.planes.reduce((points, plane, place) => points + (hasBit(plane, ordinal) ? 1 << place : 0), 0)
  }
}

function addDigits(plane: Bits, other: Bits | undefined, carries: Bits): void {
  for (let word = 0; word < plane.length; word++) {
    const [one, carry] = [plane[word]!, carries[word]!]
    const addend = other ? other[word]! : 0
    plane[word] = one ^ addend ^ carry
    carries[word] = (one & addend) | (carry & (one ^ addend))
  }
}
