import { createBits, createFullBits, forEachBit, intersect, setBit, type Bits } from './bits.ts'
import { correctWord } from './correct-word.ts'
import { findOrdinal } from './index-builder.ts'
import { BLOBS } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { forEachTermPosting, TIERS } from './term-postings.ts'
import { normaliseCode, splitWords } from './words.ts'

/** Each further word of a search is another pass over its products. */
const MAX_WORDS = 8

/** The most frequent words that begin like the one that was typed. */
const MAX_COMPLETIONS = 40

/** Most products of words that are gone through for one word that was typed: what completes it counts until then. */
const LISTING_BUDGET = 1_500_000

/** Products whose part number begins like what was typed. */
const MAX_CODE_OWNERS = 200

/** What a word is worth by its place; as a beginning of another word it is worth half. */
const WEIGHTS: Readonly<Record<(typeof TIERS)[number], number>> = { name: 16, brand: 10, category: 8, attribute: 4, description: 2 }
const WEIGHT_BY_TIER = TIERS.map((tier) => WEIGHTS[tier])

/** More than any words together: the part number that was asked for stands first, then those that begin so. */
const CODE_SCORE = 255
const CODE_PREFIX_SCORE = 254

export interface SearchResult {
  readonly matching: Bits
  /** Of each product, up to 255; of those that do not match it means nothing. */
  readonly scores: Uint8Array
  /** The search with the words that were taken instead; null where none was. */
  readonly corrected: string | null
}

/**
 * Finds what has all words, or the part number, of a search.
 * @param budget most products that are gone through for the completions of a word
 */
export async function searchWords(index: ListingIndex, search: string, budget = LISTING_BUDGET): Promise<SearchResult> {
  const size = index.directory.productCount
  const scores = new Uint8Array(size)
  const matching = createFullBits(size)
  const typed = search.split(/\s+/).flatMap((part) => splitPart(part)).slice(0, MAX_WORDS)
  const words: string[] = []
  let isCorrected = false
  for (const { word, code } of typed) {
    let found = await findWord(index, word, code, budget)
    if (!found) {
      const instead = await correctWord(index, word)
      found = instead === null ? null : await findWord(index, instead, null, budget)
      isCorrected ||= found !== null
      words.push(found ? instead! : word)
    } else words.push(word)
    intersect(matching, found?.bits ?? createBits(size))
    if (found) addScores(scores, found.scores)
  }
  if (typed.length === 0) matching.fill(0)
  await addCodeOwners(index, search, matching, scores)
  return { matching, scores, corrected: isCorrected && typed.length > 0 ? words.join(' ') : null }
}

function addScores(scores: Uint8Array, others: Uint8Array): void {
  for (let ordinal = 0; ordinal < scores.length; ordinal++) scores[ordinal] = Math.min(CODE_PREFIX_SCORE - 1, scores[ordinal]! + others[ordinal]!)
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
  readonly scores: Uint8Array
}

async function findWord(index: ListingIndex, word: string, code: string | null, budget: number): Promise<FoundWord | null> {
  const size = index.directory.productCount
  const [bits, scores] = [createBits(size), new Uint8Array(size)]
  let isFound = false
  let visited = 0
  for (const term of new Set([word, ...(await index.source.listTerms(word, MAX_COMPLETIONS))])) {
    const isWhole = term === word
    if (visited > budget) break
    for (const { documents, postings } of await index.source.readTerm(term)) {
      isFound = true
      visited += documents
      forEachTermPosting(postings, (ordinal, tier) => {
        setBit(bits, ordinal)
        const score = isWhole ? WEIGHT_BY_TIER[tier]! : WEIGHT_BY_TIER[tier]! >>> 1
        if (score > scores[ordinal]!) scores[ordinal] = score
      })
    }
  }
  if (code !== null) {
    for (const ordinal of await listCodeOrdinals(index, code, false)) {
      isFound = true
      setBit(bits, ordinal)
      scores[ordinal] = WEIGHTS.name
    }
  }
  return isFound ? { bits, scores } : null
}

/** What is typed may be a part number as a whole, spaces and all. */
async function addCodeOwners(index: ListingIndex, search: string, matching: Bits, scores: Uint8Array): Promise<void> {
  const code = normaliseCode(search)
  if (code === null) return
  for (const [isWhole, score] of [[false, CODE_PREFIX_SCORE], [true, CODE_SCORE]] as const) {
    for (const ordinal of await listCodeOrdinals(index, code, isWhole)) {
      setBit(matching, ordinal)
      scores[ordinal] = score
    }
  }
}

async function listCodeOrdinals(index: ListingIndex, code: string, isWhole: boolean): Promise<readonly number[]> {
  const owners = await index.source.listCodeOwners(code, isWhole, MAX_CODE_OWNERS)
  if (owners.length === 0) return []
  const ids = await index.readWords(BLOBS.ids)
  return owners.flatMap((id) => findOrdinal(ids, id) ?? [])
}

/** The matching products, best first, from one place of their order to another; those of one score in the order given. */
export function listByScore({ matching, scores }: Pick<SearchResult, 'matching' | 'scores'>, order: Iterable<number>, from: number, to: number): readonly number[] {
  const counts = new Uint32Array(CODE_SCORE + 1)
  forEachBit(matching, (ordinal) => counts[scores[ordinal]!]!++)
  /** Where the products of a score begin. */
  const starts = new Uint32Array(CODE_SCORE + 1)
  for (let score = CODE_SCORE - 1; score >= 0; score--) starts[score] = starts[score + 1]! + counts[score + 1]!
  const page: number[] = []
  for (const ordinal of order) {
    if ((matching[ordinal >>> 5]! & (1 << (ordinal & 31))) === 0) continue
    const place = starts[scores[ordinal]!]!++
    if (place >= from && place < to) page[place - from] = ordinal
  }
  return page
}
