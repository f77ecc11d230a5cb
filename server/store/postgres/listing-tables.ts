import type { Category } from '../../../shared/catalog.ts'
import { buildCategoryTree } from '../../catalog/category-tree.ts'
import { IndexBuilder } from '../../search/build/index-builder.ts'
import type { IndexBlob, IndexSource } from '../../search/index.ts'
import { addListedProduct, LISTED_PRODUCTS, SUMMARY_BLOB, SummaryBuilder } from '../listed-products.ts'
import { randomRevisionStep } from '../revision-step.ts'
import { readBytes } from '../rows.ts'
import type { Connection } from './connection.ts'
import { POSTGRES_DIALECT } from './postgres-dialect.ts'

const SCAN_BATCH_ROWS = 500

/** Limits of one INSERT; a single blob may be larger. */
const INSERT_MAX_BYTES = 4 * 2 ** 20
const INSERT_MAX_BLOBS = 500

/**
 * Builds a new generation of the listings' index. Call it within the transaction that changed the products. The previous
 * generation is kept for requests that still read it.
 */
export async function rebuildListingTables(connection: Connection): Promise<void> {
  const step = randomRevisionStep()
  const [row] = await connection.rows(
    "UPDATE meta SET value = value + $1 WHERE key = 'listing-generation' RETURNING value",
    step,
  )
  const generation = Number(row!['value'])
  await connection.run('DELETE FROM listing_blob WHERE generation < $1', generation - step)
  const categories = await connection.rows(POSTGRES_DIALECT.listCategories)
  const tree = buildCategoryTree(
    categories.map((category) => JSON.parse(String(category['document'])) as Category),
    new Map(),
  )
  using builder = new IndexBuilder(tree)
  const summary = await addProducts(connection, builder)
  for (const blobs of batchBlobs(builder.finish())) await putBlobs(connection, generation, blobs)
  await putBlobs(connection, generation, [{ name: SUMMARY_BLOB, bytes: summary }])
}

export function openIndexSource(connection: Pick<Connection, 'rows'>, generation: number): IndexSource {
  return {
    generation,
    async readBlob(name) {
      const [row] = await connection.rows(
        'SELECT bytes FROM listing_blob WHERE generation = $1 AND name = $2',
        generation,
        name,
      )
      return row && readBytes(row['bytes'])
    },
  }
}

async function addProducts(connection: Connection, builder: IndexBuilder): Promise<Buffer> {
  const summary = new SummaryBuilder()
  const read = (lastId: number) => connection.rows(LISTED_PRODUCTS, lastId, SCAN_BATCH_ROWS)
  for (let rows = await read(0); rows.length > 0;) {
    // The server reads the next batch while this one is added to the index.
    const next = rows.length < SCAN_BATCH_ROWS ? Promise.resolve([]) : read(Number(rows.at(-1)!['place']))
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
