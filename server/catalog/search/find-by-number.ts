import type { ListingIndex } from './listing-index.ts'
import { listBest, type ReadNames } from './ranking.ts'
import { listOrdinals } from './containers.ts'
import { Matcher } from './matcher.ts'
import { searchWords } from './search-words.ts'
import { splitSynonym } from './synonyms.ts'
import { normaliseCode } from './words.ts'

/** Returns whether a text is a product's number, ignoring case, spaces and punctuation. */
export async function hasCode(index: ListingIndex, text: string): Promise<boolean> {
  const code = normaliseCode(text)
  return code !== null && (await index.codes.find(code)) !== undefined
}

/**
 * Finds the products with each part number (article number, maker's number, GTIN, that of another maker), and those
 * that replace one, ignoring case, spaces and punctuation.
 * @param limit maximum number of products of each part number
 * @returns the products' ids by the given number; unknown numbers are left out
 * @throws StaleIndexError if the index was replaced meanwhile
 */
export async function findByNumbers(
  index: ListingIndex,
  numbers: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, readonly number[]>()
  for (const number of numbers) {
    const code = normaliseCode(number)
    const entry = code === null ? undefined : await index.codes.find(code)
    if (entry) found.set(number, await index.readIds(listOrdinals(await index.codes.readPayload(entry), limit)))
  }
  return found
}

/**
 * Lists the best products with all words or a similar part number, otherwise those with some of the words.
 * @throws StaleIndexError if the index was replaced meanwhile
 */
export async function findNearest(
  index: ListingIndex,
  text: string,
  limit: number,
  readNames: ReadNames,
): Promise<readonly number[]> {
  using arena = await index.openArena()
  const search = await searchWords(index, arena, text)
  const best = await listBest(index, arena, search.matching, search, readNames, 0, limit)
  return index.readIds(
    best.length > 0 ? best : await listBest(index, arena, search.partial, search, readNames, 0, limit),
  )
}

/** Lists the synonyms that find no product. @throws StaleIndexError if the index was replaced meanwhile */
export async function listUnmatched(index: ListingIndex, texts: readonly string[]): Promise<readonly string[]> {
  const unmatched: string[] = []
  for (const text of texts) {
    // With an arena for each text, thousands of texts need no more memory.
    using arena = await index.openArena()
    const matcher = new Matcher(index, arena)
    await matcher.addSynonym(splitSynonym(text, index.language))
    if (matcher.count() === 0) unmatched.push(text)
  }
  return unmatched
}
