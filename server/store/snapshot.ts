import type { Category, Site } from '../../shared/catalog.ts'
import { buildCategoryTree, type CategoryTree } from '../catalog/category-tree.ts'
import { NEUTRAL_SITE } from '../catalog/neutral-site.ts'
import { readSummary } from './product-summary.ts'

/** What many pages need and what changes only with the revision. */
export interface Snapshot {
  readonly revision: number
  /** Of the index that listings are answered from. */
  readonly generation: number
  readonly site: Site
  readonly tree: CategoryTree
  readonly remoteImageOrigins: readonly string[]
}

/** What a store reads of one moment. */
interface StoredSnapshot extends Pick<Snapshot, 'revision' | 'generation'> {
  /** Undefined where the owner has put in none. */
  readonly site: Site | undefined
  /** In the order in which they are shown. */
  readonly categories: readonly Category[]
  /** Bytes of the summary's blob. */
  readonly summary: Uint8Array | undefined
}

export function buildSnapshot({
  revision,
  generation,
  site = NEUTRAL_SITE,
  categories,
  summary,
}: StoredSnapshot): Snapshot {
  const { categories: products, remoteImageOrigins } = readSummary(summary)
  return { revision, generation, site, tree: buildCategoryTree(categories, new Map(products)), remoteImageOrigins }
}
