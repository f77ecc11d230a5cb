import type { DatabaseSync } from 'node:sqlite'
import type { Product } from '../../../shared/catalog.ts'
import { buildCategoryTree, type CategoryProducts, type CategoryTree } from '../category-tree.ts'
import { IndexBuilder } from '../listing-index/index-builder.ts'
import type { IndexSource } from '../listing-index/index-storage.ts'
import { Queries, readCategories } from './queries.ts'

/** What many pages need of all products, worked out when they change. */
export interface ProductSummary {
  /** By the slug of their category. */
  readonly categories: readonly (readonly [string, CategoryProducts])[]
  readonly remoteImageOrigins: readonly string[]
}

const SUMMARY = 'summary'

export function readGeneration(queries: Queries): number {
  return Number(queries.get("SELECT value FROM meta WHERE key = 'listing-generation'")!['value'])
}

export function readSummary(queries: Queries, generation: number): ProductSummary {
  const row = queries.get('SELECT bytes FROM listing_blob WHERE generation = ? AND name = ?', generation, SUMMARY)
  return row ? (JSON.parse(Buffer.from(row['bytes'] as Uint8Array).toString('utf8')) as ProductSummary) : { categories: [], remoteImageOrigins: [] }
}

/** Builds the index of a database that has none of the present kind, however many processes open it at once. */
export function buildFirstListingTables(database: DatabaseSync): void {
  const queries = new Queries(database)
  if (readGeneration(queries) > 0) return
  database.exec('BEGIN IMMEDIATE')
  try {
    if (readGeneration(queries) === 0) rebuildListingTables(database)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
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
  putBlob.run(generation, SUMMARY, Buffer.from(JSON.stringify(summary)))
  queries.run("UPDATE meta SET value = ? WHERE key = 'listing-generation'", generation)
}

function addProducts(database: DatabaseSync, builder: IndexBuilder): ProductSummary {
  const categories = new Map<string, CategoryProducts>()
  const origins = new Set<string>()
  const rows = database
    .prepare(
      `SELECT id, visibility, price_from_minor, price_to_minor, in_stock, remote_image_origins, document
       FROM product WHERE visibility <> 'hidden' ORDER BY id`,
    )
    .iterate()
  for (const row of rows) {
    if (row['remote_image_origins'] !== null) for (const origin of JSON.parse(String(row['remote_image_origins'])) as string[]) origins.add(origin)
    if (row['visibility'] !== 'public') continue
    const product = JSON.parse(String(row['document'])) as Product
    builder.add({
      id: Number(row['id']),
      product,
      priceFromMinor: row['price_from_minor'] as number | null,
      priceToMinor: row['price_to_minor'] as number | null,
      isInStock: row['in_stock'] === 1,
    })
    if (product.categorySlug === null) continue
    const before = categories.get(product.categorySlug)
    categories.set(product.categorySlug, before ? { ...before, count: before.count + 1 } : { count: 1, image: product.images[0] ?? null })
  }
  return { categories: [...categories], remoteImageOrigins: [...origins].toSorted() }
}

function readTreeWithoutCounts(queries: Queries): CategoryTree {
  return buildCategoryTree(readCategories(queries), new Map())
}

/** Reads one generation of the index. */
export function openIndexSource(queries: Queries, generation: number): IndexSource {
  return {
    generation,
    readBlob: (name) => queries.get('SELECT bytes FROM listing_blob WHERE generation = ? AND name = ?', generation, name)?.['bytes'] as Uint8Array | undefined,
  }
}
