import { type Bits, type BitsArena, intersect, subtract, unite } from './bits.ts'
import { completeWord } from './completions.ts'
import { addContainers, type Tier, TIERS } from './containers.ts'
import { correctWord } from './correct-word.ts'
import { type Ranking, ScorePlanes } from './ranking.ts'
import type { ListingIndex } from './listing-index.ts'
import { normaliseCode, splitWords } from './words.ts'

/** Each further word of a search is another pass over its products. */
const MAX_WORDS = 8

/** What a word is worth by its place; as a beginning of another word it is worth half. */
const POINTS: Readonly<Record<Tier, number>> = { name: 16, brand: 10, category: 8, attribute: 4, description: 2 }

export interface SearchResult {
  readonly matching: Bits
  readonly ranking: Ranking
  /** The search with the words that were taken instead; null where none was. */
  readonly corrected: string | null
}

/**
 * Finds what has all words, or the part number, of a search.
 * @param arena holds what is found
 */
export async function searchWords(index: ListingIndex, arena: BitsArena, search: string): Promise<SearchResult> {
  const typed = search
    .split(/\s+/)
    .flatMap((part) => splitPart(part))
    .slice(0, MAX_WORDS)
  const matching = typed.length === 0 ? arena.empty() : arena.full()
  const owners = new CodeOwners(index, arena)
  let scores: ScorePlanes | null = null
  const words: string[] = []
  for (const { word, code } of typed) {
    let found = await findWord(index, arena, word, await owners.find(code))
    const instead = found ? null : await correctWord(index, word)
    if (instead !== null) found = await findWord(index, arena, instead, null)
    words.push(instead ?? word)
    if (!found) {
      matching.fill(0)
      continue
    }
    intersect(matching, found.bits)
    if (scores) scores.add(found.scores)
    else scores = found.scores
  }
  const first = await findByCode(index, arena, owners, search)
  for (const bits of first) unite(matching, bits)
  const isCorrected = words.some((word, place) => word !== typed[place]!.word)
  return {
    matching,
    ranking: { first, scores: scores ?? new ScorePlanes(arena) },
    corrected: isCorrected ? words.join(' ') : null,
  }
}

interface TypedWord {
  readonly word: string
  /** The part number that the word is a part of, if it can be one. */
  readonly code: string | null
}

function splitPart(part: string): readonly TypedWord[] {
  const code = normaliseCode(part)
  return splitWords(part).map((word) => ({ word, code }))
}

interface FoundWord {
  readonly bits: Bits
  readonly scores: ScorePlanes
}

/** @param codeOwners products whose part number begins so: that counts as a name */
async function findWord(
  index: ListingIndex,
  arena: BitsArena,
  word: string,
  codeOwners: Bits | null,
): Promise<FoundWord | null> {
  /** The products that have the word, or one that begins so, by what that is worth. */
  const levels = new Map<number, Bits>()
  const levelOf = (points: number) => {
    let bits = levels.get(points)
    if (!bits) levels.set(points, (bits = arena.empty()))
    return bits
  }
  for (const entry of await completeWord(index, word)) {
    const isWhole = entry.key === word
    addContainers(await index.terms.readPayload(entry), (tier) =>
      levelOf(isWhole ? POINTS[TIERS[tier]!] : POINTS[TIERS[tier]!] >>> 1),
    )
  }
  if (codeOwners) unite(levelOf(POINTS.name), codeOwners)
  return levels.size === 0 ? null : rateLevels(arena, levels)
}

/** Each product is worth as much as its best level. */
function rateLevels(arena: BitsArena, levels: ReadonlyMap<number, Bits>): FoundWord {
  const found = { bits: arena.empty(), scores: new ScorePlanes(arena) }
  for (const [points, bits] of [...levels].toSorted(([one], [other]) => other - one)) {
    subtract(bits, found.bits)
    found.scores.set(bits, points)
    unite(found.bits, bits)
  }
  return found
}

/** What is typed may be a part number as a whole, spaces and all: its owners, then those of part numbers that begin so. */
async function findByCode(
  index: ListingIndex,
  arena: BitsArena,
  owners: CodeOwners,
  search: string,
): Promise<readonly Bits[]> {
  const code = normaliseCode(search)
  const found = code === null ? [] : [await findCode(index, arena, code), await owners.find(code)]
  return found.filter((bits) => bits !== null)
}

/** Owners of part numbers by their beginning, each looked for once in a search. */
class CodeOwners {
  readonly #index: ListingIndex
  readonly #arena: BitsArena
  readonly #found = new Map<string, Bits | null>()

  constructor(index: ListingIndex, arena: BitsArena) {
    this.#index = index
    this.#arena = arena
  }

  async find(code: string | null): Promise<Bits | null> {
    if (code === null) return null
    let found = this.#found.get(code)
    if (found === undefined) this.#found.set(code, (found = await findCodePrefix(this.#index, this.#arena, code)))
    return found
  }
}

/** Of part numbers that begin like what was typed no more are taken once so many products have them. */
const ENOUGH_OWNERS = 200

/** The products that have a part number, as `normaliseCode` writes it; null where none has. */
export async function findCode(index: ListingIndex, arena: BitsArena, code: string): Promise<Bits | null> {
  const entry = await index.codes.find(code)
  if (!entry) return null
  const bits = arena.empty()
  addContainers(await index.codes.readPayload(entry), () => bits)
  return bits
}

/** The products that have a part number that begins so; null where none has. */
export async function findCodePrefix(index: ListingIndex, arena: BitsArena, code: string): Promise<Bits | null> {
  const bits = arena.empty()
  let count = 0
  for await (const entry of index.codes.list(code)) {
    addContainers(await index.codes.readPayload(entry), () => bits)
    count += entry.documents
    if (count >= ENOUGH_OWNERS) break
  }
  return count === 0 ? null : bits
}
