import type { Category, Site } from '../../../shared/catalog.ts'
import { SUMMARY_BLOB } from '../listed-products.ts'
import {
  ATTRIBUTE_ENTRIES,
  COMPANIES,
  readAttributeEntries,
  readCompanies,
  readDocument,
  readMetaValue,
} from '../rows.ts'
import { buildSnapshot, type Snapshot } from '../snapshot.ts'
import type { Queries } from './queries.ts'

/** Reads the snapshot of a revision. @throws HttpError 503 if the file cannot be read */
export function readSnapshot(queries: Queries, revision: number): Snapshot {
  const generation = readMetaValue(queries.get("SELECT value FROM meta WHERE key = 'listing-generation'"))
  const summary = queries.get(
    'SELECT bytes FROM listing_blob WHERE generation = ? AND name = ?',
    generation,
    SUMMARY_BLOB,
  )
  return buildSnapshot({
    revision,
    generation,
    site: readDocument<Site>(queries.get('SELECT document FROM site')),
    categories: queries
      .rows('SELECT document FROM category ORDER BY position, rowid')
      .map((row) => readDocument<Category>(row)),
    attributes: readAttributeEntries(queries.rows(ATTRIBUTE_ENTRIES)),
    companies: readCompanies(queries.rows(COMPANIES)),
    summary: summary?.['bytes'] as Uint8Array | undefined,
  })
}
