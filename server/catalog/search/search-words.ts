import { type Bits, type BitsArena, countBits, intersectInto, unionInto } from './bits.ts'
import { LEVELS } from './containers.ts'
import { CodeMatches } from './code-matches.ts'
import type { Language } from './language.ts'
import type { ListingIndex } from './listing-index.ts'
import { findCorrection, matchWord, type TypedWord, type WordMatch } from './match-word.ts'
import { Matcher } from './matcher.ts'
import { NEARLY_POINTS, type Ranking, Scores } from './ranking.ts'
import type { Phrase } from './synonyms.ts'
import { normaliseCodePart, splitTokens } from './words.ts'

/** Each word takes a pass over the products. Of more words, the rarest are used. */
const MAX_WORDS = 8

/** Maximum number of words that are looked up to find the rarest. */
const MAX_TYPED_WORDS = 24

/** Of fewer known words, products that lack one may have a mere number, or lack the number of another shop. */
const NEARLY_MIN_WORDS = 3

/** A word of more than this share of the products finds none that lack the other words. */
const COMMON_SHARE = 0.5

/**
 * Stop words count for the order of searches of at most this number of words. One more in 200 products of the Amazon-Google
 * pairs is then found by the first four words of another shop's name; in whole names, stop words would be noise.
 */
const STOP_WORDS_COUNT_MAX_WORDS = 5

/** Scores are integers, so weights are scaled up. */
const POINTS_PER_WEIGHT = 8

interface SearchOptions {
  /** Corrects mistyped words; true by default. */
  readonly corrects?: boolean
  /** Whether the last word may be incomplete; false by default. */
  readonly isSuggesting?: boolean
}

export interface SearchResult {
  /** The products with all words or the searched part number. */
  readonly matching: Bits
  /** The products with only some words, of which one is rare enough. */
  readonly partial: Bits
  /** Scores a set only, because scoring all matches would take longer than finding them. */
  readonly rank: (bits: Bits) => Ranking
  /** The words after correction, without stop words. */
  readonly words: readonly string[]
  /** Synonyms by the stem of each typed word. */
  readonly synonyms: ReadonlyMap<string, readonly Phrase[]>
  /** The corrected search; null if nothing was corrected. */
  readonly corrected: string | null
}

/** Finds the products with the words of a search, or with the search as part number. @param arena owns the resulting sets */
export async function searchWords(
  index: ListingIndex,
  arena: BitsArena,
  search: string,
  { corrects = true, isSuggesting = false }: SearchOptions = {},
): Promise<SearchResult> {
  const codeMatches = new CodeMatches(index, arena)
  const exact = await codeMatches.findExact(search)
  const words: FoundWord[] = []
  const add = (word: string, match: WordMatch | null) =>
    words.push({ word, weight: weigh(index, match?.documents ?? 0), match })
  const written: string[] = []
  let isCorrected = false
  const { typedWords, stopWords, synonyms } = await readTypedWords(index, search, isSuggesting)
  for (const typed of typedWords) {
    const match = await matchWord(index, arena, typed, await codeMatches.findLonger(typed.code))
    const correction = corrects && !exact ? await findCorrection(index, arena, typed.word, match?.documents ?? 0) : null
    written.push(...(correction ?? [typed.word]))
    isCorrected ||= correction !== null
    // If no product has 'm8x45', some may have its parts.
    const others = correction ?? (match ? [] : typed.parts)
    if (others.length === 0) add(typed.word, match)
    for (const word of others) add(word, await matchWord(index, arena, { ...PLAIN_WORD, word }, null))
  }
  const matching = words.length === 0 ? arena.empty() : arena.full()
  const partial = arena.empty()
  const nearly = arena.empty()
  const carrying = listCarryingWords(index, words)
  for (const { word, match } of words) {
    const bits = match?.bits ?? arena.empty()
    // These lack this word alone, or one of the words before.
    intersectInto(nearly, bits)
    unionInto(nearly, matching)
    intersectInto(matching, bits)
    if (carrying.has(word)) unionInto(partial, bits)
  }
  if (words.filter(({ match }) => match).length >= NEARLY_MIN_WORDS) unionInto(partial, nearly)
  else nearly.fill(0)
  const ranked = [...words, ...(await matchStopWords(index, arena, stopWords))]
  const similar = await codeMatches.findSimilar(search, exact, countBits(matching), isSuggesting)
  const first = exact ? [exact, ...similar] : similar
  for (const bits of first) unionInto(matching, bits)
  const lacking = arena.subtract(nearly, matching)
  return {
    matching,
    partial: arena.subtract(partial, matching),
    words: words.map(({ word }) => word),
    synonyms,
    rank: (bits) => rankProducts(bits, { productCount: arena.productCount, words: ranked, first, nearly: lacking }),
    corrected: isCorrected ? written.join(' ') : null,
  }
}

const NUMBER = /^[\d.,/]+$/

/**
 * Lists the words that may find products without the others: no numbers and no words of most products, unless there are
 * no other words.
 */
function listCarryingWords(index: ListingIndex, words: readonly FoundWord[]): ReadonlySet<string> {
  const known = words.filter(({ match }) => match)
  const named = words.every(({ word }) => /\d/.test(word)) ? known : known.filter(({ word }) => !NUMBER.test(word))
  const rare = named.filter(({ match }) => (match?.documents ?? 0) <= index.directory.productCount * COMMON_SHARE)
  return new Set((rare.length > 0 ? rare : named).map(({ word }) => word))
}

/** Stop words count only for the order: some names begin with 'the' or 'who'. */
async function matchStopWords(
  index: ListingIndex,
  arena: BitsArena,
  stopWords: readonly string[],
): Promise<readonly FoundWord[]> {
  const found: FoundWord[] = []
  for (const word of stopWords) {
    const matcher = new Matcher(index, arena)
    await matcher.addWord(word, 1)
    found.push({
      word,
      weight: weigh(index, matcher.count()),
      match: { levels: matcher.listLevels(), bits: matcher.union, documents: matcher.count() },
    })
  }
  return found
}

interface FoundWord {
  readonly word: string
  readonly weight: number
  /** Null if no product matches. */
  readonly match: WordMatch | null
}

interface FoundProducts {
  /** Number of all products of the index. */
  readonly productCount: number
  readonly words: readonly FoundWord[]
  /** Sets of products that come first. */
  readonly first: readonly Bits[]
  /** The products that lack one word, which come before those that lack more. */
  readonly nearly: Bits
}

/** Scores products by the sum of the words' weights, each times how well the word describes the product. */
function rankProducts(bits: Bits, { productCount, words, first, nearly }: FoundProducts): Ranking {
  const found = words.flatMap(({ weight, match }) => (match ? [{ weight, levels: match.levels }] : []))
  const scores = new Scores(productCount)
  for (const { weight, levels } of found) {
    // The weight of a single word changes nothing, but a low one would give several levels the same points.
    const points = listPoints(found.length === 1 ? 1 : weight)
    scores.addLevels(
      bits,
      levels.map((level) => level.bits),
      levels.map(({ level }) => points[level] ?? 0),
    )
  }
  scores.addLevels(bits, [nearly], [NEARLY_POINTS])
  return { first, scores }
}

const PLAIN_WORD = {
  parts: [],
  code: null,
  isWhole: false,
  joined: [],
  synonyms: null,
  isIncomplete: false,
} satisfies Omit<TypedWord, 'word'>

/** Splits a search into words. An unknown word with an umlaut typed as two letters is spelled as in the index. */
export async function readTokens(index: ListingIndex, search: string): Promise<ReturnType<typeof splitTokens>> {
  const tokens = splitTokens(search).slice(0, MAX_TYPED_WORDS)
  return Promise.all(
    tokens.map(async (token) => {
      const [word] = listUmlautSpellings(token.word, index.language)
      return word === undefined || (await isKnown(index, token.word)) ? token : { ...token, word }
    }),
  )
}

function listUmlautSpellings(word: string, language: Language): readonly string[] {
  const folded = language.foldUmlauts(word)
  return folded === word ? [] : [folded]
}

async function isKnown({ terms, compounds, language }: ListingIndex, word: string): Promise<boolean> {
  for await (const _term of terms.list(word)) return true
  return (await compounds.find(language.stem(word))) !== undefined
}

/** Splits a search into words with their synonyms; stop words apart if there are other words. */
async function readTypedWords(
  index: ListingIndex,
  search: string,
  isSuggesting: boolean,
): Promise<
  { readonly typedWords: readonly TypedWord[]; readonly stopWords: readonly string[] } & Pick<SearchResult, 'synonyms'>
> {
  const { language, terms, forms } = index
  const codes = listWordCodes(search)
  const whole = normaliseCodePart(search)
  const tokens = await readTokens(index, search)
  const synonyms = (await index.readSynonyms()).find(
    tokens.map(({ word }) => word),
    isSuggesting,
  )
  const joined = new Map<number, string[]>()
  for (const [place, { word, gap }] of tokens.entries()) {
    const next = tokens[place + 1]
    if (!next || !/^[ -]$/.test(gap)) continue
    const together = word + next.word
    if (!(await terms.find(together)) && !(await forms.find(language.stem(together)))) continue
    for (const at of [place, place + 1]) joined.set(at, [...(joined.get(at) ?? []), together])
  }
  const words = tokens.map(({ word, parts }, place) => ({
    word,
    parts,
    code: codes.get(word) ?? null,
    isWhole: codes.get(word) === whole,
    joined: [...(joined.get(place) ?? []), ...listUmlautSpellings(word, language)],
    synonyms: synonyms.get(language.stem(word)) ?? [],
    isIncomplete: isSuggesting && place === tokens.length - 1,
  }))
  const distinct = [...new Map(words.map((typed) => [language.stem(typed.word), typed])).values()]
  const important = distinct.filter(({ word }) => !language.isStopWord(word))
  if (important.length === 0) return { typedWords: await listRarest(index, distinct), stopWords: [], synonyms }
  const stopWords =
    distinct.length > STOP_WORDS_COUNT_MAX_WORDS ? [] : distinct.map(({ word }) => word).filter(language.isStopWord)
  return { typedWords: await listRarest(index, important), stopWords, synonyms }
}

/** Returns at most `MAX_WORDS` words, the rarest ones; unknown ones only if too few are known. */
async function listRarest(index: ListingIndex, words: readonly TypedWord[]): Promise<readonly TypedWord[]> {
  if (words.length <= MAX_WORDS) return words
  const counted: { readonly typed: TypedWord; readonly documents: number }[] = []
  for (const typed of words)
    counted.push({ typed, documents: (await index.terms.find(typed.word))?.documents ?? Number.POSITIVE_INFINITY })
  const rarest = counted.toSorted((one, other) => one.documents - other.documents).slice(0, MAX_WORDS)
  const chosen = new Set(rarest.map(({ typed }) => typed))
  return words.filter((typed) => chosen.has(typed))
}

/** Maps each word to its part of the search, between spaces, if that can be a part number. */
function listWordCodes(search: string): ReadonlyMap<string, string> {
  const codes = new Map<string, string>()
  for (const part of search.split(/\s+/)) {
    const code = normaliseCodePart(part)
    if (code !== null) for (const { word } of splitTokens(part)) codes.set(word, code)
  }
  return codes
}

/** Returns the inverse document frequency of BM25. */
function weigh(index: ListingIndex, documents: number): number {
  const { productCount } = index.directory
  return Math.log(1 + (productCount - documents + 0.5) / (documents + 0.5))
}

/** Returns the points of a word of this weight, by level. */
function listPoints(weight: number): readonly number[] {
  return Array.from({ length: LEVELS }, (_, level) =>
    Math.max(1, Math.round(((level + 0.5) / LEVELS) * weight * POINTS_PER_WEIGHT)),
  )
}
