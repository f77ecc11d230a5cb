import type { Category, Site } from '../../shared/catalog.ts'
import { buildCategoryTree, type CategoryTree } from '../catalog/category-tree.ts'
import { NEUTRAL_SITE } from '../catalog/neutral-site.ts'
import { readSummary } from './listed-products.ts'

/** Data that many pages need and that changes only with the revision. */
export interface Snapshot {
  readonly revision: number
  readonly generation: number
  readonly site: Site
  readonly tree: CategoryTree
  readonly remoteImageOrigins: readonly string[]
}

interface StoredSnapshot extends Pick<Snapshot, 'revision' | 'generation'> {
  /** The settings of the site; undefined before the first import. */
  readonly site: Site | undefined
  readonly categories: readonly Category[]
  /** The bytes of the summary blob; undefined before the first index is built. */
  readonly summary: Uint8Array | undefined
}

/** Builds the snapshot of one revision. A database without site settings gets the neutral ones. */
export function buildSnapshot({
  revision,
  generation,
  site = NEUTRAL_SITE,
  categories,
  summary,
}: StoredSnapshot): Snapshot {
  const { categories: products, remoteImageOrigins } = readSummary(summary)
  return {
    revision,
    generation,
    site,
    tree: buildCategoryTree(categories, new Map(products), site.locale),
    remoteImageOrigins,
  }
}
