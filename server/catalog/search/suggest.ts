import type { CategorySuggestion, ProductSuggestion } from '../../../shared/page-data.ts'
import type { CategoryTree } from '../rules/category-tree.ts'
import type { ListingIndex, NamedWords } from './listing-index.ts'
import { listBest, type ReadNames } from './ranking.ts'
import { readTokens, searchWords } from './search-words.ts'
import type { ProductVariant } from '../../../shared/catalog.ts'
import type { ProductCard } from '../product-card.ts'
import { foldText } from '../../../shared/slug.ts'
import type { SiteLanguage } from '../../platform/language.ts'
import { describeFoundBy } from '../rules/discontinued.ts'
import { describePriceRange } from '../rules/price-texts.ts'
import type { FoundBy } from './listing.ts'
import { normaliseCode, normaliseCodePart, splitWords } from './words.ts'

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

/** Longer details are truncated, so that the response stays small. */
const DETAIL_MAX_LENGTH = 60

/** A shorter text occurs by chance within many article numbers, so it matches only their beginning. */
const INNER_CODE_MIN_LENGTH = 4

/** Shorter words match only whole words of option values, such as the size 'M'. */
const PREFIX_MIN_LENGTH = 2

interface FoundProduct {
  readonly card: ProductCard
  readonly variants: readonly ProductVariant[]
  readonly foundBy?: FoundBy
}

interface MatchedVariant {
  readonly variant: ProductVariant
  readonly name: string
  readonly number: string | null
}

/**
 * Describes suggested products by what tells them apart: the brand, the variant that matches the text, and the article
 * number if it contains the text or another product has the same name.
 * @param hasBrands whether the catalogue has several brands
 */
export function describeSuggestions(
  products: readonly FoundProduct[],
  text: string,
  hasBrands: boolean,
  language: SiteLanguage,
): ProductSuggestion[] {
  const names = Map.groupBy(products, ({ card }) => foldText(card.name))
  return products.map(({ card, variants, foundBy }) => {
    const { slug, name, lang, brand, image } = card
    const isNameShared = (names.get(foldText(name))?.length ?? 0) > 1
    const matched = matchCode(variants, text) ?? matchOptions(variants, name, text)
    const reason = foundBy && describeFoundBy(foundBy, language)
    const number = reason ?? matched?.number ?? (isNameShared ? (matched?.variant.sku ?? card.sku) : null)
    return {
      slug,
      name,
      ...(lang && { lang }),
      image,
      ...describePriceRange({ ...card, compareAtMinor: null }, language),
      ...(hasBrands && brand !== null && !foldText(name).includes(foldText(brand)) && { brand: cut(brand) }),
      ...(matched && matched.name !== '' && { variant: { key: matched.variant.key, name: cut(matched.name) } }),
      ...(number !== null && { number: cut(number) }),
    }
  })
}

/** Finds the variant whose number equals, begins with or contains the text. */
function matchCode(variants: readonly ProductVariant[], text: string): MatchedVariant | null {
  const numbers = variants.flatMap((variant) =>
    [variant.sku, variant.mpn, variant.gtin].flatMap((number) => {
      const code = number === null ? null : normaliseCode(number)
      return code === null ? [] : [{ variant, name: variant.optionValues.join(' / '), number, code }]
    }),
  )
  const whole = numbers.find(({ code }) => code === normaliseCode(text))
  if (whole) return whole
  const typed = [text, ...text.split(/\s+/)].map(normaliseCodePart).filter((code) => code !== null)
  for (const part of typed) {
    const found =
      numbers.find(({ code }) => code === part) ??
      numbers.find(({ code }) => code.startsWith(part)) ??
      (part.length >= INNER_CODE_MIN_LENGTH ? numbers.find(({ code }) => code.includes(part)) : undefined)
    if (found) return found
  }
  return null
}

/** Finds the first variant with the most typed words that the name lacks. */
function matchOptions(variants: readonly ProductVariant[], name: string, text: string): MatchedVariant | null {
  if (variants.length < 2) return null
  const nameWords = splitWords(name)
  const typed = splitWords(text).filter((prefix) => !hasPrefix(nameWords, prefix))
  let best: { readonly variant: ProductVariant; readonly name: string; readonly count: number } | null = null
  for (const variant of variants) {
    const values = variant.optionValues.map((value) => ({ value, words: splitWords(value) }))
    const count = typed.filter((prefix) => values.some(({ words }) => hasPrefix(words, prefix))).length
    if (count <= (best?.count ?? 0)) continue
    const matching = values.filter(({ words }) => typed.some((prefix) => hasPrefix(words, prefix)))
    best = { variant, name: matching.map(({ value }) => value).join(' / '), count }
  }
  return best && { ...best, number: null }
}

function hasPrefix(words: readonly string[], prefix: string): boolean {
  return words.some((word) => word === prefix || (prefix.length >= PREFIX_MIN_LENGTH && word.startsWith(prefix)))
}

function cut(text: string): string {
  return text.length > DETAIL_MAX_LENGTH ? `${text.slice(0, DETAIL_MAX_LENGTH - 1)}…` : text
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
