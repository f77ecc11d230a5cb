import { type Bits, type BitsArena, countBits, hasBit, listOrdinalsOf } from './bits.ts'

/** Scores as bit planes: plane n holds bit n of each score, so that one operation adds to 32 scores. */
export class ScorePlanes {
  readonly #arena: BitsArena
  readonly planes: Bits[] = []
  #highest = 0

  constructor(arena: BitsArena) {
    this.#arena = arena
  }

  /**
   * Adds the points of each product's highest level.
   * @param levels the products of each level, lowest first; a product can be in several
   * @param points of each of these levels, at least 1
   */
  addLevels(scored: Bits, levels: readonly Bits[], points: readonly number[]): void {
    this.#highest += Math.max(...points)
    while (2 ** this.planes.length <= this.#highest) this.planes.push(this.#arena.empty())
    addLevels(this.planes, scored, levels, points)
  }

  pointsOf(ordinal: number): number {
    let points = 0
    for (let place = 0; place < this.planes.length; place++)
      if (hasBit(this.planes[place]!, ordinal)) points += 1 << place
    return points
  }
}

/** A single pass takes half as long as one per level and plane. `!` is safe, because all sets have the same length. */
function addLevels(planes: readonly Bits[], scored: Bits, levels: readonly Bits[], points: readonly number[]): void {
  const digits = new Uint32Array(planes.length)
  for (let word = 0; word < scored.length; word++) {
    if (scored[word] === 0) continue
    let seen = 0
    for (let level = levels.length - 1; level >= 0; level--) {
      const bits = levels[level]![word]! & ~seen
      if (bits === 0) continue
      if (seen === 0) digits.fill(0)
      seen |= bits
      for (let rest = points[level]!, place = 0; rest > 0; rest >>>= 1, place++) if (rest & 1) digits[place]! |= bits
    }
    if (seen === 0) continue
    for (let place = 0, carry = 0; place < planes.length; place++) {
      const addend = digits[place]!
      if ((addend | carry) === 0) continue
      const one = planes[place]![word]!
      planes[place]![word] = one ^ addend ^ carry
      carry = (one & addend) | (carry & (one ^ addend))
    }
  }
}

/** Up to this number of products, sorting is faster than splitting the set at each bit plane. */
const SORT_SINGLY_MAX = 512

export interface Ranking {
  /** Products that come first, in this order, such as those with the searched part number. */
  readonly first: readonly Bits[]
  readonly scores: ScorePlanes
}

/**
 * Lists a range of a set, best first, and featured ones first among equals. Products before the range are only counted.
 * @param to exclusive
 */
export function listByRanking(
  arena: BitsArena,
  matching: Bits,
  { first, scores }: Ranking,
  featured: Bits,
  from: number,
  to: number,
): readonly number[] {
  const page = new Page(arena, featured, from, to)
  let rest = matching
  for (const bits of first) {
    if (page.isFull) return page.ordinals
    page.takeLevel(arena.intersect(rest, bits))
    rest = arena.subtract(rest, bits)
  }
  page.takeByPoints(rest, countBits(rest), scores, scores.planes.length - 1)
  return page.ordinals
}

/** Lists a range of a set, featured products first. @param to exclusive */
export function listFeaturedFirst(
  arena: BitsArena,
  matching: Bits,
  featured: Bits,
  from: number,
  to: number,
): readonly number[] {
  const page = new Page(arena, featured, from, to)
  page.takeLevel(matching)
  return page.ordinals
}

class Page {
  readonly ordinals: number[] = []
  readonly #arena: BitsArena
  readonly #featured: Bits
  readonly #from: number
  readonly #to: number
  #passed = 0

  constructor(arena: BitsArena, featured: Bits, from: number, to: number) {
    this.#arena = arena
    this.#featured = featured
    this.#from = from
    this.#to = to
  }

  get isFull(): boolean {
    return this.#passed >= this.#to
  }

  /**
   * Takes the products with a bit of the score, then the others, both ordered by the lower bits.
   * @param count number of products in the set
   * @param digit index of the bit
   */
  takeByPoints(bits: Bits, count: number, scores: ScorePlanes, digit: number): void {
    if (this.isFull || count === 0) return
    const plane = scores.planes[digit]
    if (this.#passed + count <= this.#from) {
      this.#passed += count
    } else if (count <= SORT_SINGLY_MAX) {
      this.#takeSorted(listOrdinalsOf(bits, 0, count), scores)
    } else if (!plane) {
      this.takeLevel(bits, count)
    } else {
      const ones = this.#arena.intersect(bits, plane)
      const onesCount = countBits(ones)
      this.takeByPoints(ones, onesCount, scores, digit - 1)
      if (!this.isFull && onesCount < count) {
        this.takeByPoints(
          onesCount === 0 ? bits : this.#arena.subtract(bits, plane),
          count - onesCount,
          scores,
          digit - 1,
        )
      }
    }
  }

  /** Takes products of equal score, featured ones first. */
  takeLevel(bits: Bits, count = countBits(bits)): void {
    if (count <= SORT_SINGLY_MAX) {
      const ordinals = listOrdinalsOf(bits, 0, count)
      const isFeatured = (ordinal: number) => hasBit(this.#featured, ordinal)
      return this.#take([...ordinals.filter(isFeatured), ...ordinals.filter((ordinal) => !isFeatured(ordinal))])
    }
    this.#takeAscending(this.#arena.intersect(bits, this.#featured))
    if (!this.isFull) this.#takeAscending(this.#arena.subtract(bits, this.#featured))
  }

  #takeAscending(bits: Bits): void {
    const listed = listOrdinalsOf(bits, Math.max(0, this.#from - this.#passed), this.#to - this.#passed)
    this.ordinals.push(...listed)
    this.#passed = this.ordinals.length === this.#to - this.#from ? this.#to : this.#passed + countBits(bits)
  }

  #take(ordinals: readonly number[]): void {
    for (const ordinal of ordinals) {
      if (this.#passed >= this.#from && this.#passed < this.#to) this.ordinals.push(ordinal)
      this.#passed++
    }
  }

  #takeSorted(ordinals: readonly number[], scores: ScorePlanes): void {
    const rated = ordinals.map((ordinal) => ({
      ordinal,
      rank: scores.pointsOf(ordinal) * 2 + Number(hasBit(this.#featured, ordinal)),
    }))
    rated.sort((one, other) => other.rank - one.rank)
    this.#take(rated.map(({ ordinal }) => ordinal))
  }
}
