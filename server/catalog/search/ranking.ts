import { addUp } from './postings.ts'
import { type Bits, type BitsArena, countBits, hasBit, listOrdinalsOf } from './bits.ts'

// All sets have the same length, so `!` is safe in these loops.

/** The points of each product, of which some are scored. */
export class Scores {
  readonly #points: Uint16Array

  constructor(productCount: number) {
    this.#points = new Uint16Array(productCount)
  }

  /**
   * Adds the points of each product's highest level.
   * @param levels the products of each level, lowest first; a product can be in several
   * @param points of each of these levels, at least 1
   */
  addLevels(scored: Bits, levels: readonly Bits[], points: readonly number[]): void {
    for (let word = 0; word < scored.length; word++) {
      let left = scored[word]!
      for (let level = levels.length - 1; left !== 0 && level >= 0; level--) {
        const bits = levels[level]![word]! & left
        left &= ~bits
        for (let rest = bits; rest !== 0; rest &= rest - 1)
          this.#points[word * 32 + 31 - Math.clz32(rest & -rest)]! += points[level]!
      }
    }
  }

  pointsOf(ordinal: number): number {
    return this.#points[ordinal]!
  }
}

/** More than twice the points of any product. */
const RANKS = 2 ** 14

export interface Ranking {
  /** Products that come first, in this order, such as those with the searched part number. */
  readonly first: readonly Bits[]
  readonly scores: Scores
}

/**
 * Lists a range of a set, best first, and featured ones first among equals.
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
  const ordinals: number[] = []
  let [rest, passed] = [matching, 0]
  for (const bits of first) {
    const leading = arena.intersect(rest, bits)
    ordinals.push(...listFeaturedFirst(arena, leading, featured, Math.max(0, from - passed), to - passed))
    rest = arena.subtract(rest, bits)
    passed += countBits(leading)
    if (passed >= to) return ordinals
  }
  return [...ordinals, ...listByScore(rest, scores, featured, Math.max(0, from - passed), to - passed)]
}

/** Lists a range of a set, featured products first. @param to exclusive */
export function listFeaturedFirst(
  arena: BitsArena,
  matching: Bits,
  featured: Bits,
  from: number,
  to: number,
): readonly number[] {
  const leading = arena.intersect(matching, featured)
  const count = countBits(leading)
  const others = arena.subtract(matching, featured)
  return [
    ...listOrdinalsOf(leading, from, to),
    ...listOrdinalsOf(others, Math.max(0, from - count), Math.max(0, to - count)),
  ]
}

/** Counting sort by twice the points, plus 1 if featured, highest first. It stores only the range. */
function listByScore(bits: Bits, scores: Scores, featured: Bits, from: number, to: number): readonly number[] {
  const ordinals = new Uint32Array(countBits(bits))
  const ranks = new Uint16Array(ordinals.length)
  const starts = new Uint32Array(RANKS)
  let count = 0
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      const ordinal = word * 32 + 31 - Math.clz32(rest & -rest)
      const rank = scores.pointsOf(ordinal) * 2 + Number(hasBit(featured, ordinal))
      ordinals[count] = ordinal
      ranks[count++] = RANKS - 1 - rank
      starts[RANKS - rank]!++
    }
  }
  addUp(starts)
  const page: number[] = []
  for (let index = 0; index < count; index++) {
    const place = starts[ranks[index]!]!++
    if (place >= from && place < to) page[place - from] = ordinals[index]!
  }
  return page
}
