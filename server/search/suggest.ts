import type { CategoryLink } from '../../shared/catalog.ts'
import type { CategoryTree } from '../catalog/category-tree.ts'
import { BLOBS } from './index-storage.ts'
import { listBest } from './ranking.ts'
import type { ListingIndex } from './listing-index.ts'
import { searchWords } from './search-words.ts'
import { splitWords } from './words.ts'

/** What a few letters may mean, as the index knows it. */
interface IndexSuggestions {
  /** Ids, best first. */
  readonly products: readonly number[]
  readonly categories: readonly CategoryLink[]
  readonly brands: readonly string[]
}

/** @param limit most of each kind */
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
    products: listBest(arena, matching, ranking, featured, 0, limit).map((ordinal) => ids[ordinal]!),
    categories: takeFirst(places, ({ node }) => beginsWith(splitWords(node.name), typed), limit).map(
      ({ node: { slug, name } }) => ({ slug, name }),
    ),
    brands: takeFirst(index.brandWords, ({ words }) => beginsWith(words, typed), limit).map(({ label }) => label),
  }
}

/** Whether each word that was typed begins one of the words. */
function beginsWith(words: readonly string[], typed: readonly string[]): boolean {
  return typed.every((beginning) => words.some((word) => word.startsWith(beginning)))
}

function takeFirst<Item>(items: Iterable<Item>, test: (item: Item) => boolean, limit: number): readonly Item[] {
  const taken: Item[] = []
  for (const item of items) {
    if (taken.length === limit) break
    if (test(item)) taken.push(item)
  }
  return taken
}
