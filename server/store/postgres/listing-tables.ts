import type { Category, Site } from '../../../shared/catalog.ts'
import { NEUTRAL_SITE } from '../../catalog/neutral-site.ts'
import { buildCategoryTree } from '../../catalog/category-tree.ts'
import { IndexBuilder } from '../../search/build/index-builder.ts'
import type { IndexBlob } from '../../search/index.ts'
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
import type { Connection } from './connection.ts'

const SCAN_BATCH_ROWS = 500

/** Limits of the blobs in one INSERT; a single blob may be larger. */
const INSERT_MAX_BYTES = 4 * 2 ** 20
const INSERT_MAX_BLOBS = 500

/**
 * Builds a new generation of the search index. Call it within the transaction that changed the products. The previous
 * generation is kept for requests that still read it.
 */
export async function rebuildListingTables(connection: Connection): Promise<void> {
  const step = randomRevisionStep()
  const [row] = await connection.rows(
    "UPDATE meta SET value = value + $1 WHERE key = 'listing-generation' RETURNING value",
    step,
  )
  const generation = readMetaValue(row)
  await connection.run('DELETE FROM listing_blob WHERE generation < $1', generation - step)
  const categories = await connection.rows('SELECT document FROM category ORDER BY position, id')
  const [site] = await connection.rows('SELECT document FROM site')
  const { locale } = readDocument<Site>(site) ?? NEUTRAL_SITE
  const tree = buildCategoryTree(
    categories.map((row) => readDocument<Category>(row)),
    new Map(),
    locale,
  )
  const rules = listAttributeRules(readAttributeEntries(await connection.rows(ATTRIBUTE_ENTRIES)))
  using builder = new IndexBuilder(tree, locale, { rules })
  const summary = await addProducts(connection, builder, new SummaryBuilder(tree))
  const synonyms = readSynonyms(await connection.rows(SYNONYMS))
  for (const blobs of batchBlobs(builder.finish(synonyms))) await putBlobs(connection, generation, blobs)
  await putBlobs(connection, generation, [{ name: SUMMARY_BLOB, bytes: summary }])
}

async function addProducts(connection: Connection, builder: IndexBuilder, summary: SummaryBuilder): Promise<Buffer> {
  const read = (lastId: number) => connection.rows(LISTED_PRODUCTS, lastId, SCAN_BATCH_ROWS)
  for (let rows = await read(0); rows.length > 0;) {
    // PostgreSQL reads the next batch while this one is added to the index.
    const next = rows.length < SCAN_BATCH_ROWS ? Promise.resolve([]) : read(Number(rows.at(-1)?.['place']))
    for (const row of rows) addListedProduct(row, builder, summary)
    rows = await next
  }
  return summary.finish()
}

function* batchBlobs(blobs: Iterable<IndexBlob>): Generator<readonly IndexBlob[]> {
  let [batch, bytes]: [IndexBlob[], number] = [[], 0]
  for (const blob of blobs) {
    batch.push(blob)
    bytes += blob.bytes.length
    if (bytes < INSERT_MAX_BYTES && batch.length < INSERT_MAX_BLOBS) continue
    yield batch
    ;[batch, bytes] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

async function putBlobs(connection: Connection, generation: number, blobs: readonly IndexBlob[]): Promise<void> {
  await connection.run(
    'INSERT INTO listing_blob (generation, name, bytes) SELECT $1, name, bytes FROM unnest($2::text[], $3::bytea[]) AS given (name, bytes)',
    generation,
    blobs.map(({ name }) => name),
    blobs.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
  )
}
