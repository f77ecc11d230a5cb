import { LISTING_PAGE_SIZE } from '../../../shared/constants.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'

/**
 * Counts the products on the current page of results that match all words of the search. They are listed before those
 * that match only some words.
 */
export function countMatchingAll({ items, total, query }: ShownListing): number {
  return Math.min(items.length, Math.max(0, total - (query.page - 1) * LISTING_PAGE_SIZE))
}
