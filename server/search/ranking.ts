import { type Bits, type BitsArena, countBits, hasBit, listOrdinalsOf } from './bits.ts'

/**
 * The scores of all products as bit planes: plane n holds bit n of each product's score. The scores of another word are
 * added to 32 products in one step.
 */
export class ScorePlanes {
  readonly #arena: BitsArena
  /** The plane of the lowest bit first. */
  readonly planes: Bits[] = []

  constructor(arena: BitsArena) {
    this.#arena = arena
  }

  /** Sets the score of products that have none yet. */
  set(bits: Bits, points: number): void {
    for (let place = 0; points >> place > 0; place++) {
      const plane = (this.planes[place] ??= this.#arena.empty())
      if ((points >> place) & 1) for (let word = 0; word < plane.length; word++) plane[word]! |= bits[word]!
    }
  }

  /** Adds the scores of another word, with carries from bit to bit. */
  add(others: ScorePlanes): void {
    const carries = this.#arena.empty()
    const digits = Math.max(this.planes.length, others.planes.length)
    for (let place = 0; place < digits; place++)
      addDigits((this.planes[place] ??= this.#arena.empty()), others.planes[place], carries)
    if (carries.some((word) => word !== 0)) this.planes.push(carries)
  }

  /** Returns the score of one product. */
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

/** Up to this number of products, they are sorted by their scores one by one. */
const SORT_SINGLY_MAX = 512

/** The order of search results. */
export interface Ranking {
  /** Sets of products that come before all others, in this order: those with the part number that was searched for. */
  readonly first: readonly Bits[]
  /** Scores of the other products. */
  readonly scores: ScorePlanes
}

/**
 * Lists a range of a set's products, best first; of equally good ones the featured come first. Only the products of the
 * range are sorted; those before it are only counted.
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
    page.takeLevel(arena.common(rest, bits))
    rest = arena.rest(rest, bits)
  }
  page.takeByPoints(rest, countBits(rest), scores, scores.planes.length - 1)
  return page.ordinals
}

/** Lists a range of a set's products, the featured ones first. @param to exclusive */
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

/** Collects the products of one page. */
class Page {
  readonly ordinals: number[] = []
  readonly #arena: BitsArena
  readonly #featured: Bits
  readonly #from: number
  readonly #to: number
  /** Number of products passed so far. */
  #passed = 0

  constructor(arena: BitsArena, featured: Bits, from: number, to: number) {
    this.#arena = arena
    this.#featured = featured
    this.#from = from
    this.#to = to
  }

  /**
   * Takes the products with the highest bit of the score set, then those without, each recursively by the lower bits.
   * @param count number of products in the set
   * @param digit index of the bit
   */
  takeByPoints(bits: Bits, count: number, scores: ScorePlanes, digit: number): void {
    if (this.#passed >= this.#to || count === 0) return
    if (this.#passed + count <= this.#from) {
      this.#passed += count
    } else if (count <= SORT_SINGLY_MAX) {
      this.#takeSorted(listOrdinalsOf(bits, 0, count), scores)
    } else if (digit < 0) {
      this.takeLevel(bits)
    } else {
      const plane = scores.planes[digit]!
      const ones = this.#arena.common(bits, plane)
      const onesCount = countBits(ones)
      this.takeByPoints(ones, onesCount, scores, digit - 1)
      if (this.#passed < this.#to && onesCount < count) {
        this.takeByPoints(onesCount === 0 ? bits : this.#arena.rest(bits, plane), count - onesCount, scores, digit - 1)
      }
    }
  }

  /** Takes products of equal score. */
  takeLevel(bits: Bits): void {
    this.#takeAscending(this.#arena.common(bits, this.#featured))
    if (this.#passed < this.#to) this.#takeAscending(this.#arena.rest(bits, this.#featured))
  }

  #takeAscending(bits: Bits): void {
    const listed = listOrdinalsOf(bits, Math.max(0, this.#from - this.#passed), this.#to - this.#passed)
    this.ordinals.push(...listed)
    this.#passed = this.ordinals.length === this.#to - this.#from ? this.#to : this.#passed + countBits(bits)
  }

  #takeSorted(ordinals: readonly number[], scores: ScorePlanes): void {
    const rated = ordinals.map((ordinal) => ({
      ordinal,
      rank: scores.pointsOf(ordinal) * 2 + Number(hasBit(this.#featured, ordinal)),
    }))
    rated.sort((one, other) => other.rank - one.rank)
    for (const { ordinal } of rated) {
      if (this.#passed >= this.#from && this.#passed < this.#to) this.ordinals.push(ordinal)
      this.#passed++
    }
  }
}
