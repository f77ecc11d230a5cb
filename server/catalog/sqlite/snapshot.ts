import type { Site } from '../../../shared/catalog.ts'
import { buildCategoryTree, type CategoryTree } from '../category-tree.ts'
import { NEUTRAL_SITE } from '../neutral-site.ts'
import { readGeneration, readSummary } from './listing-tables.ts'
import { readCategories, readDocument, type Queries } from './queries.ts'

/** What many pages need and what changes only with the revision. */
export interface Snapshot {
  readonly revision: number
  /** Of the index that listings are answered from. */
  readonly generation: number
  readonly site: Site
  readonly tree: CategoryTree
  readonly remoteImageOrigins: readonly string[]
}

export function readSnapshot(queries: Queries, revision: number): Snapshot {
  const generation = readGeneration(queries)
  const summary = readSummary(queries, generation)
  return {
    revision,
    generation,
    site: readDocument<Site>(queries.get('SELECT document FROM site')) ?? NEUTRAL_SITE,
    tree: buildCategoryTree(readCategories(queries), new Map(summary.categories)),
    remoteImageOrigins: summary.remoteImageOrigins,
  }
}
