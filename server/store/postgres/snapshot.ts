import type { Category, Site } from '../../../shared/catalog.ts'
import type { Connection } from './connection.ts'
import { SUMMARY_BLOB } from '../product-summary.ts'
import { buildSnapshot, type Snapshot } from '../snapshot.ts'

/** One statement, so that all of it is of one moment. */
const SNAPSHOT = `
  SELECT revision.value AS revision, generation.value AS generation,
    (SELECT document FROM site) AS site,
    (SELECT bytes FROM listing_blob WHERE listing_blob.generation = generation.value AND name = '${SUMMARY_BLOB}') AS summary,
    ARRAY(SELECT document FROM category ORDER BY position, id) AS categories
  FROM meta AS revision, meta AS generation WHERE revision.key = 'revision' AND generation.key = 'listing-generation'`

export async function readSnapshot(reads: Pick<Connection, 'rows'>): Promise<Snapshot> {
  const [row] = await reads.rows(SNAPSHOT)
  const { revision, generation, site, summary, categories } = row!
  return buildSnapshot({
    revision: Number(revision),
    generation: Number(generation),
    site: typeof site === 'string' ? (JSON.parse(site) as Site) : undefined,
    categories: (categories as string[]).map((document) => JSON.parse(document) as Category),
    summary: Buffer.isBuffer(summary) ? summary : undefined,
  })
}
