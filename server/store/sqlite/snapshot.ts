import type { Site } from '../../../shared/catalog.ts'
import type { Queries } from './queries.ts'
import { buildSnapshot, type Snapshot } from '../snapshot.ts'
import { readCategories, readDocument } from './documents.ts'
import { readGeneration, readSummaryBytes } from './listing-tables.ts'

export function readSnapshot(queries: Queries, revision: number): Snapshot {
  const generation = readGeneration(queries)
  return buildSnapshot({
    revision,
    generation,
    site: readDocument<Site>(queries.get('SELECT document FROM site')),
    categories: readCategories(queries),
    summary: readSummaryBytes(queries, generation),
  })
}
