import type { ListingIndex } from './listing-index.ts'
import { matchesProducts } from './match-word.ts'
import { splitSynonym } from './synonyms.ts'

/**
 * Lists the synonyms that find no product.
 * @param texts synonyms to check
 * @throws StaleIndexError if the index was replaced meanwhile
 */
export async function listUnmatched(index: ListingIndex, texts: readonly string[]): Promise<readonly string[]> {
  const unmatched: string[] = []
  for (const text of texts) {
    // A new arena for each text limits the memory for thousands of texts.
    using arena = await index.openArena()
    if (!(await matchesProducts(index, arena, splitSynonym(text, index.language)))) unmatched.push(text)
  }
  return unmatched
}
