import type { DatabaseSync } from 'node:sqlite'
import type { Category, Site } from '../../../shared/catalog.ts'
import { buildCategoryTree } from '../../catalog/category-tree.ts'
import { IndexBuilder } from '../../search/build/index-builder.ts'
import type { IndexSource } from '../../search/index.ts'
import { addListedProduct, LISTED_PRODUCTS, SUMMARY_BLOB, SummaryBuilder } from '../listed-products.ts'
import { randomRevisionStep } from '../revision-step.ts'
import { readDocument } from '../rows.ts'
import { buildSnapshot, type Snapshot } from '../snapshot.ts'
import { Queries, scanRows } from './queries.ts'
import { SQLITE_DIALECT } from './sqlite-dialect.ts'
import { runTransaction } from './transaction.ts'

/** Builds the index if the database has none of the present format. Several processes may call this at the same time. */
export function buildFirstListingTables(database: DatabaseSync): void {
  const queries = new Queries(database)
  if (readGeneration(queries) > 0) return
  runTransaction(database, () => {
    if (readGeneration(queries) === 0) rebuildListingTables(queries)
  })
}

/**
 * Builds a new generation of the listings' index. Call it within the transaction that changed the products. The previous
 * generation is kept for requests that still read it.
 */
export function rebuildListingTables(queries: Queries): void {
  const previous = readGeneration(queries)
  const generation = previous + randomRevisionStep()
  queries.run('DELETE FROM listing_blob WHERE generation < ?', previous)
  const putBlob = (name: string, bytes: Uint8Array) =>
    queries.run('INSERT INTO listing_blob (generation, name, bytes) VALUES (?, ?, ?)', generation, name, bytes)
  using builder = new IndexBuilder(buildCategoryTree(readCategories(queries), new Map()))
  const summary = new SummaryBuilder()
  for (const row of scanRows(queries, LISTED_PRODUCTS, 0)) addListedProduct(row, builder, summary)
  for (const { name, bytes } of builder.finish()) putBlob(name, bytes)
  putBlob(SUMMARY_BLOB, summary.finish())
  queries.run("UPDATE meta SET value = ? WHERE key = 'listing-generation'", generation)
}

export function openIndexSource(queries: Queries, generation: number): IndexSource {
  return {
    generation,
    readBlob: (name) => readBlob(queries, generation, name),
  }
}

export function readSnapshot(queries: Queries, revision: number): Snapshot {
  const generation = readGeneration(queries)
  return buildSnapshot({
    revision,
    generation,
    site: readDocument<Site>(queries.get('SELECT document FROM site')),
    categories: readCategories(queries),
    summary: readBlob(queries, generation, SUMMARY_BLOB),
  })
}

function readGeneration(queries: Queries): number {
  return Number(queries.get("SELECT value FROM meta WHERE key = 'listing-generation'")!['value'])
}

function readCategories(queries: Queries): Category[] {
  return queries.all(SQLITE_DIALECT.listCategories).map((row) => JSON.parse(String(row['document'])) as Category)
}

function readBlob(queries: Queries, generation: number, name: string): Uint8Array | undefined {
  return queries.get('SELECT bytes FROM listing_blob WHERE generation = ? AND name = ?', generation, name)?.[
    'bytes'
  ] as Uint8Array | undefined
}
