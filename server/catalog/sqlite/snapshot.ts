import type { CatalogImage, Category, Site } from '../../../shared/catalog.ts'
import { buildCategoryTree, type CategoryProducts, type CategoryTree } from '../category-tree.ts'
import { NEUTRAL_SITE } from '../neutral-site.ts'
import type { StoredProductCard } from '../product-card.ts'
import { readDocument, type Queries } from './queries.ts'

/** What many pages need and what changes only with the revision. */
export interface Snapshot {
  readonly revision: number
  readonly site: Site
  readonly tree: CategoryTree
  readonly remoteImageOrigins: readonly string[]
}

export function readSnapshot(queries: Queries, revision: number): Snapshot {
  const categories = queries
    .all('SELECT document FROM category ORDER BY position, rowid')
    .map((row) => readDocument<Category>(row)!)
  return {
    revision,
    site: readDocument<Site>(queries.get('SELECT document FROM site')) ?? NEUTRAL_SITE,
    tree: buildCategoryTree(categories, readCategoryProducts(queries)),
    remoteImageOrigins: queries
      .all(
        `SELECT DISTINCT origin.value AS origin FROM product, json_each(remote_image_origins) AS origin
         WHERE remote_image_origins IS NOT NULL AND visibility <> 'hidden' ORDER BY origin.value`,
      )
      .map((row) => String(row['origin'])),
  }
}

function readCategoryProducts(queries: Queries): Map<string, CategoryProducts> {
  const rows = queries.all(
    `SELECT category_slug, count(*) AS count, min(id) AS id FROM product
     WHERE visibility = 'public' AND category_slug IS NOT NULL GROUP BY category_slug`,
  )
  return new Map(
    rows.map((row) => {
      const card = queries.get('SELECT card FROM product WHERE id = ?', Number(row['id']))!
      const image: CatalogImage | null = (JSON.parse(String(card['card'])) as StoredProductCard).image
      return [String(row['category_slug']), { count: Number(row['count']), image }]
    }),
  )
}
