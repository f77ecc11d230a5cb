import { createBits, createFullBits, intersect, subtract, unite, type Bits } from './bits.ts'
import { chooseMostFrequent } from './completions.ts'
import { addContainers, TIERS, type Tier } from './containers.ts'
import { correctWord } from './correct-word.ts'
import type { Dictionary, DictionaryEntry } from './dictionary.ts'
import type { Ranking } from './list-best.ts'
import type { ListingIndex } from './listing-index.ts'
import { ScorePlanes } from './score-planes.ts'
import { normaliseCode, splitWords } from './words.ts'

/** Each further word of a search is another pass over its products. */
const MAX_WORDS = 8

/** Of part numbers that begin like what was typed no more are taken once so many products have them. */
const ENOUGH_CODE_OWNERS = 200

/** What a word is worth by its place; as a beginning of another word it is worth half. */
const POINTS: Readonly<Record<Tier, number>> = { name: 16, brand: 10, category: 8, attribute: 4, description: 2 }

/** Digits of the points of one word, and of as many as there may be. */
const WORD_DIGITS = 5
const SEARCH_DIGITS = 8

export interface SearchResult {
  readonly matching: Bits
  readonly ranking: Ranking
  /** The search with the words that were taken instead; null where none was. */
  readonly corrected: string | null
}

/** Finds what has all words, or the part number, of a search. */
export async function searchWords(index: ListingIndex, search: string): Promise<SearchResult> {
  const size = index.directory.productCount
  const typed = search.split(/\s+/).flatMap((part) => splitPart(part)).slice(0, MAX_WORDS)
  const matching = typed.length === 0 ? createBits(size) : createFullBits(size)
  const scores = new ScorePlanes(size, SEARCH_DIGITS)
  const words: string[] = []
  let isCorrected = false
  for (const { word, code } of typed) {
    let found = await findWord(index, word, code)
    if (!found) {
      const instead = await correctWord(index, word)
      found = instead === null ? null : await findWord(index, instead, null)
      isCorrected ||= found !== null
      words.push(found ? instead! : word)
    } else words.push(word)
    intersect(matching, found?.bits ?? createBits(size))
    if (found) scores.add(found.scores)
  }
  const first = await findCodeOwners(index, search)
  for (const bits of first) unite(matching, bits)
  return { matching, ranking: { first, scores }, corrected: isCorrected && typed.length > 0 ? words.join(' ') : null }
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

async function findWord(index: ListingIndex, word: string, code: string | null): Promise<FoundWord | null> {
  const size = index.directory.productCount
  /** The products that have the word, or one that begins so, by what that is worth. */
  const levels = new Map<number, Bits>()
  const levelOf = (points: number) => {
    let bits = levels.get(points)
    if (!bits) levels.set(points, (bits = createBits(size)))
    return bits
  }
  for (const entry of await completeWord(index, word)) {
    const isWhole = entry.key === word
    addContainers(await index.terms.readPayload(entry), (tier) => levelOf(isWhole ? POINTS[TIERS[tier]!] : POINTS[TIERS[tier]!] >>> 1))
  }
  // A part number counts as a name.
  if (code !== null) for (const bits of await readCodePrefix(index, code)) unite(levelOf(POINTS.name), bits)
  return levels.size === 0 ? null : rateLevels(levels, size)
}

/** Each product is worth as much as its best level. */
function rateLevels(levels: ReadonlyMap<number, Bits>, size: number): FoundWord {
  const found = { bits: createBits(size), scores: new ScorePlanes(size, WORD_DIGITS) }
  for (const [points, bits] of [...levels].toSorted(([one], [other]) => other - one)) {
    subtract(bits, found.bits)
    found.scores.set(bits, points)
    unite(found.bits, bits)
  }
  return found
}

/** The word itself, and the most frequent ones that begin so. */
async function completeWord(index: ListingIndex, word: string): Promise<readonly DictionaryEntry[]> {
  const found = new Map<string, DictionaryEntry>()
  const note = (entry: DictionaryEntry | undefined) => entry && found.set(entry.key, entry)
  const noted = await index.completions.find(word)
  if (noted) {
    note(await index.terms.find(word))
    const lines = Buffer.from(await index.completions.readPayload(noted)).toString('utf8')
    for (const key of lines.split('\n')) note(await index.terms.find(key))
  } else {
    const all = await listAll(index.terms, word)
    if (all[0]?.key === word) note(all[0])
    for (const entry of chooseMostFrequent(all)) note(entry)
  }
  return [...found.values()]
}

async function listAll(dictionary: Dictionary, prefix: string): Promise<readonly DictionaryEntry[]> {
  const entries: DictionaryEntry[] = []
  for await (const entry of dictionary.list(prefix)) entries.push(entry)
  return entries
}

/** What is typed may be a part number as a whole, spaces and all: its owners, then those of part numbers that begin so. */
async function findCodeOwners(index: ListingIndex, search: string): Promise<readonly Bits[]> {
  const code = normaliseCode(search)
  if (code === null) return []
  const whole = await index.codes.find(code)
  const owners = createBits(index.directory.productCount)
  if (whole) addContainers(await index.codes.readPayload(whole), () => owners)
  return [owners, ...(await readCodePrefix(index, code))]
}

/** The owners of part numbers that begin so, as one set; none where there are none. */
async function readCodePrefix(index: ListingIndex, code: string): Promise<readonly Bits[]> {
  let bits: Bits | undefined
  let count = 0
  for await (const entry of index.codes.list(code)) {
    const owners = (bits ??= createBits(index.directory.productCount))
    addContainers(await index.codes.readPayload(entry), () => owners)
    count += entry.documents
    if (count >= ENOUGH_CODE_OWNERS) break
  }
  return bits ? [bits] : []
}
