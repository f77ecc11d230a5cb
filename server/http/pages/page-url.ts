import { isListingKey, readListingQuery, writeListingQuery } from '../../../shared/listing-query.ts'
import { ROUTES, type RouteMatch } from '../../../shared/routes.ts'
import { isSlug } from '../../../shared/slug.ts'

/** The path of a page in one spelling: `/products/%6doon-jar` and `/products/moon-jar` are the same page. */
export function canonicalPathname({ name, params }: RouteMatch): string {
  return ROUTES[name].path.replace(/:(\w+)/g, (_parameter, key: string) => encodeURIComponent(params[key]!))
}

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
      return keep(params, ['variant'])
    case 'contact':
      return params.has('reference') || params.has('sent') ? null : keep(params, ['product', 'variant'])
    case 'widgets':
      // A page for developers, whose examples follow queries of their own.
      return null
    default:
      return ''
  }
}

/**
 * The query that a listing's address should have: what the listing follows in its order, each once and only where it says
 * something; behind it what it does not know, such as the marks of a campaign. So crawlers meet each list under one address
 * (formats.md, section 8).
 * @returns undefined where the address has it already, and for all other pages
 */
export function orderListingSearch({ name }: RouteMatch, search: string): string | undefined {
  if (search === '' || (name !== 'products' && name !== 'category-category')) return undefined
  const params = new URLSearchParams(search)
  const ordered = writeListingQuery(readListingQuery(params))
  const known = new URLSearchParams([...params].filter(([key]) => isListingKey(key))).toString()
  if (known === ordered.slice(1)) return undefined
  const others = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && ![...new URLSearchParams(part).keys()].some(isListingKey))
  const parts = [...(ordered ? [ordered.slice(1)] : []), ...others]
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function keep(params: URLSearchParams, keys: readonly string[]): string {
  const kept = keys.flatMap((key): [string, string][] => {
    const value = params.get(key)
    return value !== null && isSlug(value) ? [[key, value]] : []
  })
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}
