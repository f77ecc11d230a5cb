import type { ListingIndex } from './listing-index.ts'
import { Matcher } from './matcher.ts'
import { splitSynonym } from './synonyms.ts'

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
