import { LISTING_PAGE_SIZE } from '../../shared/constants.ts'
import type { ListingQuery, ListingSort } from '../../shared/listing-query.ts'
import { hasBit, listBits, type Bits } from './bits.ts'
import type { BitsArena } from './bits-arena.ts'
import type { FoundProducts } from './find-products.ts'
import { BLOBS } from './index-storage.ts'
import { listBest, listFeaturedFirst } from './list-best.ts'
import type { ListingIndex } from './listing-index.ts'

/** Ids of the products on the page that is asked for, in its order. */
export async function listPage(
  index: ListingIndex,
  arena: BitsArena,
  { sort, page }: ListingQuery,
  found: FoundProducts,
): Promise<readonly number[]> {
  const from = (page - 1) * LISTING_PAGE_SIZE
  const to = Math.min(from + LISTING_PAGE_SIZE, found.total)
  if (from >= to) return []
  const ids = await index.readWords(BLOBS.ids)
  const ordinals = await listOrdinals(index, arena, sort, found, { from, to })
  return ordinals.map((ordinal) => ids[ordinal]!)
}

/** Places within what matches; `to` is exclusive. */
interface Range {
  readonly from: number
  readonly to: number
}

async function listOrdinals(
  index: ListingIndex,
  arena: BitsArena,
  sort: ListingSort,
  { matching, total, search }: FoundProducts,
  { from, to }: Range,
): Promise<readonly number[]> {
  switch (sort) {
    case 'newest':
      return listBits(matching, total - to, total - from).toReversed()
    case 'name':
    case 'price-asc':
    case 'price-desc':
      return takePage(await index.readWords(BLOBS.order(sort)), matching, { from, to, total })
    default: {
      const featured = await index.readWords(BLOBS.featured)
      return sort === 'relevance' && search
        ? listBest(arena, matching, search.ranking, featured, from, to)
        : listFeaturedFirst(arena, matching, featured, from, to)
    }
  }
}

/** Goes through an order from the end that is nearer. */
function takePage(
  order: Uint32Array,
  matching: Bits,
  { from, to, total }: Range & { readonly total: number },
): readonly number[] {
  const isBackwards = from > total / 2
  const [first, last] = isBackwards ? [total - to, total - from] : [from, to]
  const page: number[] = []
  for (let step = 0, place = 0; place < last; step++) {
    const ordinal = order[isBackwards ? order.length - 1 - step : step]!
    if (!hasBit(matching, ordinal)) continue
    if (place >= first) page.push(ordinal)
    place++
  }
  return isBackwards ? page.toReversed() : page
}
