import type { CategorySuggestion } from '../../../shared/page-data.ts'
import type { CategoryTree } from '../rules/category-tree.ts'
import type { ListingIndex, NamedWords } from './listing-index.ts'
import { listBest, type ReadNames } from './prefer-phrases.ts'
import { readTokens, searchWords } from './search-words.ts'

interface IndexSuggestions {
  readonly products: readonly number[]
  readonly categories: readonly CategorySuggestion[]
  readonly brands: readonly string[]
}

interface SuggestedCategory extends NamedWords, CategorySuggestion {}

/** Categories with products, those with the most first. */
const categoriesOfTree = new WeakMap<CategoryTree, readonly SuggestedCategory[]>()

/**
 * Suggests products, and categories and brands with all typed words in their names, those with the most products first.
 * @param limit maximum number of suggestions of each kind
 * @throws StaleIndexError if the index was replaced meanwhile
 */
export async function suggest(
  index: ListingIndex,
  tree: CategoryTree,
  text: string,
  limit: number,
  readNames: ReadNames,
): Promise<IndexSuggestions> {
  const typed = (await readTokens(index, text)).map(({ word }) => word)
  if (typed.length === 0) return { products: [], categories: [], brands: [] }
  using arena = await index.openArena()
  const search = await searchWords(index, arena, text, { isSuggesting: true })
  const { stem } = index.language
  const prefixes = typed.map((prefix) => ({
    prefix,
    stem: stem(prefix),
    synonyms: (search.synonyms.get(stem(prefix)) ?? []).map((phrase) => phrase.map(stem)),
  }))
  /** Returns whether each typed word begins a word of a name, or has its stem or a synonym in the name. */
  const isMatch = ({ words, stems }: NamedWords) =>
    prefixes.every(
      (typedWord) =>
        stems.includes(typedWord.stem) ||
        words.some((word) => word.startsWith(typedWord.prefix)) ||
        typedWord.synonyms.some((phrase) => phrase.every((synonymStem) => stems.includes(synonymStem))),
    )
  return {
    products: await index.readIds(await listBest(index, arena, search.matching, search, readNames, 0, limit)),
    categories: nameParents(listCategories(index, tree).filter(isMatch).slice(0, limit)),
    brands: (await index.readBrands())
      .filter(isMatch)
      .slice(0, limit)
      .map(({ name }) => name),
  }
}

function listCategories(index: ListingIndex, tree: CategoryTree): readonly SuggestedCategory[] {
  let categories = categoriesOfTree.get(tree)
  if (!categories) {
    categories = [...tree.bySlug.values()]
      .filter(({ node }) => node.productCount > 0)
      .toSorted((one, other) => other.node.productCount - one.node.productCount)
      .map(({ node: { slug, name, lang }, ancestors }) => {
        const parent = ancestors.at(-1)
        return { ...index.splitName(name), slug, ...(lang && { lang }), ...(parent && { parentName: parent.name }) }
      })
    categoriesOfTree.set(tree, categories)
  }
  return categories
}

/** Keeps a parent's name only if another suggested category has the same name. */
function nameParents(categories: readonly SuggestedCategory[]): readonly CategorySuggestion[] {
  return categories.map(({ slug, name, lang, parentName }) => {
    const isShared = categories.some((other) => other.slug !== slug && other.name === name)
    return { slug, name, ...(lang && { lang }), ...(isShared && parentName !== undefined && { parentName }) }
  })
}
