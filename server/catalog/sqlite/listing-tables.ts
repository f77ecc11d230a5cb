import type { DatabaseSync } from 'node:sqlite'
import type { Product } from '../../../shared/catalog.ts'
import { buildCategoryTree, type CategoryTree } from '../category-tree.ts'
import { IndexBuilder } from '../listing-index/index-builder.ts'
import type { IndexSource } from '../listing-index/index-storage.ts'
import { SUMMARY_BLOB, SummaryBuilder } from '../product-summary.ts'
import { Queries, readCategories } from './queries.ts'
import { runTransaction } from './transaction.ts'

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
    if (readGeneration(queries) === 0) rebuildListingTables(database)
  })
}

/** Builds what listings are answered from anew, within the transaction that changed the products. The generation before stays for its readers. */
export function rebuildListingTables(database: DatabaseSync): void {
  const queries = new Queries(database)
  const generation = readGeneration(queries) + 1
  database.exec(`DELETE FROM listing_blob WHERE generation < ${generation - 1}`)
  const putBlob = database.prepare('INSERT INTO listing_blob (generation, name, bytes) VALUES (?, ?, ?)')
  using builder = new IndexBuilder(readTreeWithoutCounts(queries))
  const summary = addProducts(database, builder)
  for (const { name, bytes } of builder.finish()) putBlob.run(generation, name, bytes)
  putBlob.run(generation, SUMMARY_BLOB, summary)
  queries.run("UPDATE meta SET value = ? WHERE key = 'listing-generation'", generation)
}

function addProducts(database: DatabaseSync, builder: IndexBuilder): Buffer {
  const summary = new SummaryBuilder()
  const rows = database
    .prepare(
      `SELECT id, visibility, price_from_minor, price_to_minor, in_stock, remote_image_origins, document
       FROM product WHERE visibility <> 'hidden' ORDER BY id`,
    )
    .iterate()
  for (const row of rows) {
    summary.addOrigins(row['remote_image_origins'])
    if (row['visibility'] !== 'public') continue
    const product = JSON.parse(String(row['document'])) as Product
    builder.add({
      id: Number(row['id']),
      product,
      priceFromMinor: row['price_from_minor'] as number | null,
      priceToMinor: row['price_to_minor'] as number | null,
      isInStock: row['in_stock'] === 1,
    })
    summary.addPublic(product)
  }
  return summary.finish()
}

function readTreeWithoutCounts(queries: Queries): CategoryTree {
  return buildCategoryTree(readCategories(queries), new Map())
}

/** Reads one generation of the index. */
export function openIndexSource(queries: Queries, generation: number): IndexSource {
  return {
    generation,
    readBlob: (name) => readBlob(queries, generation, name),
  }
}

function readBlob(queries: Queries, generation: number, name: string): Uint8Array | undefined {
  return queries.get('SELECT bytes FROM listing_blob WHERE generation = ? AND name = ?', generation, name)?.['bytes'] as Uint8Array | undefined
}
