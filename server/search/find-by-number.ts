import type { ListingIndex } from './listing-index.ts'
import { listBest, type ReadNames } from './prefer-phrases.ts'
import { listOrdinals } from './containers.ts'
import { searchWords } from './search-words.ts'
import { normaliseCode } from './words.ts'

/** Whether a text is, ignoring case, spaces and punctuation, a number of a product. */
export async function hasCode(index: ListingIndex, text: string): Promise<boolean> {
  const code = normaliseCode(text)
  return code !== null && (await index.codes.find(code)) !== undefined
}

/**
 * Finds the products that have each part number (article number, maker's number, GTIN, that of another maker), or replace one that
 * has it, ignoring case, spaces and punctuation.
 * @param limit maximum number of products of each part number
 * @returns the ids of the products, by the given number; numbers that no product has are left out
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
 * Lists the best products of a search: those that match all words or whose part number is similar, otherwise those that match
 * some of the words.
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
