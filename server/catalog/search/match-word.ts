import type { Bits, BitsArena } from './bits.ts'
import { LEVELS } from './containers.ts'
import { correctWord } from './correct-word.ts'
import type { ListingIndex } from './listing-index.ts'
import { type LevelMatch, Matcher, SHARES } from './matcher.ts'
import type { Phrase } from './synonyms.ts'

/** A shorter word is not completed, because too many words begin with it. 'Öl' begins compounds. */
const COMPLETED_MIN_LENGTH = 3
const COMPLETED_MIN_LETTERS = 2

/** A word that finds more products, about four pages, finds no longer words. */
const FEW_PRODUCTS = 100

/** From this number of products on, words are not corrected to one that a single product has. */
const LARGE_CATALOGUE = 1_000

/** A word that at most `RARE_MAX` products have is a typo if a similar one has `RARE_FACTOR` times as many. */
const RARE_MAX = 2
const RARE_FACTOR = 50

export interface WordMatch {
  /** Lowest level first; a product can be in several. */
  readonly levels: readonly LevelMatch[]
  /** The products of all levels. */
  readonly bits: Bits
  /** Number of products without those found only by a longer word. */
  readonly documents: number
}

export interface TypedWord {
  readonly word: string
  readonly parts: readonly string[]
  /** The normalised part of the search that contains the word, if it can be a part number. */
  readonly code: string | null
  /** Whether `code` is the whole search, whose similar part numbers are looked up anyway. */
  readonly isWhole: boolean
  /** The word joined with a neighbour, if products have that: 'notebook' for 'note book'; or another spelling. */
  readonly joined: readonly string[]
  /** Synonyms of the word and of phrases that contain it; null looks up those of the word alone. */
  readonly synonyms: readonly Phrase[] | null
  /** Whether this is the last word of a search for suggestions. */
  readonly isIncomplete: boolean
}

/**
 * Finds the products that match a word by its forms, synonyms, compounds, part numbers, or longer words; null if there
 * are none.
 * @param codeMatches products whose part number begins with the word's code
 */
export async function matchWord(
  index: ListingIndex,
  arena: BitsArena,
  { word, parts, code, isWhole, joined, synonyms, isIncomplete }: TypedWord,
  codeMatches: Bits | null,
): Promise<WordMatch | null> {
  const matcher = new Matcher(index, arena)
  const forms = await matcher.addForms(word)
  for (const together of joined) await matcher.addForms(together)
  for (const phrase of synonyms ?? (await index.readSynonyms()).findOf(word)) await matcher.addSynonym(phrase)
  if (codeMatches) matcher.addProducts(codeMatches, LEVELS - 1)
  await matcher.addCompounds(word)
  if (index.language.hasCompounds) await matcher.addSplit(word)
  if (parts.length > 0) await matcher.addAllOf(parts)
  let documents = matcher.count()
  if (!index.language.hasCompounds && documents > 0 && documents <= FEW_PRODUCTS) await matcher.addSplit(word)
  if (documents === 0) {
    // The word may be a part number of letters that was typed without its hyphens.
    await matcher.addCode(word)
    documents = matcher.count()
  }
  if (code !== null && !isWhole && codeMatches === null && (documents === 0 || code !== word))
    await matcher.addSimilarCodes(code)
  if (index.language.hasCompounds && documents <= FEW_PRODUCTS) await matcher.addEndings(word, forms)
  if (isIncomplete || (documents <= FEW_PRODUCTS && isCompleted(word, index)))
    await matcher.addCompletions(word, forms, isIncomplete ? SHARES.suggestedCompletion : SHARES.completion)
  const count = matcher.count()
  return count === 0 ? null : { levels: matcher.listLevels(), bits: matcher.union, documents: documents || count }
}

function isCompleted(word: string, { language }: ListingIndex): boolean {
  if (word.length >= COMPLETED_MIN_LENGTH) return true
  return language.hasCompounds && word.length >= COMPLETED_MIN_LETTERS && /^\p{L}+$/u.test(word)
}

/**
 * Corrects a mistyped word to a similar one, or to two words that were typed as one; null if nothing is similar.
 * @param documents number of products with the word itself
 */
export async function findCorrection(
  index: ListingIndex,
  arena: BitsArena,
  word: string,
  documents: number,
): Promise<readonly string[] | null> {
  if (documents > RARE_MAX || !/^\p{L}+$/u.test(word)) return null
  if (documents > 0 && (await index.readSynonyms()).has(word)) return null
  const least = documents > 0 ? documents * RARE_FACTOR : index.directory.productCount < LARGE_CATALOGUE ? 1 : 2
  const near = await correctWord(index, word, 1, least)
  if (near !== null) return [near]
  if (documents > 0) return null
  const split = await new Matcher(index, arena).findSplit(word)
  if (split) return split.parts
  const far = await correctWord(index, word, 2, least)
  return far === null ? null : [far]
}
