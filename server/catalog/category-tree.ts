import type { CatalogImage, Category, CategoryLink, CategoryNode } from '../../shared/catalog.ts'

/** Products of a category itself, without those of its subcategories. */
export interface CategoryProducts {
  readonly count: number
  /** Picture of one of these products. */
  readonly image: CatalogImage | null
}

interface CategoryPlace {
  readonly node: CategoryNode
  readonly ancestors: readonly CategoryLink[]
  /** Slugs of the category and of all categories below it. */
  readonly subtreeSlugs: readonly string[]
}

export interface CategoryTree {
  /** Top-level categories with public products. */
  readonly roots: readonly CategoryNode[]
  /** All categories by slug, including empty ones. */
  readonly places: ReadonlyMap<string, CategoryPlace>
}

/**
 * Builds the category tree; each node counts the products of its whole subtree.
 * @param categories categories in display order
 */
export function buildCategoryTree(
  categories: readonly Category[],
  productsBySlug: ReadonlyMap<string, CategoryProducts>,
): CategoryTree {
  const childrenByParent = Map.groupBy(categories, (category) => category.parentSlug)
  const places = new Map<string, CategoryPlace>()

  function place(category: Category, ancestors: readonly CategoryLink[]): CategoryPlace {
    const below = [...ancestors, { slug: category.slug, name: category.name }]
    const children = (childrenByParent.get(category.slug) ?? []).map((child) => place(child, below))
    const nodes = children.map((child) => child.node).filter((node) => node.productCount > 0)
    const own = productsBySlug.get(category.slug)
    const result: CategoryPlace = {
      ancestors,
      subtreeSlugs: [category.slug, ...children.flatMap((child) => child.subtreeSlugs)],
      node: {
        slug: category.slug,
        name: category.name,
        description: category.description,
        image: category.image ?? own?.image ?? nodes.find((node) => node.image)?.image ?? null,
        productCount: nodes.reduce((sum, node) => sum + node.productCount, own?.count ?? 0),
        children: nodes,
      },
    }
    places.set(category.slug, result)
    return result
  }

  const roots = (childrenByParent.get(null) ?? []).map((category) => place(category, []).node)
  return { roots: roots.filter((node) => node.productCount > 0), places }
}
