import { type Bits, type BitsArena, hasBit } from './bits.ts'
import { listDiscontinuedLast } from './discontinued.ts'
import { BLOBS } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { listByRanking, type Ranking } from './ranking.ts'
import type { SearchResult } from './search-words.ts'
import { splitWords } from './words.ts'

/** Number of the best products whose names are compared with the search: the first two pages. */
const COMPARED_MAX = 48

/**
 * The share by which a product's score grows if its name has all words of the search in the same order. With values up to 1,
 * the share of Amazon-Google names that find their own product first rises from 0.81 to 0.83, and NDCG@10 of the judged Icecat
 * queries changes by less than 0.007.
 */
const PHRASE_BONUS = 0.3

/**
 * If a single word is searched for, the score grows by this share of the part of the name that the word makes up. It is too
 * small to change the order of different levels: most products that a common word finds have the same level. With values from
 * 0.05 to 2, a relevant product is among the first ten for 0.98 of the judged Icecat queries instead of 0.90. For several words,
 * such a bonus would hide Amazon-Google products.
 */
const SHORT_NAME_BONUS = 0.1

/** Reads the names of products, in the order of their ids. */
export type ReadNames = (ids: readonly number[]) => Promise<readonly string[]>

/**
 * Lists a range of the products that a search found, best first. Among the best products with similar scores, those whose names
 * have the words in the order of the search come first, or, for a single word, those whose names have few other words.
 * @param to exclusive
 */
export async function listBest(
  index: ListingIndex,
  arena: BitsArena,
  bits: Bits,
  search: SearchResult,
  readNames: ReadNames,
  from: number,
  to: number,
): Promise<readonly number[]> {
  const featured = await index.readWords(BLOBS.featured)
  return listDiscontinuedLast(index, arena, bits, [from, to], async (part, first, end) => {
    const ranking = search.rank(part.bits)
    if (first >= COMPARED_MAX) return listByRanking(arena, part.bits, ranking, featured, first, end)
    const best = listByRanking(arena, part.bits, ranking, featured, 0, Math.max(end, COMPARED_MAX))
    const compared = await preferPhrases(index, best.slice(0, COMPARED_MAX), ranking, search.words, readNames)
    return [...compared, ...best.slice(COMPARED_MAX)].slice(first, end)
  })
}

/** Orders products by their score and by how well their name matches the search. */
async function preferPhrases(
  index: ListingIndex,
  ordinals: readonly number[],
  { first, scores }: Ranking,
  words: readonly string[],
  readNames: ReadNames,
): Promise<readonly number[]> {
  const { language } = index
  const leading = new Set(first.flatMap((bits) => ordinals.filter((ordinal) => hasBit(bits, ordinal))))
  const others = ordinals.filter((ordinal) => !leading.has(ordinal))
  if (others.length < 2) return ordinals
  const stems = words.map((word) => language.stem(word))
  const names = await readNames(await index.readIds(others))
  const rated = others.map((ordinal, place) => {
    const name = splitWords(names[place] ?? '')
      .filter((word) => !language.isStopWord(word))
      .map(language.stem)
    return { ordinal, score: scores.pointsOf(ordinal) * (1 + rateName(stems, name)) }
  })
  rated.sort((one, other) => other.score - one.score)
  return [...leading, ...rated.map(({ ordinal }) => ordinal)]
}

/** Returns the share by which the score of a product grows because of its name. */
function rateName(searched: readonly string[], name: readonly string[]): number {
  if (searched.length > 1) return (PHRASE_BONUS * countPairs(searched, name)) / (searched.length - 1)
  return (SHORT_NAME_BONUS * name.filter((word) => word === searched[0]).length) / Math.max(1, name.length)
}

/** Counts the pairs of successive words that occur in both texts. */
function countPairs(searched: readonly string[], name: readonly string[]): number {
  const following = new Set(name.slice(1).map((word, place) => `${name[place]} ${word}`))
  return searched.slice(1).filter((word, place) => following.has(`${searched[place]} ${word}`)).length
}
