import type { CategoryNode } from '../../catalog/category.ts'
import type { CategoryBranch, CategoryCard, CategoryGroup, CategoryTreeTile } from '../../../shared/shown-catalog.ts'
import { messagesFor, type SiteLanguage } from '../../platform/language.ts'
import { buildCardImage } from './cards.ts'

/**
 * Maximum number of categories in menus, in the footer, on the home page and as tiles. It is divisible by two, three and four to
 * fill rows of tiles.
 */
export const CATEGORIES_SHOWN_MAX = 12

/** Heading of names that do not begin with a letter. */
const NO_LETTER = '#'

/** Returns the first categories in the owner's order or, without one, the largest. */
export function chooseMainCategories(categories: readonly CategoryNode[]): readonly CategoryNode[] {
  if (categories.length <= CATEGORIES_SHOWN_MAX) return categories
  if (isOrdered(categories)) return categories.slice(0, CATEGORIES_SHOWN_MAX)
  const bySize = categories.toSorted((one, other) => other.productCount - one.productCount)
  const largest = new Set(bySize.slice(0, CATEGORIES_SHOWN_MAX))
  return categories.filter((category) => largest.has(category))
}

export function buildCategoryCard(
  { slug, name, lang, image, productCount }: CategoryNode,
  language: SiteLanguage,
): CategoryCard {
  return {
    slug,
    name,
    ...(lang && { lang }),
    image: buildCardImage(image),
    count: messagesFor(language).productCount(productCount),
  }
}

/** The tile has the whole tree or, beyond `CATEGORIES_SHOWN_MAX`, the main children. */
export function buildTile(category: CategoryNode, language: SiteLanguage): CategoryTreeTile {
  const { children, description, descriptionLang } = category
  const isSmall = listNodes(children).length <= CATEGORIES_SHOWN_MAX
  const branches = isSmall
    ? children.map((child) => buildBranch(child, language))
    : buildLinks(chooseMainCategories(children), language)
  return {
    ...buildCategoryCard(category, language),
    description,
    ...(descriptionLang && { descriptionLang }),
    branches,
    allBranches: branches.length < children.length ? messagesFor(language).allOfSubcategories(children.length) : null,
  }
}

/** Leaves out subcategories. */
export function buildLinks(categories: readonly CategoryNode[], language: SiteLanguage): readonly CategoryBranch[] {
  return categories.map((category) => buildBranch({ ...category, children: [] }, language))
}

/** Categories sorted by name are grouped by first letter; those in the owner's order form one group. */
export function groupCategories(categories: readonly CategoryNode[], language: SiteLanguage): readonly CategoryGroup[] {
  if (isOrdered(categories)) return [{ heading: null, categories: buildLinks(categories, language) }]
  const { compare } = new Intl.Collator(language.locale, { sensitivity: 'base' })
  const groups: { heading: string; categories: CategoryBranch[] }[] = []
  for (const category of buildLinks(categories, language)) {
    const heading = findHeading(category.name, language.locale, compare)
    const last = groups.at(-1)
    if (last && compare(last.heading, heading) === 0) last.categories.push(category)
    else groups.push({ heading, categories: [category] })
  }
  return groups
}

/** Lists categories with all their subcategories. */
export function listNodes(nodes: readonly CategoryNode[]): readonly CategoryNode[] {
  return nodes.flatMap((node) => [node, ...listNodes(node.children)])
}

function isOrdered(categories: readonly CategoryNode[]): boolean {
  return categories.some(({ position }) => position !== null)
}

function buildBranch(
  { slug, name, lang, productCount, children }: CategoryNode,
  language: SiteLanguage,
): CategoryBranch {
  return {
    slug,
    name,
    ...(lang && { lang }),
    count: messagesFor(language).formatCount(productCount),
    children: children.map((child) => buildBranch(child, language)),
  }
}

/** Returns the first letter, without an accent unless it is a letter of its own in the language. */
function findHeading(name: string, locale: string, compare: (one: string, other: string) => number): string {
  const [first = ''] = name.trim().toLocaleUpperCase(locale)
  if (!/\p{L}/u.test(first)) return NO_LETTER
  const [plain = first] = first.normalize('NFD')
  return compare(plain, first) === 0 ? plain : first
}
