import type { Category } from '../../../../shared/catalog.ts'
import type { Site } from '../../../../shared/site.ts'
import { SUMMARY_BLOB } from '../listed-products.ts'
import { type CatalogLists, type ListKind, readListRow, selectList } from '../catalog-lists.ts'
import { readDocument, readMetaValue } from '../rows.ts'
import { buildSnapshot, type Snapshot } from '../snapshot.ts'
import type { Queries } from './queries.ts'

/** @throws HttpError 503 if the file cannot be read */
export function readSnapshot(queries: Queries, revision: number): Snapshot {
  const generation = readMetaValue(queries.get("SELECT value FROM meta WHERE key = 'listing-generation'"))
  const summary = queries.get(
    'SELECT bytes FROM listing_blob WHERE generation = ? AND name = ?',
    generation,
    SUMMARY_BLOB,
  )
  const readList = <Kind extends ListKind>(kind: Kind): CatalogLists[Kind] =>
    readListRow<Kind>(queries.get(selectList(kind)))
  return buildSnapshot({
    revision,
    generation,
    site: readDocument<Site>(queries.get('SELECT document FROM site')),
    categories: queries
      .rows('SELECT document FROM category ORDER BY position, rowid')
      .map((row) => readDocument<Category>(row)),
    attributes: readList('attributes'),
    companies: readList('companies'),
    summary: summary?.['bytes'] as Uint8Array | undefined,
  })
}
