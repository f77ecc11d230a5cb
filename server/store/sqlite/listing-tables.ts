import type { DatabaseSync } from 'node:sqlite'
import type { Category, Site } from '../../../shared/catalog.ts'
import { NEUTRAL_SITE } from '../../catalog/neutral-site.ts'
import { buildCategoryTree } from '../../catalog/category-tree.ts'
import { IndexBuilder } from '../../search/build/index-builder.ts'
import { addListedProduct, LISTED_PRODUCTS, SUMMARY_BLOB, SummaryBuilder } from '../listed-products.ts'
import { randomRevisionStep } from '../revision-step.ts'
import { listAttributeRules } from '../../catalog/attribute-entries.ts'
import {
  ATTRIBUTE_ENTRIES,
  readAttributeEntries,
  readDocument,
  readMetaValue,
  readSynonyms,
  SYNONYMS,
} from '../rows.ts'
import { buildSnapshot, type Snapshot } from '../snapshot.ts'
import { Queries, scanRows } from './queries.ts'
import { runTransaction } from './transaction.ts'

/**
 * Builds the search index, unless the database has one in the current format. Several processes may call this at the same time.
 */
export function buildFirstListingTables(database: DatabaseSync): void {
  const queries = new Queries(database)
  if (readGeneration(queries) > 0) return
  runTransaction(database, () => {
    if (readGeneration(queries) === 0) rebuildListingTables(queries)
  })
}

/**
 * Builds a new generation of the search index. Call it within the transaction that changed the products. The previous
 * generation is kept for requests that still read it.
 */
export function rebuildListingTables(queries: Queries): void {
  const previous = readGeneration(queries)
  const generation = previous + randomRevisionStep()
  queries.run('DELETE FROM listing_blob WHERE generation < ?', previous)
  const putBlob = (name: string, bytes: Uint8Array) =>
    queries.run('INSERT INTO listing_blob (generation, name, bytes) VALUES (?, ?, ?)', generation, name, bytes)
  const { locale } = readSite(queries)
  const rules = listAttributeRules(readAttributeEntries(queries.rows(ATTRIBUTE_ENTRIES)))
  const tree = buildCategoryTree(readCategories(queries), new Map(), locale)
  using builder = new IndexBuilder(tree, locale, { rules })
  const summary = new SummaryBuilder(tree)
  for (const row of scanRows(queries, LISTED_PRODUCTS, 0)) addListedProduct(row, builder, summary)
  for (const { name, bytes } of builder.finish(readSynonyms(queries.rows(SYNONYMS)))) putBlob(name, bytes)
  putBlob(SUMMARY_BLOB, summary.finish())
  queries.run("UPDATE meta SET value = ? WHERE key = 'listing-generation'", generation)
}

/** Reads the snapshot of a revision. @throws HttpError 503 if the file cannot be read */
export function readSnapshot(queries: Queries, revision: number): Snapshot {
  const generation = readGeneration(queries)
  const summary = queries.get(
    'SELECT bytes FROM listing_blob WHERE generation = ? AND name = ?',
    generation,
    SUMMARY_BLOB,
  )
  return buildSnapshot({
    revision,
    generation,
    site: readSite(queries),
    categories: readCategories(queries),
    summary: summary?.['bytes'] as Uint8Array | undefined,
  })
}

function readGeneration(queries: Queries): number {
  return readMetaValue(queries.get("SELECT value FROM meta WHERE key = 'listing-generation'"))
}

function readSite(queries: Queries): Site {
  return readDocument<Site>(queries.get('SELECT document FROM site')) ?? NEUTRAL_SITE
}

function readCategories(queries: Queries): Category[] {
  return queries
    .rows('SELECT document FROM category ORDER BY position, rowid')
    .map((row) => readDocument<Category>(row))
}
