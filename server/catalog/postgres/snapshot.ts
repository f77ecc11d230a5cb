import type { Category, Site } from '../../../shared/catalog.ts'
import type { Connection } from '../../postgres/connection.ts'
import { buildCategoryTree, type CategoryProducts, type CategoryTree } from '../category-tree.ts'
import { NEUTRAL_SITE } from '../neutral-site.ts'

/** What many pages need of all products, worked out when they change. */
export interface ProductSummary {
  /** By the slug of their category. */
  readonly categories: readonly (readonly [string, CategoryProducts])[]
  readonly remoteImageOrigins: readonly string[]
}

/** Name of its blob beside those of the index. */
export const SUMMARY = 'summary'

/** What many pages need and what changes only with the revision. */
export interface Snapshot {
  readonly revision: number
  /** Of the index that listings are answered from. */
  readonly generation: number
  readonly site: Site
  readonly tree: CategoryTree
  readonly remoteImageOrigins: readonly string[]
}

/** One statement, so that all of it is of one moment. */
const SNAPSHOT = `
  SELECT revision.value AS revision, generation.value AS generation,
    (SELECT document FROM site) AS site,
    (SELECT bytes FROM listing_blob WHERE listing_blob.generation = generation.value AND name = '${SUMMARY}') AS summary,
    ARRAY(SELECT document FROM category ORDER BY position, id) AS categories
  FROM meta AS revision, meta AS generation WHERE revision.key = 'revision' AND generation.key = 'listing-generation'`

export async function readSnapshot(reads: Pick<Connection, 'rows'>): Promise<Snapshot> {
  const [row] = await reads.rows(SNAPSHOT)
  const { revision, generation, site, summary, categories } = row!
  const { categories: products, remoteImageOrigins } = readSummary(summary)
  const parsed = (categories as string[]).map((document) => JSON.parse(document) as Category)
  return {
    revision: Number(revision),
    generation: Number(generation),
    site: typeof site === 'string' ? (JSON.parse(site) as Site) : NEUTRAL_SITE,
    tree: buildCategoryTree(parsed, new Map(products)),
    remoteImageOrigins,
  }
}

function readSummary(bytes: unknown): ProductSummary {
  return Buffer.isBuffer(bytes) ? (JSON.parse(bytes.toString('utf8')) as ProductSummary) : { categories: [], remoteImageOrigins: [] }
}
