import type { ListingIndex } from './listing-index.ts'
import { Matcher } from './matcher.ts'
import { splitSynonym } from './synonyms.ts'

/**
 * Lists the synonyms for which no product is found.
 * @param texts the synonyms to check
 * @throws StaleIndexError if the index was replaced meanwhile
 */
export async function listUnmatched(index: ListingIndex, texts: readonly string[]): Promise<readonly string[]> {
  const unmatched: string[] = []
  for (const text of texts) {
    // Each text gets its own arena, so that checking thousands of texts does not use up the memory.
    using arena = await index.openArena()
    const matcher = new Matcher(index, arena)
    await matcher.addSynonym(splitSynonym(text, index.language))
    if (matcher.count() === 0) unmatched.push(text)
  }
  return unmatched
}
