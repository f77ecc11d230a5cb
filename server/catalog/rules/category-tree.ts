import type { CategoryLink, Product, StoredImage } from '../../../shared/catalog.ts'
import type { Category, CategoryNode } from '../category.ts'

export interface CategoryProducts {
  /** Number of public products in the category and its subcategories, each counted once. */
  readonly count: number
  /** A stored picture of a product in the category itself, not in a subcategory. */
  readonly image: StoredImage | null
}

export interface CategoryEntry {
  readonly node: CategoryNode
  readonly ancestors: readonly CategoryLink[]
  /** Slugs in the first language, from the top level to the category itself. */
  readonly pathSlugs: readonly string[]
  readonly subtreeSlugs: readonly string[]
  /** Settings that the category lacks come from the nearest ancestor that has them. */
  readonly settings: ListingSettings
}

type ListingSettings = Pick<Category, 'view' | 'columns' | 'prices'>

export interface CategoryTree {
  readonly roots: readonly CategoryNode[]
  /** All categories, also without products, by their slugs in the first language. */
  readonly bySlug: ReadonlyMap<string, CategoryEntry>
}

/** A category in the page's language; `slug` and `parentSlug` are those of the first language. */
interface ShownCategoryTexts extends Category {
  /** Slug in the page's language. */
  readonly address?: string
  readonly lang?: string
  readonly descriptionLang?: string
}

/** Returns the slug in the first language, by which products and filters name a category. */
export function mainSlugOf({ slug, mainSlug }: Pick<CategoryNode, 'slug' | 'mainSlug'>): string {
  return mainSlug ?? slug
}

/**
 * @param categories ordered by their positions
 * @param locale BCP 47 language tag by which names are sorted
 */
export function buildCategoryTree(
  categories: readonly ShownCategoryTexts[],
  productsBySlug: ReadonlyMap<string, CategoryProducts>,
  locale: string,
): CategoryTree {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const ordered = categories.filter(({ position }) => position !== null)
  const others = categories.filter(({ position }) => position === null)
  const sorted = [...ordered, ...others.toSorted((one, other) => compare(one.name, other.name))]
  const childrenByParent = Map.groupBy(sorted, (category) => category.parentSlug)
  const bySlug = new Map<string, CategoryEntry>()

  function addEntry(
    category: ShownCategoryTexts,
    ancestors: readonly CategoryLink[],
    above: readonly string[],
    inherited: ListingSettings,
  ): CategoryEntry {
    const settings = inheritSettings(category, inherited)
    const { name, address = category.slug, lang, descriptionLang, translations } = category
    const below = [...ancestors, { slug: address, name, ...(lang && { lang }) }]
    const pathSlugs = [...above, category.slug]
    const children = (childrenByParent.get(category.slug) ?? []).map((child) =>
      addEntry(child, below, pathSlugs, settings),
    )
    const nodes = children.map((child) => child.node).filter((node) => node.productCount > 0)
    const own = productsBySlug.get(category.slug)
    const entry: CategoryEntry = {
      ancestors,
      pathSlugs,
      settings,
      subtreeSlugs: [category.slug, ...children.flatMap((child) => child.subtreeSlugs)],
      node: {
        slug: address,
        name,
        description: category.description,
        position: category.position,
        image: category.image ?? own?.image ?? nodes.find((node) => node.image)?.image ?? null,
        productCount: own?.count ?? 0,
        children: nodes,
        ...(address !== category.slug && { mainSlug: category.slug }),
        ...(lang && { lang }),
        ...(descriptionLang && { descriptionLang }),
        ...(translations && { translations }),
      },
    }
    bySlug.set(category.slug, entry)
    return entry
  }

  const roots = (childrenByParent.get(null) ?? []).map((category) => addEntry(category, [], [], {}).node)
  return { roots: roots.filter((node) => node.productCount > 0), bySlug }
}

/** Lists the slugs of a product's categories, the main one first. */
export function listCategorySlugs({
  categorySlug,
  otherCategorySlugs = [],
}: Pick<Product, 'categorySlug' | 'otherCategorySlugs'>): readonly string[] {
  return categorySlug === null ? otherCategorySlugs : [categorySlug, ...otherCategorySlugs]
}

export function renameCategories(product: Product, rename: (slug: string) => string): Product {
  const { categorySlug, otherCategorySlugs } = product
  return {
    ...product,
    categorySlug: categorySlug && rename(categorySlug),
    ...(otherCategorySlugs && { otherCategorySlugs: otherCategorySlugs.map(rename) }),
  }
}

/** Lists the slugs of a product's categories and their ancestors; ancestors come first. */
export function listCategoriesAbove(product: Product, { bySlug }: CategoryTree): ReadonlySet<string> {
  const found = listCategorySlugs(product).flatMap((slug) => bySlug.get(slug) ?? [])
  return new Set(found.flatMap(({ pathSlugs }) => pathSlugs))
}

function inheritSettings(own: ListingSettings, inherited: ListingSettings): ListingSettings {
  const { view = inherited.view, columns = inherited.columns, prices = inherited.prices } = own
  return { ...(view && { view }), ...(columns && { columns }), ...(prices && { prices }) }
}

/** Lists the slugs of a product's main category, then of its siblings. */
export function listRelatedCategories({ categorySlug }: Product, tree: CategoryTree): readonly string[] {
  if (categorySlug === null) return []
  const parent = tree.bySlug.get(categorySlug)?.pathSlugs.at(-2)
  const siblings = parent === undefined ? undefined : tree.bySlug.get(parent)?.subtreeSlugs
  return [...new Set([categorySlug, ...(siblings ?? [])])]
}
