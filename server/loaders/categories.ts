import type { CategoryNode, Site } from '../../shared/catalog.ts'
import { CATEGORIES_SHOWN_MAX } from '../../shared/constants.ts'
import type { CategoryBranch, CategoryCard, CategoryGroup, CategoryTreeTile } from '../../shared/shown-catalog.ts'
import { messagesFor } from '../base/language.ts'
import { buildCardImage } from './cards.ts'

/** Heading of the names that do not begin with a letter. */
const NO_LETTER = '#'

/** Returns the main categories: the first ones in the owner's order or, if there is no order, those with the most products. */
export function chooseMainCategories(categories: readonly CategoryNode[]): readonly CategoryNode[] {
  if (categories.length <= CATEGORIES_SHOWN_MAX) return categories
  if (isOrdered(categories)) return categories.slice(0, CATEGORIES_SHOWN_MAX)
  const bySize = categories.toSorted((one, other) => other.productCount - one.productCount)
  const largest = new Set(bySize.slice(0, CATEGORIES_SHOWN_MAX))
  return categories.filter((category) => largest.has(category))
}

/** Builds the card of a category with its number of products. */
export function buildCategoryCard({ slug, name, image, productCount }: CategoryNode, locale: string): CategoryCard {
  return { slug, name, image: buildCardImage(image), count: messagesFor(locale).productCount(productCount) }
}

/** Builds the tile of a top-level category: with its whole tree or, if this exceeds `CATEGORIES_SHOWN_MAX`, its main children. */
export function buildTile(category: CategoryNode, locale: string): CategoryTreeTile {
  const { children, description } = category
  const isSmall = countBelow(category) <= CATEGORIES_SHOWN_MAX
  const branches = isSmall
    ? children.map((child) => buildBranch(child, locale))
    : buildLinks(chooseMainCategories(children), locale)
  return {
    ...buildCategoryCard(category, locale),
    description,
    branches,
    branchCount: branches.length < children.length ? children.length : 0,
  }
}

/** Builds links to categories, without links to their subcategories. */
export function buildLinks(categories: readonly CategoryNode[], locale: string): readonly CategoryBranch[] {
  return categories.map((category) => buildBranch({ ...category, children: [] }, locale))
}

/**
 * Groups categories under their first letters if they are sorted by name; categories in the owner's order form one
 * group.
 */
export function groupCategories(categories: readonly CategoryNode[], locale: Site['locale']): readonly CategoryGroup[] {
  if (isOrdered(categories)) return [{ heading: null, categories: buildLinks(categories, locale) }]
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
  const groups: { heading: string; categories: CategoryBranch[] }[] = []
  for (const category of buildLinks(categories, locale)) {
    const heading = findHeading(category.name, locale, compare)
    const last = groups.at(-1)
    if (last && compare(last.heading, heading) === 0) last.categories.push(category)
    else groups.push({ heading, categories: [category] })
  }
  return groups
}

function isOrdered(categories: readonly CategoryNode[]): boolean {
  return categories.some(({ position }) => position !== null)
}

function countBelow({ children }: CategoryNode): number {
  return children.reduce((count, child) => count + 1 + countBelow(child), 0)
}

function buildBranch({ slug, name, productCount, children }: CategoryNode, locale: string): CategoryBranch {
  return {
    slug,
    name,
    count: messagesFor(locale).formatCount(productCount),
    children: children.map((child) => buildBranch(child, locale)),
  }
}

/** Returns the first letter, without an accent unless the language sorts it as a letter of its own. */
function findHeading(name: string, locale: string, compare: (one: string, other: string) => number): string {
  const [first = ''] = name.trim().toLocaleUpperCase(locale)
  if (!/\p{L}/u.test(first)) return NO_LETTER
  const [plain = first] = first.normalize('NFD')
  return compare(plain, first) === 0 ? plain : first
}
