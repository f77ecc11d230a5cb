import type { CategoryLink } from '../../shared/catalog.ts'
import type { CategoryTree } from '../catalog/category-tree.ts'
import { BLOBS } from './index-storage.ts'
import { listByRanking } from './ranking.ts'
import type { ListingIndex } from './listing-index.ts'
import { searchWords } from './search-words.ts'
import { splitWords } from './words.ts'

/** Suggestions for a partly typed search. */
interface IndexSuggestions {
  /** Ids, best first. */
  readonly products: readonly number[]
  readonly categories: readonly CategoryLink[]
  readonly brands: readonly string[]
}

/**
 * Suggests products, categories and brands for a partly typed search.
 * @param limit maximum number of each kind
 * @throws StaleIndexError if the index was replaced meanwhile
 */
export async function suggest(
  index: ListingIndex,
  tree: CategoryTree,
  text: string,
  limit: number,
): Promise<IndexSuggestions> {
  const typed = splitWords(text)
  if (typed.length === 0) return { products: [], categories: [], brands: [] }
  using arena = await index.openArena()
  const { matching, ranking } = await searchWords(index, arena, text)
  const [ids, featured] = [await index.readWords(BLOBS.ids), await index.readWords(BLOBS.featured)]
  const places = [...tree.places.values()].filter(({ node }) => node.productCount > 0)
  return {
    products: listByRanking(arena, matching, ranking, featured, 0, limit).map((ordinal) => ids[ordinal]!),
    categories: filterFirst(places, ({ node }) => matchesPrefixes(splitWords(node.name), typed), limit).map(
      ({ node: { slug, name } }) => ({ slug, name }),
    ),
    brands: filterFirst(index.brandWords, ({ words }) => matchesPrefixes(words, typed), limit).map(
      ({ label }) => label,
    ),
  }
}

/** Whether each typed word is a prefix of one of the words. */
function matchesPrefixes(words: readonly string[], typed: readonly string[]): boolean {
  return typed.every((prefix) => words.some((word) => word.startsWith(prefix)))
}

/** Returns the first items that pass the test. */
function filterFirst<Item>(items: Iterable<Item>, test: (item: Item) => boolean, limit: number): readonly Item[] {
  const taken: Item[] = []
  for (const item of items) {
    if (taken.length === limit) break
    if (test(item)) taken.push(item)
  }
  return taken
}
