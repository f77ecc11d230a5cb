import { type Bits, type BitsArena, intersectInto, subtractFrom, unionInto } from './bits.ts'
import { completeWord } from './completions.ts'
import { addContainers, type Tier, TIERS } from './containers.ts'
import { correctWord } from './correct-word.ts'
import { type Ranking, ScorePlanes } from './ranking.ts'
import type { ListingIndex } from './listing-index.ts'
import { normaliseCode, splitWords } from './words.ts'

/** Limit of the words of a search, because each costs a pass over the products. */
const MAX_WORDS = 8

/** Score of a word by its tier; a word that only begins with the typed one gets half. */
const POINTS: Readonly<Record<Tier, number>> = { name: 16, brand: 10, category: 8, attribute: 4, description: 2 }

export interface SearchResult {
  readonly matching: Bits
  readonly ranking: Ranking
  /** The search with its mistyped words corrected; null if none was. */
  readonly corrected: string | null
}

/**
 * Finds the products that have all words of a search, or its text as a part number.
 * @param arena holds the resulting sets
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
    const correction = found ? null : await correctWord(index, word)
    if (correction !== null) found = await findWord(index, arena, correction, null)
    words.push(correction ?? word)
    if (!found) {
      matching.fill(0)
      continue
    }
    intersectInto(matching, found.bits)
    if (scores) scores.add(found.scores)
    else scores = found.scores
  }
  const first = await findByCode(index, arena, owners, search)
  for (const bits of first) unionInto(matching, bits)
  const isCorrected = words.some((word, place) => word !== typed[place]!.word)
  return {
    matching,
    ranking: { first, scores: scores ?? new ScorePlanes(arena) },
    corrected: isCorrected ? words.join(' ') : null,
  }
}

interface TypedWord {
  readonly word: string
  /** The part number that contains the word, or null if the text cannot be one. */
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

/** Finds the products with a word and scores them. @param codeOwners products whose part number begins with the word, scored as a name */
async function findWord(
  index: ListingIndex,
  arena: BitsArena,
  word: string,
  codeOwners: Bits | null,
): Promise<FoundWord | null> {
  /** The products with the word, or a word that begins with it, by score. */
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
  if (codeOwners) unionInto(levelOf(POINTS.name), codeOwners)
  return levels.size === 0 ? null : scoreLevels(arena, levels)
}

/** Gives each product its highest score. */
function scoreLevels(arena: BitsArena, levels: ReadonlyMap<number, Bits>): FoundWord {
  const found = { bits: arena.empty(), scores: new ScorePlanes(arena) }
  for (const [points, bits] of [...levels].toSorted(([one], [other]) => other - one)) {
    subtractFrom(bits, found.bits)
    found.scores.set(bits, points)
    unionInto(found.bits, bits)
  }
  return found
}

/** Finds the products whose part number is the whole search, spaces included, then those whose part number begins with it. */
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

/** The products with part numbers of a given prefix, cached for the duration of one search. */
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

/** The scan of part numbers with a prefix stops when it has found this number of products. */
const CODE_OWNERS_ENOUGH = 200

/** Finds the products with a part number, normalised by `normaliseCode`; null if none has it. */
export async function findCode(index: ListingIndex, arena: BitsArena, code: string): Promise<Bits | null> {
  const entry = await index.codes.find(code)
  if (!entry) return null
  const bits = arena.empty()
  addContainers(await index.codes.readPayload(entry), () => bits)
  return bits
}

/** Finds products whose part number has a prefix; null if none has. */
export async function findCodePrefix(index: ListingIndex, arena: BitsArena, code: string): Promise<Bits | null> {
  const bits = arena.empty()
  let count = 0
  for await (const entry of index.codes.list(code)) {
    addContainers(await index.codes.readPayload(entry), () => bits)
    count += entry.documents
    if (count >= CODE_OWNERS_ENOUGH) break
  }
  return count === 0 ? null : bits
}
