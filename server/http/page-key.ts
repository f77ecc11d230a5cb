import { readListingQuery, writeListingQuery } from '../../shared/listing-query.ts'
import type { RouteMatch } from '../../shared/routes.ts'
import { isSlug } from '../../shared/slug.ts'

/**
 * The part of a query that a page follows, in one spelling: keys that it does not know are dropped, those that it knows stand
 * in their order. Two addresses with the same path and the same answer here have the same page.
 * @returns null where the page is for one visitor alone
 */
export function canonicalSearch({ name }: RouteMatch, search: string): string | null {
  if (search === '') return ''
  const params = new URLSearchParams(search)
  switch (name) {
    case 'products':
    case 'category-category':
      return writeListingQuery(readListingQuery(params))
    case 'products-product':
      return keep(params, 'variant')
    case 'contact':
      return params.has('reference') || params.has('sent') ? null : keep(params, 'product')
    default:
      return ''
  }
}

function keep(params: URLSearchParams, key: string): string {
  const value = params.get(key)
  return value !== null && isSlug(value) ? `?${new URLSearchParams({ [key]: value })}` : ''
}
