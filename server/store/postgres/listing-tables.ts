import type { Product } from '../../../shared/catalog.ts'
import type { Connection, Row } from './connection.ts'
import { buildCategoryTree } from '../../catalog/category-tree.ts'
import { IndexBuilder } from '../../search/build/index-builder.ts'
import type { IndexBlob, IndexSource } from '../../search/index-storage.ts'
import { drawRevisionStep } from '../revision-step.ts'
import { SUMMARY_BLOB, SummaryBuilder } from '../product-summary.ts'
import { readBytes, readCategories, readDocument, readNumber } from './documents.ts'

/** Products that are held at once while all are read. */
const SCAN_SIZE = 500

/** Bytes and parts of the index that one statement takes, unless a part alone is larger. */
const BATCH_BYTES = 4 * 2 ** 20
const BATCH_PARTS = 500

/** Builds what listings are answered from anew, within the transaction that changed the products. The generation before stays for its readers. */
export async function rebuildListingTables(connection: Connection): Promise<void> {
  const step = drawRevisionStep()
  const [row] = await connection.rows(
    "UPDATE meta SET value = value + $1 WHERE key = 'listing-generation' RETURNING value",
    step,
  )
  const generation = Number(row!['value'])
  await connection.run('DELETE FROM listing_blob WHERE generation < $1', generation - step)
  using builder = new IndexBuilder(buildCategoryTree(await readCategories(connection), new Map()))
  const summary = await addProducts(connection, builder)
  for (const parts of gatherParts(builder.finish())) await putParts(connection, generation, parts)
  await putParts(connection, generation, [{ name: SUMMARY_BLOB, bytes: summary }])
}

/** Reads one generation of the index. */
export function openIndexSource(reads: Pick<Connection, 'rows'>, generation: number): IndexSource {
  return {
    generation,
    async readBlob(name) {
      const [row] = await reads.rows(
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
  const read = (lastId: number) =>
    connection.rows(
      `SELECT id, visibility, price_from_minor, price_to_minor, in_stock, remote_image_origins, document
       FROM product WHERE visibility <> 'hidden' AND id > $1 ORDER BY id LIMIT ${SCAN_SIZE}`,
      lastId,
    )
  for (let rows = await read(0); rows.length > 0;) {
    // The database reads on while these are taken in.
    const next = rows.length < SCAN_SIZE ? Promise.resolve([]) : read(Number(rows.at(-1)!['id']))
    for (const row of rows) addProduct(row, builder, summary)
    rows = await next
  }
  return summary.finish()
}

function addProduct(row: Row, builder: IndexBuilder, summary: SummaryBuilder): void {
  summary.addOrigins(row['remote_image_origins'])
  if (row['visibility'] !== 'public') return
  const product = readDocument<Product>(row)!
  builder.add({
    id: Number(row['id']),
    product,
    priceFromMinor: readNumber(row['price_from_minor']),
    priceToMinor: readNumber(row['price_to_minor']),
    isInStock: row['in_stock'] as boolean,
  })
  summary.addPublic(product)
}

/** Many small parts at a time, large ones alone. */
function* gatherParts(parts: Iterable<IndexBlob>): Generator<readonly IndexBlob[]> {
  let [gathered, bytes]: [IndexBlob[], number] = [[], 0]
  for (const part of parts) {
    gathered.push(part)
    bytes += part.bytes.length
    if (bytes < BATCH_BYTES && gathered.length < BATCH_PARTS) continue
    yield gathered
    ;[gathered, bytes] = [[], 0]
  }
  if (gathered.length > 0) yield gathered
}

async function putParts(connection: Connection, generation: number, parts: readonly IndexBlob[]): Promise<void> {
  await connection.run(
    'INSERT INTO listing_blob (generation, name, bytes) SELECT $1, name, bytes FROM unnest($2::text[], $3::bytea[]) AS given (name, bytes)',
    generation,
    parts.map(({ name }) => name),
    parts.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
  )
}
