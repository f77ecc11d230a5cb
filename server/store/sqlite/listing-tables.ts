import type { DatabaseSync } from 'node:sqlite'
import type { Product } from '../../../shared/catalog.ts'
import { Queries } from './queries.ts'
import { runTransaction } from './run-transaction.ts'
import { scanRows } from './scan-rows.ts'
import { buildCategoryTree } from '../../catalog/category-tree.ts'
import { IndexBuilder } from '../../search/build/index-builder.ts'
import type { IndexSource } from '../../search/index-storage.ts'
import { drawRevisionStep } from '../revision-step.ts'
import { SUMMARY_BLOB, SummaryBuilder } from '../product-summary.ts'
import { readCategories, readDocument } from './documents.ts'

const SHOWN_PRODUCTS = `
  SELECT id AS place, visibility, price_from_minor, price_to_minor, in_stock, remote_image_origins, document
  FROM product WHERE visibility <> 'hidden' AND id > ? ORDER BY id LIMIT ?`

export function readGeneration(queries: Queries): number {
  return Number(queries.get("SELECT value FROM meta WHERE key = 'listing-generation'")!['value'])
}

export function readSummaryBytes(queries: Queries, generation: number): Uint8Array | undefined {
  return readBlob(queries, generation, SUMMARY_BLOB)
}

/** Builds the index of a database that has none of the present kind, however many processes open it at once. */
export function buildFirstListingTables(database: DatabaseSync): void {
  const queries = new Queries(database)
  if (readGeneration(queries) > 0) return
  runTransaction(database, () => {
    if (readGeneration(queries) === 0) rebuildListingTables(queries)
  })
}

/** Builds what listings are answered from anew, within the transaction that changed the products. The generation before stays for its readers. */
export function rebuildListingTables(queries: Queries): void {
  const previous = readGeneration(queries)
  const generation = previous + drawRevisionStep()
  queries.run('DELETE FROM listing_blob WHERE generation < ?', previous)
  const putBlob = (name: string, bytes: Uint8Array) =>
    queries.run('INSERT INTO listing_blob (generation, name, bytes) VALUES (?, ?, ?)', generation, name, bytes)
  using builder = new IndexBuilder(buildCategoryTree(readCategories(queries), new Map()))
  const summary = addProducts(queries, builder)
  for (const { name, bytes } of builder.finish()) putBlob(name, bytes)
  putBlob(SUMMARY_BLOB, summary)
  queries.run("UPDATE meta SET value = ? WHERE key = 'listing-generation'", generation)
}

function addProducts(queries: Queries, builder: IndexBuilder): Buffer {
  const summary = new SummaryBuilder()
  for (const row of scanRows(queries, SHOWN_PRODUCTS, 0)) {
    summary.addOrigins(row['remote_image_origins'])
    if (row['visibility'] !== 'public') continue
    const product = readDocument<Product>(row)!
    builder.add({
      id: Number(row['place']),
      product,
      priceFromMinor: row['price_from_minor'] as number | null,
      priceToMinor: row['price_to_minor'] as number | null,
      isInStock: row['in_stock'] === 1,
    })
    summary.addPublic(product)
  }
  return summary.finish()
}

/** Reads one generation of the index. */
export function openIndexSource(queries: Queries, generation: number): IndexSource {
  return {
    generation,
    readBlob: (name) => readBlob(queries, generation, name),
  }
}

function readBlob(queries: Queries, generation: number, name: string): Uint8Array | undefined {
  return queries.get('SELECT bytes FROM listing_blob WHERE generation = ? AND name = ?', generation, name)?.[
    'bytes'
  ] as Uint8Array | undefined
}
