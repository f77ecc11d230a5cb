import { LISTING_PAGE_SIZE } from '../../../shared/constants.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'

/** Counts the rows of the page that match all words of the search. They come before those that match only some. */
export function countMatchingAll({ items, total, families, query }: ShownListing): number {
  const rows = families?.rows?.total ?? total
  return Math.min(items.length, Math.max(0, rows - (query.page - 1) * LISTING_PAGE_SIZE))
}
