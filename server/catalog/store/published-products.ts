import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CatalogPages, IdRange } from './catalog-pages.ts'
import type { StoredProduct } from './catalog-reader.ts'

/** Reading a batch takes a few milliseconds. */
const BATCH_SIZE = 100

/**
 * Reads public products in batches, between which other requests can run.
 * @throws HttpError 503 if the database is unavailable
 */
export async function* readPublishedInBatches(
  store: CatalogPages,
  { firstId, lastId }: IdRange,
): AsyncGenerator<readonly StoredProduct[]> {
  for (let next = firstId; next <= lastId;) {
    const products = await store.listPublished({ firstId: next, lastId }, BATCH_SIZE)
    if (products.length > 0) yield products
    if (products.length < BATCH_SIZE) return
    next = products.at(-1)!.id + 1
    await yieldToEventLoop()
  }
}
