import type { SQLInputValue } from 'node:sqlite'
import type { ListingQuery, ListingSort } from '../../../shared/listing-query.ts'
import { toMinorUnits } from '../../../shared/money.ts'
import { foldText } from '../../../shared/slug.ts'

export interface SqlCondition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** Each further word of a search is another pass over the texts, and another statement to keep. */
const SEARCH_MAX_WORDS = 8

/** `id` breaks ties, so that no product stands on two pages. */
export const ORDER_BY_SORT: Record<ListingSort, string> = {
  featured: 'featured DESC, id',
  newest: 'id DESC',
  'price-asc': 'price_from_minor IS NULL, price_from_minor, id',
  'price-desc': 'price_from_minor IS NULL, price_from_minor DESC, id',
  name: 'sort_name, id',
}

/**
 * The part after WHERE for what a listing shows. Lists travel as one JSON value, so that there are few different statements.
 * @param currency of the site; prices in the address are in its major units
 * @param categorySlugs of the subtree that the listing is limited to
 * @param withBrands false leaves the brand filter out, to count what each brand would bring
 */
export function buildListingCondition(
  query: ListingQuery,
  currency: string,
  categorySlugs: readonly string[] | undefined,
  withBrands: boolean,
): SqlCondition {
  const parts = ["visibility = 'public'"]
  const values: SQLInputValue[] = []
  if (categorySlugs) {
    parts.push('category_slug IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(categorySlugs))
  }
  for (const word of foldText(query.search).split(/\s+/).filter(Boolean).slice(0, SEARCH_MAX_WORDS)) {
    parts.push("search_text LIKE ? ESCAPE '\\'")
    values.push(`%${word.replace(/[\\%_]/g, '\\$&')}%`)
  }
  if (withBrands && query.brands.length > 0) {
    parts.push('brand IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(query.brands))
  }
  if (query.inStock) parts.push('in_stock = 1')
  if (query.minPrice !== null) {
    parts.push('price_to_minor >= ?')
    values.push(toMinorUnits(query.minPrice, currency))
  }
  if (query.maxPrice !== null) {
    parts.push('price_from_minor <= ?')
    values.push(toMinorUnits(query.maxPrice, currency))
  }
  return { sql: parts.join(' AND '), values }
}
