import type { DatabaseSync } from 'node:sqlite'
import type { Product } from '../../../shared/catalog.ts'
import type { ListingSort } from '../../../shared/listing-query.ts'
import { buildCategoryTree, type CategoryProducts, type CategoryTree } from '../category-tree.ts'
import { IndexBuilder } from '../listing-index/index-builder.ts'
import { BLOBS, StaleIndexError, type IndexSource, type TermRow } from '../listing-index/index-storage.ts'
import { Queries, readCategories } from './queries.ts'
import { SqliteWriter } from './sqlite-writer.ts'

/** `id` breaks ties, so that no product stands on two pages. */
const ORDER_BY_SORT: Record<Exclude<ListingSort, 'relevance' | 'newest'>, string> = {
  featured: 'featured DESC, id',
  'price-asc': 'price_from_minor IS NULL, price_from_minor, id',
  'price-desc': 'price_from_minor IS NULL, price_from_minor DESC, id',
  name: 'sort_name, id',
}

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

/** Builds the first index of a database that was filled before there was one, however many processes open it at once. */
export function buildFirstListingTables(database: DatabaseSync): void {
  const queries = new Queries(database)
  if (readGeneration(queries) > 0) return
  database.exec('BEGIN IMMEDIATE')
  try {
    if (readGeneration(queries) === 0) {
      const writer = new SqliteWriter(database, { keepsUndo: false })
      for (const row of database.prepare('SELECT document FROM product').iterate()) writer.putIdentifiers(JSON.parse(String(row['document'])) as Product)
      rebuildListingTables(database)
    }
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
  database.exec(`DELETE FROM listing_blob WHERE generation < ${generation - 1}; DELETE FROM listing_term WHERE generation < ${generation - 1}`)
  const putBlob = database.prepare('INSERT INTO listing_blob (generation, name, bytes) VALUES (?, ?, ?)')
  const putTerm = database.prepare('INSERT INTO listing_term (generation, term, documents, postings) VALUES (?, ?, ?, ?)')
  const builder = new IndexBuilder(
    {
      putBlob: (name, bytes) => putBlob.run(generation, name, bytes),
      putTerm: ({ term, documents, postings }) => putTerm.run(generation, term, documents, postings),
    },
    readTreeWithoutCounts(queries),
  )
  const summary = addProducts(database, builder)
  builder.finish((sort) => listIds(database, sort))
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

function* listIds(database: DatabaseSync, sort: ListingSort): Generator<number> {
  const order = ORDER_BY_SORT[sort as keyof typeof ORDER_BY_SORT]
  for (const row of database.prepare(`SELECT id FROM product WHERE visibility = 'public' ORDER BY ${order}`).iterate()) yield Number(row['id'])
}

function readTreeWithoutCounts(queries: Queries): CategoryTree {
  return buildCategoryTree(readCategories(queries), new Map())
}

/** Reads one generation of the index. */
export function openIndexSource(queries: Queries, generation: number): IndexSource {
  return {
    generation,
    readBlob(name) {
      const row = queries.get('SELECT bytes FROM listing_blob WHERE generation = ? AND name = ?', generation, name)
      if (row) return row['bytes'] as Uint8Array
      // There are no terms of some lengths; of a generation that is there nothing else is missing.
      if (name.startsWith(BLOBS.terms(''))) return new Uint8Array()
      throw new StaleIndexError()
    },
    readTerm(term) {
      const rows = queries.all('SELECT term, documents, postings FROM listing_term WHERE generation = ? AND term = ? ORDER BY rowid', generation, term)
      return rows as unknown as TermRow[]
    },
    listTerms(prefix, limit) {
      const rows = queries.all(
        `SELECT term FROM listing_term WHERE generation = ? AND term >= ? AND term < ? GROUP BY term ORDER BY sum(documents) DESC, term LIMIT ?`,
        generation,
        prefix,
        `${prefix}\u{10ffff}`,
        limit,
      )
      return rows.map((row) => String(row['term']))
    },
    listCodeOwners(code, isWhole, limit) {
      const rows = queries.all(
        `SELECT DISTINCT id FROM product_identifier JOIN product USING (slug)
         WHERE kind = 'code' AND value >= ? AND value < ? AND visibility = 'public' ORDER BY value, id LIMIT ?`,
        code,
        isWhole ? `${code}\0` : `${code}\u{10ffff}`,
        limit,
      )
      return rows.map((row) => Number(row['id']))
    },
  }
}
