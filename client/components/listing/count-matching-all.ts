import { LISTING_PAGE_SIZE } from '../../../shared/constants.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'

/** Counts the products of the shown page that match all words of the search; those that match some follow them. */
export function countMatchingAll({ items, total, query }: ShownListing): number {
  return Math.min(items.length, Math.max(0, total - (query.page - 1) * LISTING_PAGE_SIZE))
}
