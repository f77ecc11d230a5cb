import type { SQLInputValue } from 'node:sqlite'
import type { Product, ProductCard } from '../../../shared/catalog.ts'
import type { Queries } from './queries.ts'
import type { CategoryTree } from '../../catalog/category-tree.ts'
import type { StoredProductCard } from '../product-card.ts'

/** Reads cards with the names that their categories have now. */
export class ProductCards {
  readonly #queries: Queries
  readonly #tree: CategoryTree

  constructor(queries: Queries, tree: CategoryTree) {
    this.#queries = queries
    this.#tree = tree
  }

  /** @param condition the statement's part behind FROM, which names `product` */
  list(condition: string, ...values: SQLInputValue[]): ProductCard[] {
    return this.#queries.all(`SELECT card, category_slug FROM ${condition}`, ...values).map((row) => ({
      ...(JSON.parse(String(row['card'])) as StoredProductCard),
      categoryName: this.#tree.places.get(String(row['category_slug']))?.node.name ?? null,
    }))
  }

  /** The cards of some products, in their order. */
  listOf(ids: readonly number[]): ProductCard[] {
    return this.list(
      'json_each(?) AS wanted JOIN product ON product.id = wanted.value ORDER BY wanted.key',
      JSON.stringify(ids),
    )
  }

  /** Neighbours in a product's category, then in those beside it, then of its brand. */
  listRelated(product: Product, limit: number): ProductCard[] {
    const related = new Map<string, ProductCard>()
    const take = (condition: string, value: string) => {
      // Beginning behind the product itself, so that neighbours do not all name the same few.
      for (const side of ['>', '<='] as const) {
        if (related.size >= limit) return
        const cards = this.list(
          `product WHERE ${condition} AND visibility = 'public' AND id ${side} (SELECT id FROM product WHERE slug = ?) ORDER BY id LIMIT ?`,
          value,
          product.slug,
          limit + 1,
        )
        for (const card of cards) if (card.slug !== product.slug && related.size < limit) related.set(card.slug, card)
      }
    }
    if (product.categorySlug !== null) {
      take('category_slug = ?', product.categorySlug)
      const parent = this.#tree.places.get(product.categorySlug)?.ancestors.at(-1)?.slug
      const siblings = parent === undefined ? [] : (this.#tree.places.get(parent)?.subtreeSlugs ?? [])
      for (const sibling of siblings) take('category_slug = ?', sibling)
    }
    if (product.brand !== null) take('brand = ?', product.brand)
    return [...related.values()]
  }
}
