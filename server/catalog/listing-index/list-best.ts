import { countBits, hasBit, listBits, toCommonBits, toRestBits, type Bits } from './bits.ts'
import type { ScorePlanes } from './score-planes.ts'

/** So few products are sorted one by one. */
const SORTED_UP_TO = 512

/** How good products are. */
export interface Ranking {
  /** Those that stand before all others, one set behind the other. */
  readonly first: readonly Bits[]
  /** The points of the others. */
  readonly scores: ScorePlanes
}

interface Page {
  readonly from: number
  readonly to: number
  /** Products that stand before what comes next. */
  place: number
  readonly ordinals: number[]
}

/**
 * The products of a set, best first, from one place of their order to another; equally good ones with the featured ones
 * first. Only what the page holds is put in order: of what stands before it is known how much it is.
 * @param to exclusive
 */
export function listBest(matching: Bits, { first, scores }: Ranking, featured: Bits, from: number, to: number): readonly number[] {
  const page: Page = { from, to, place: 0, ordinals: [] }
  let rest = matching
  for (const bits of first) {
    takeLevel(page, toCommonBits(rest, bits), featured)
    rest = toRestBits(rest, bits)
  }
  takeByPoints(page, rest, scores, scores.planes.length - 1, featured)
  return page.ordinals
}

/** Those that have a one in the highest digit, then those that have none; each by the digits below. */
function takeByPoints(page: Page, bits: Bits, scores: ScorePlanes, digit: number, featured: Bits): void {
  if (page.place >= page.to) return
  const count = countBits(bits)
  if (page.place + count <= page.from) {
    page.place += count
  } else if (count <= SORTED_UP_TO) {
    takeSorted(page, listBits(bits, 0, count), scores, featured)
  } else if (digit < 0) {
    takeLevel(page, bits, featured)
  } else {
    takeByPoints(page, toCommonBits(bits, scores.planes[digit]!), scores, digit - 1, featured)
    takeByPoints(page, toRestBits(bits, scores.planes[digit]!), scores, digit - 1, featured)
  }
}

function takeSorted(page: Page, ordinals: readonly number[], scores: ScorePlanes, featured: Bits): void {
  const rated = ordinals.map((ordinal) => ({ ordinal, rank: scores.pointsOf(ordinal) * 2 + Number(hasBit(featured, ordinal)) }))
  rated.sort((one, other) => other.rank - one.rank)
  for (const { ordinal } of rated) {
    if (page.place >= page.from && page.place < page.to) page.ordinals.push(ordinal)
    page.place++
  }
}

/** Equally good ones. */
function takeLevel(page: Page, bits: Bits, featured: Bits): void {
  for (const part of [toCommonBits(bits, featured), toRestBits(bits, featured)]) {
    if (page.place >= page.to) return
    page.ordinals.push(...listBits(part, Math.max(0, page.from - page.place), page.to - page.place))
    page.place += countBits(part)
  }
}

/** A page of products by `featured`: those that are, then the others. */
export function listFeaturedFirst(matching: Bits, featured: Bits, from: number, to: number): readonly number[] {
  const page: Page = { from, to, place: 0, ordinals: [] }
  takeLevel(page, matching, featured)
  return page.ordinals
}
