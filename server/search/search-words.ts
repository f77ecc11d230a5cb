import { type Bits, type BitsArena, countBits, intersectInto, unionInto } from './bits.ts'
import { LEVELS } from './containers.ts'
import type { ListingIndex } from './listing-index.ts'
import { findCorrection, matchWord, type TypedWord, type WordMatch } from './match-word.ts'
import { type Ranking, ScorePlanes } from './ranking.ts'
import { findSimilarCodes } from './similar-codes.ts'
import type { Phrase } from './synonyms.ts'
import { normaliseCode, splitTokens } from './words.ts'

/** Maximum number of words of a search, because each takes a pass over the products. Of more words, the rarest are used. */
const MAX_WORDS = 8

/** Maximum number of typed words that are looked up to find the rarest. */
const MAX_TYPED_WORDS = 24

/** Points for each unit of a word's weight. Scores are integers, so weights have to be scaled up. */
const POINTS_PER_WEIGHT = 8

/** Similar part numbers are looked up only if a search finds at most this number of products. */
const FEW_PRODUCTS = 10

/** A word with less than this share of the average weight is too common to find products that lack the other words. */
const CARRYING_SHARE = 0.5

interface SearchOptions {
  /** Whether mistyped words are corrected; true by default. */
  readonly corrects?: boolean
  /** Whether the last word may be incomplete; false by default. */
  readonly isSuggesting?: boolean
}

export interface SearchResult {
  /** The products that match all words, or whose part number was searched for. */
  readonly matching: Bits
  /** The products that match only some of the words, provided that one of these words is rare enough. */
  readonly partial: Bits
  /** Ranks the products of a set. Only this set is scored, because scoring all matches would take longer than finding them. */
  readonly rank: (bits: Bits) => Ranking
  /** The words that were searched for, after correction and without stop words. */
  readonly words: readonly string[]
  /** The synonyms of the typed words, by the stem of each word. */
  readonly synonyms: ReadonlyMap<string, readonly Phrase[]>
  /** The search with its mistyped words corrected; null if none was. */
  readonly corrected: string | null
}

/**
 * Finds the products that match the words of a search, or whose part number is the search text.
 * @param arena owns the resulting sets
 */
export async function searchWords(
  index: ListingIndex,
  arena: BitsArena,
  search: string,
  { corrects = true, isSuggesting = false }: SearchOptions = {},
): Promise<SearchResult> {
  const codeMatches = new CodeMatches(index, arena)
  const words: FoundWord[] = []
  const add = (word: string, match: WordMatch | null) =>
    words.push({ word, weight: weigh(index, match?.documents ?? 0), match })
  const written: string[] = []
  let isCorrected = false
  const { typedWords, synonyms } = await readTypedWords(index, search, isSuggesting)
  for (const typed of typedWords) {
    const match = await matchWord(index, arena, typed, await codeMatches.find(typed.code))
    const correction = corrects ? await findCorrection(index, arena, typed.word, match?.documents ?? 0) : null
    written.push(...(correction ?? [typed.word]))
    isCorrected ||= correction !== null
    // If no product has 'm8x45', products with some of its parts may still be found.
    const others = correction ?? (match ? [] : typed.parts)
    if (others.length === 0) add(typed.word, match)
    for (const word of others) add(word, await matchWord(index, arena, { ...PLAIN_WORD, word }, null))
  }
  const matching = words.length === 0 ? arena.empty() : arena.full()
  const partial = arena.empty()
  const carrying = listCarryingWords(words)
  for (const { word, match } of words) {
    if (match) intersectInto(matching, match.bits)
    else matching.fill(0)
    if (match && carrying.has(word)) unionInto(partial, match.bits)
  }
  const first = await findByCode(index, arena, codeMatches, search)
  for (const bits of first) unionInto(matching, bits)
  const found = countBits(matching)
  if (found <= FEW_PRODUCTS) {
    const similar = await findBySimilarCode(index, arena, search, found > 0)
    for (const bits of similar) unionInto(matching, bits)
    first.push(...similar)
  }
  return {
    matching,
    partial: arena.subtract(partial, matching),
    words: words.map(({ word }) => word),
    synonyms,
    rank: (bits) => rankProducts(arena, first, words, bits),
    corrected: isCorrected ? written.join(' ') : null,
  }
}

/**
 * Lists the words that may find products without the other words: not the most common words, and numbers only if the search has
 * no other words.
 */
function listCarryingWords(words: readonly FoundWord[]): ReadonlySet<string> {
  const named = words.filter(({ word }) => !/^[\d.,/]+$/.test(word))
  const known = (words.every(({ word }) => /\d/.test(word)) ? words : named).filter(({ match }) => match)
  const average = known.reduce((sum, { weight }) => sum + weight, 0) / known.length
  return new Set(known.filter(({ weight }) => weight >= average * CARRYING_SHARE).map(({ word }) => word))
}

interface FoundWord {
  readonly word: string
  readonly weight: number
  /** Null if no product matches the word. */
  readonly match: WordMatch | null
}

/**
 * Scores each product of a set by the sum of the weights of the words that it matches, each multiplied by how well the word
 * describes the product.
 * @param first sets of products that come before the others
 */
function rankProducts(arena: BitsArena, first: readonly Bits[], words: readonly FoundWord[], bits: Bits): Ranking {
  const found = words.flatMap(({ weight, match }) => (match ? [{ weight, levels: match.levels }] : []))
  const scores = new ScorePlanes(arena)
  const [only, ...others] = found
  // With a single word, the order of its levels is already the ranking, so no scores are needed.
  if (only && others.length === 0)
    return { first: [...first, ...only.levels.map((level) => level.bits).toReversed()], scores }
  for (const { weight, levels } of found) {
    const points = listPoints(weight)
    scores.addLevels(
      bits,
      levels.map((level) => level.bits),
      levels.map(({ level }) => points[level] ?? 0),
    )
  }
  return { first, scores }
}

const PLAIN_WORD = { parts: [], code: null, joined: [], synonyms: null, isIncomplete: false } satisfies Omit<
  TypedWord,
  'word'
>

/** Splits a search into words and finds their synonyms. Stop words are left out if there are other words. */
async function readTypedWords(
  index: ListingIndex,
  search: string,
  isSuggesting: boolean,
): Promise<{ readonly typedWords: readonly TypedWord[] } & Pick<SearchResult, 'synonyms'>> {
  const { language, terms } = index
  const codes = listWordCodes(search)
  const tokens = splitTokens(search).slice(0, MAX_TYPED_WORDS)
  const synonyms = (await index.readSynonyms()).find(
    tokens.map(({ word }) => word),
    isSuggesting,
  )
  const joined = new Map<number, string[]>()
  for (const [place, { word, gap }] of tokens.entries()) {
    const next = tokens[place + 1]
    if (!next || !/^[ -]$/.test(gap) || !(await terms.find(word + next.word))) continue
    for (const at of [place, place + 1]) joined.set(at, [...(joined.get(at) ?? []), word + next.word])
  }
  const words = tokens.map(({ word, parts }, place) => ({
    word,
    parts,
    code: codes.get(word) ?? null,
    joined: joined.get(place) ?? [],
    synonyms: synonyms.get(language.stem(word)) ?? [],
    isIncomplete: isSuggesting && place === tokens.length - 1,
  }))
  const distinct = [...new Map(words.map((typed) => [language.stem(typed.word), typed])).values()]
  const important = distinct.filter(({ word }) => !language.isStopWord(word))
  return { typedWords: await listRarest(index, important.length > 0 ? important : distinct), synonyms }
}

/** Returns at most `MAX_WORDS` words: the rarest ones, and unknown words only if there are not enough known ones. */
async function listRarest(index: ListingIndex, words: readonly TypedWord[]): Promise<readonly TypedWord[]> {
  if (words.length <= MAX_WORDS) return words
  const counted: { readonly typed: TypedWord; readonly documents: number }[] = []
  for (const typed of words)
    counted.push({ typed, documents: (await index.terms.find(typed.word))?.documents ?? Number.POSITIVE_INFINITY })
  const rarest = counted.toSorted((one, other) => one.documents - other.documents).slice(0, MAX_WORDS)
  const chosen = new Set(rarest.map(({ typed }) => typed))
  return words.filter((typed) => chosen.has(typed))
}

/** Maps each word to the normalised part of the search, between spaces, that contains it, if that can be a part number. */
function listWordCodes(search: string): ReadonlyMap<string, string> {
  const codes = new Map<string, string>()
  for (const part of search.split(/\s+/)) {
    const code = normaliseCode(part)
    if (code !== null) for (const { word } of splitTokens(part)) codes.set(word, code)
  }
  return codes
}

/** Weighs a word by its rarity: the inverse document frequency of BM25. */
function weigh(index: ListingIndex, documents: number): number {
  const { productCount } = index.directory
  return Math.log(1 + (productCount - documents + 0.5) / (documents + 0.5))
}

/** Returns how many points a product gets for a word of this weight, by the level at which it matches. */
function listPoints(weight: number): readonly number[] {
  return Array.from({ length: LEVELS }, (_, level) =>
    Math.max(1, Math.round(((level + 0.5) / LEVELS) * weight * POINTS_PER_WEIGHT)),
  )
}

/**
 * Finds the products whose part number equals the whole search, ignoring spaces, then those whose part number begins with it.
 */
async function findByCode(
  index: ListingIndex,
  arena: BitsArena,
  codeMatches: CodeMatches,
  search: string,
): Promise<Bits[]> {
  const code = normaliseCode(search)
  const found = code === null ? [] : [await findCode(index, arena, code), await codeMatches.find(code)]
  return found.filter((bits) => bits !== null)
}

/**
 * Finds the products whose part number is similar to the whole search, the most similar first; none if the search is itself a
 * part number.
 * @param isPart whether the part number must contain the search
 */
async function findBySimilarCode(
  index: ListingIndex,
  arena: BitsArena,
  search: string,
  isPart: boolean,
): Promise<readonly Bits[]> {
  const code = normaliseCode(search)
  if (code === null || (await index.codes.find(code))) return []
  const found: Bits[] = []
  for (const entry of await findSimilarCodes(index, code, isPart)) {
    const bits = arena.empty()
    await index.codes.addProducts(entry, bits)
    found.push(bits)
  }
  return found
}

/** The products whose part number begins with a given text, cached for the duration of one search. */
class CodeMatches {
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

/** A scan of the part numbers that begin with a text stops when it has found this number of products. */
const CODE_MATCHES_ENOUGH = 200

/** Finds the products with a part number, normalised by `normaliseCode`; null if none has it. */
async function findCode(index: ListingIndex, arena: BitsArena, code: string): Promise<Bits | null> {
  const entry = await index.codes.find(code)
  if (!entry) return null
  const bits = arena.empty()
  await index.codes.addProducts(entry, bits)
  return bits
}

/** Finds products whose part number begins with a text; null if there are none. */
async function findCodePrefix(index: ListingIndex, arena: BitsArena, code: string): Promise<Bits | null> {
  const bits = arena.empty()
  let count = 0
  for await (const entry of index.codes.list(code)) {
    await index.codes.addProducts(entry, bits)
    count += entry.documents
    if (count >= CODE_MATCHES_ENOUGH) break
  }
  return count === 0 ? null : bits
}
