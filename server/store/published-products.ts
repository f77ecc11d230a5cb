import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { CatalogStore, IdRange, PublishedProduct } from './catalog-store.ts'

/** So many are read at once: a few milliseconds' work. */
const READ_AT_ONCE = 100

/** The public products of a range in parts, with room between them for whoever else asks for something. */
export async function* readPublished(
  store: CatalogStore,
  { firstId, lastId }: IdRange,
): AsyncGenerator<readonly PublishedProduct[]> {
  for (let next = firstId; next <= lastId;) {
    const products = await store.listPublished({ firstId: next, lastId }, READ_AT_ONCE)
    if (products.length > 0) yield products
    if (products.length < READ_AT_ONCE) return
    next = products.at(-1)!.id + 1
    await letOthersIn()
  }
}
