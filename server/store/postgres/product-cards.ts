import type { Product, ProductCard } from '../../../shared/catalog.ts'
import type { Connection, Row } from './connection.ts'
import type { CategoryTree } from '../../catalog/category-tree.ts'
import { StaleIndexError } from '../../search/index-storage.ts'
import type { StoredProductCard } from '../product-card.ts'

/** Reads cards with the names that their categories have now. */
export class ProductCards {
  readonly #reads: Pick<Connection, 'rows'>
  readonly #tree: CategoryTree

  constructor(reads: Pick<Connection, 'rows'>, tree: CategoryTree) {
    this.#reads = reads
    this.#tree = tree
  }

  /** @param text a statement that gives `card` and `category_slug` */
  async list(text: string, ...values: unknown[]): Promise<ProductCard[]> {
    return (await this.#reads.rows(text, ...values)).map((row) => this.#readCard(row))
  }

  /**
   * The cards of some products, in their order.
   * @param revision of the catalogue that the ids are from
   * @throws StaleIndexError where it is another one by now
   */
  async listOf(ids: readonly number[], revision: number): Promise<ProductCard[]> {
    if (ids.length === 0) return []
    const rows = await this.#reads.rows(
      `SELECT card, category_slug, (SELECT value FROM meta WHERE key = 'revision') AS revision
       FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place) JOIN product USING (id) ORDER BY place`,
      ids,
    )
    if (rows.some((row) => Number(row['revision']) !== revision)) throw new StaleIndexError()
    return rows.map((row) => this.#readCard(row))
  }

  /** Neighbours in a product's category, then in those beside it, then of its brand: one question, or two. */
  async listRelated(product: Product, limit: number): Promise<ProductCard[]> {
    const related: ProductCard[] = []
    if (product.categorySlug !== null) {
      const parent = this.#tree.places.get(product.categorySlug)?.ancestors.at(-1)?.slug
      const siblings = parent === undefined ? [] : (this.#tree.places.get(parent)?.subtreeSlugs ?? [])
      related.push(
        ...(await this.list(NEIGHBOURS, [...new Set([product.categorySlug, ...siblings])], product.slug, limit)),
      )
    }
    if (product.brand !== null && related.length < limit) {
      const taken = [product.slug, ...related.map(({ slug }) => slug)]
      related.push(...(await this.list(OF_BRAND, product.brand, product.slug, taken, limit - related.length)))
    }
    return related
  }

  #readCard(row: Row): ProductCard {
    return {
      ...(JSON.parse(String(row['card'])) as StoredProductCard),
      categoryName: this.#tree.places.get(String(row['category_slug']))?.node.name ?? null,
    }
  }
}

/** Those behind the product itself come first, so that neighbours do not all name the same few. */
const NEIGHBOURS = `
  WITH self AS (SELECT id FROM product WHERE slug = $2)
  SELECT card, found.category_slug FROM unnest($1::text[]) WITH ORDINALITY AS wanted (category_slug, place)
  CROSS JOIN LATERAL (
    (SELECT 1 AS side, id, card, category_slug FROM product
     WHERE category_slug = wanted.category_slug COLLATE "C" AND visibility = 'public' AND id > (SELECT id FROM self) ORDER BY id LIMIT $3)
    UNION ALL
    (SELECT 2, id, card, category_slug FROM product
     WHERE category_slug = wanted.category_slug COLLATE "C" AND visibility = 'public' AND id < (SELECT id FROM self) ORDER BY id LIMIT $3)
  ) AS found
  ORDER BY place, side, id LIMIT $3`

const OF_BRAND = `
  WITH self AS (SELECT id FROM product WHERE slug = $2)
  SELECT card, category_slug FROM (
    (SELECT 1 AS side, id, card, category_slug FROM product
     WHERE left(brand, 200) = left($1, 200) AND brand = $1 AND visibility = 'public' AND id > (SELECT id FROM self) AND slug <> ALL ($3) ORDER BY id LIMIT $4)
    UNION ALL
    (SELECT 2, id, card, category_slug FROM product
     WHERE left(brand, 200) = left($1, 200) AND brand = $1 AND visibility = 'public' AND id < (SELECT id FROM self) AND slug <> ALL ($3) ORDER BY id LIMIT $4)
  ) AS found
  ORDER BY side, id LIMIT $4`
