import { LISTING_PAGE_SIZE } from '../../../shared/constants.ts'
import type { ListingQuery } from '../../../shared/listing-query.ts'
import { hasBit, type Bits } from './bits.ts'
import type { FoundProducts } from './find-products.ts'
import { BLOBS } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'
import { listByScore } from './search-words.ts'

/** Ids of the products on the page that is asked for, in its order. */
export async function listPage(index: ListingIndex, query: ListingQuery, { matching, search }: FoundProducts): Promise<readonly number[]> {
  const from = (query.page - 1) * LISTING_PAGE_SIZE
  const to = from + LISTING_PAGE_SIZE
  const ids = await index.readWords(BLOBS.ids)
  const ordinals =
    query.sort === 'relevance' && search
      ? listByScore({ matching, scores: search.scores }, await index.readWords(BLOBS.order('featured')), from, to)
      : query.sort === 'newest'
        ? takePage(descending(ids.length), matching, from, to)
        : takePage(await index.readWords(BLOBS.order(query.sort === 'relevance' ? 'featured' : query.sort)), matching, from, to)
  return ordinals.map((ordinal) => ids[ordinal]!)
}

function takePage(order: Iterable<number>, matching: Bits, from: number, to: number): readonly number[] {
  const page: number[] = []
  let place = 0
  for (const ordinal of order) {
    if (!hasBit(matching, ordinal)) continue
    if (place >= from) page.push(ordinal)
    if (++place >= to) break
  }
  return page
}

function* descending(count: number): Generator<number> {
  for (let ordinal = count - 1; ordinal >= 0; ordinal--) yield ordinal
}
