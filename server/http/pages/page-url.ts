import { COMPARE_KEY, readComparison, writeComparison } from '../../../shared/comparison.ts'
import { COMPARED_MAX } from '../../../shared/constants.ts'
import { ITEM_PARAMETER } from '../../../shared/enquiry-items.ts'
import { isListingKey } from '../../../shared/listing-keys.ts'
import { readListingQuery, writeListingQuery } from '../../../shared/listing-query.ts'
import { ROUTES, type RouteMatch } from '../../../shared/routes.ts'
import { isSlug } from '../../../shared/slug.ts'
import { readPayloadPath } from '../../../shared/urls.ts'
import { convertLimits } from '../../quantities/convert-limits.ts'
import { isPrivateContact } from '../../loaders/contact.ts'

interface SplitUrl {
  readonly pathname: string
  readonly search: string
}

/** Splits a URL into its path and its query. */
export function splitUrl(url: string): SplitUrl {
  const queryStart = url.indexOf('?')
  return queryStart < 0
    ? { pathname: url, search: '' }
    : { pathname: url.slice(0, queryStart), search: url.slice(queryStart) }
}

/**
 * Splits a payload's URL into the page's path, the page's query and the client's build id ('' if missing). The build id
 * is the last parameter and has no name.
 */
export function splitPayloadUrl(url: string): SplitUrl & { readonly buildId: string } {
  const { pathname, search } = splitUrl(url)
  const parts = search.slice(1).split('&')
  const buildId = parts.at(-1)?.includes('=') ? '' : (parts.pop() ?? '')
  return {
    pathname: readPayloadPath(pathname) ?? pathname,
    search: parts.length > 0 && parts[0] !== '' ? `?${parts.join('&')}` : '',
    buildId,
  }
}

/** Writes a page's path in canonical form: `/products/%6doon-jar` and `/products/moon-jar` are the same page. */
export function canonicalPathname({ name, params }: RouteMatch): string {
  return ROUTES[name].path.replace(/:(\w+)/g, (_parameter, key: string) => encodeURIComponent(params[key] ?? ''))
}

/**
 * Reduces a query to the parameters that the page depends on, in canonical form, so that equivalent URLs share a cache
 * key.
 * @returns null if the page is for one client alone
 */
export function canonicalSearch({ name }: RouteMatch, search: string): string | null {
  if (search === '') return ''
  const params = new URLSearchParams(search)
  // Such a page is private, because its links and forms contain the visitor's enquiry list.
  if (params.has(ITEM_PARAMETER)) return null
  switch (name) {
    case 'products': {
      // One product more than the page shows is kept, because the page says whether products were left out.
      const compared = readComparison(params)?.slice(0, COMPARED_MAX + 1)
      return compared ? writeComparison(compared) : writeCanonicalListing(params)
    }
    case 'category-category':
      return writeCanonicalListing(params)
    case 'products-product':
      return pickSlugs(params, ['variant'])
    case 'contact':
      return isPrivateContact(params) ? null : pickSlugs(params, ['product', 'variant'])
    case 'widgets':
      // This page for developers may read any query parameter, so it is never shared.
      return null
    default:
      return ''
  }
}

function writeCanonicalListing(params: URLSearchParams): string {
  return writeListingQuery(convertLimits(readListingQuery(params)))
}

function pickSlugs(params: URLSearchParams, keys: readonly string[]): string {
  const picked = keys.flatMap((key): [string, string][] => {
    const value = params.get(key)
    return value !== null && isSlug(value) ? [[key, value]] : []
  })
  return picked.length > 0 ? `?${new URLSearchParams(picked)}` : ''
}

/**
 * Orders a listing's query, so that crawlers find each listing at one URL (formats.md, section 8): the listing's own
 * parameters come first, without defaults, and then unknown ones, such as those of an advertising campaign. A
 * comparison replaces all other parameters of the listing.
 * @returns undefined if the query is already in this order, or if the page has no listing
 */
export function orderListingSearch({ name }: RouteMatch, search: string): string | undefined {
  if (search === '' || (name !== 'products' && name !== 'category-category')) return undefined
  const params = new URLSearchParams(search)
  const compared = name === 'products' ? readComparison(params) : undefined
  const ordered = compared ? writeComparison(compared) : writeCanonicalListing(params)
  const isOwnKey = (key: string) => isListingKey(key) || (compared !== undefined && key === COMPARE_KEY)
  const known = new URLSearchParams([...params].filter(([key]) => isOwnKey(key))).toString()
  if (known === new URLSearchParams(ordered).toString()) return undefined
  const others = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && ![...new URLSearchParams(part).keys()].some(isOwnKey))
  const parts = [...(ordered ? [ordered.slice(1)] : []), ...others]
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
