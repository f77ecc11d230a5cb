import { type Bits, type BitsArena, countBits, hasBit, listBits } from './bits.ts'

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

/** So few products are sorted one by one. */
const SORTED_UP_TO = 512

/** How good products are. */
export interface Ranking {
  /** Those that stand before all others, one set behind the other. */
  readonly first: readonly Bits[]
  /** The points of the others. */
  readonly scores: ScorePlanes
}

/**
 * The products of a set, best first, from one place of their order to another; equally good ones with the featured ones
 * first. Only what the page holds is put in order: of what stands before it is known how much it is.
 * @param to exclusive
 */
export function listBest(
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
    page.takeLevel(arena.common(rest, bits))
    rest = arena.rest(rest, bits)
  }
  page.takeByPoints(rest, countBits(rest), scores, scores.planes.length - 1)
  return page.ordinals
}

/** The products of a set by `featured`: those that are, then the others. */
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
  /** Products that stand before what comes next. */
  #place = 0

  constructor(arena: BitsArena, featured: Bits, from: number, to: number) {
    this.#arena = arena
    this.#featured = featured
    this.#from = from
    this.#to = to
  }

  /**
   * Those that have a one in the highest digit, then those that have none; each by the digits below.
   * @param count of the set
   */
  takeByPoints(bits: Bits, count: number, scores: ScorePlanes, digit: number): void {
    if (this.#place >= this.#to || count === 0) return
    if (this.#place + count <= this.#from) {
      this.#place += count
    } else if (count <= SORTED_UP_TO) {
      this.#takeSorted(listBits(bits, 0, count), scores)
    } else if (digit < 0) {
      this.takeLevel(bits)
    } else {
      const plane = scores.planes[digit]!
      const ones = this.#arena.common(bits, plane)
      const onesCount = countBits(ones)
      this.takeByPoints(ones, onesCount, scores, digit - 1)
      if (this.#place < this.#to && onesCount < count) {
        this.takeByPoints(onesCount === 0 ? bits : this.#arena.rest(bits, plane), count - onesCount, scores, digit - 1)
      }
    }
  }

  /** Equally good ones. */
  takeLevel(bits: Bits): void {
    this.#takeAscending(this.#arena.common(bits, this.#featured))
    if (this.#place < this.#to) this.#takeAscending(this.#arena.rest(bits, this.#featured))
  }

  #takeAscending(bits: Bits): void {
    const listed = listBits(bits, Math.max(0, this.#from - this.#place), this.#to - this.#place)
    this.ordinals.push(...listed)
    this.#place = this.ordinals.length === this.#to - this.#from ? this.#to : this.#place + countBits(bits)
  }

  #takeSorted(ordinals: readonly number[], scores: ScorePlanes): void {
    const rated = ordinals.map((ordinal) => ({
      ordinal,
      rank: scores.pointsOf(ordinal) * 2 + Number(hasBit(this.#featured, ordinal)),
    }))
    rated.sort((one, other) => other.rank - one.rank)
    for (const { ordinal } of rated) {
      if (this.#place >= this.#from && this.#place < this.#to) this.ordinals.push(ordinal)
      this.#place++
    }
  }
}
