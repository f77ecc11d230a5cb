import { ENQUIRY_ITEMS_MAX } from '../../shared/enquiry-fields.ts'
import { ITEM_PARAMETER, readItems, ROW_PREFIX, writeList } from '../../shared/enquiry-items.ts'
import { ROUTES, type RouteMatch, type RouteName } from '../../shared/routes.ts'
import { readPayloadPath } from '../../shared/urls.ts'
import { PAGE_QUERIES } from './pages/page-queries.ts'

interface SplitUrl {
  readonly pathname: string
  readonly search: string
}

export function splitUrl(url: string): SplitUrl {
  const queryStart = url.indexOf('?')
  return queryStart < 0
    ? { pathname: url, search: '' }
    : { pathname: url.slice(0, queryStart), search: url.slice(queryStart) }
}

export function readQuery(url: string): URLSearchParams {
  return new URLSearchParams(splitUrl(url).search)
}

/**
 * Splits a payload's URL into the page's path and query and the client's build id, which is the last parameter, without
 * a name ('' if missing).
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

/** Writes a page's path in canonical form: `/products/%6doon-jar` becomes `/products/moon-jar`. */
export function canonicalPathname({ name, params }: RouteMatch): string {
  return ROUTES[name].path.replace(/:(\w+)/g, (_parameter, key: string) => encodeURIComponent(params[key] ?? ''))
}

/**
 * Reduces a query to what the page depends on, so that equivalent URLs share a cache key.
 * @returns null if the page is for one client alone
 */
export function canonicalSearch({ name }: RouteMatch, search: string): string | null {
  if (search === '') return ''
  const params = new URLSearchParams(search)
  // Such a page is for one client alone, because its links and forms contain the visitor's enquiry list.
  return params.has(ITEM_PARAMETER) ? null : writeCanonical(name, params)
}

function writeCanonical<Name extends RouteName>(name: Name, params: URLSearchParams): string | null {
  const { read, write } = PAGE_QUERIES[name]
  return write(read(params))
}

/**
 * Orders a listing's query, so that crawlers find each listing at one URL: first its own parameters without defaults,
 * then unknown ones, such as those of a campaign. A comparison replaces the listing's other parameters.
 * @returns undefined if the query is in order, or the page has no listing
 */
export function orderListingSearch({ name }: RouteMatch, search: string): string | undefined {
  const { isOwnKey } = PAGE_QUERIES[name]
  if (search === '' || !isOwnKey) return undefined
  const params = new URLSearchParams(search)
  const ordered = writeCanonical(name, params) ?? ''
  const known = new URLSearchParams([...params].filter(([key]) => isOwnKey(key))).toString()
  if (known === new URLSearchParams(ordered).toString()) return undefined
  const others = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && ![...new URLSearchParams(part).keys()].some(isOwnKey))
  const parts = [...(ordered ? [ordered.slice(1)] : []), ...others]
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/**
 * Writes the quantities that a form sends without scripts as an enquiry list: the products in the address, and each row
 * with a quantity.
 * @returns undefined if the query has no rows
 */
export function collectRowQuantities({ name }: RouteMatch, search: string): string | undefined {
  if (name !== 'contact' || !search.includes(ITEM_PARAMETER)) return undefined
  const params = new URLSearchParams(search)
  const rows = [...params].filter(([key]) => key.startsWith(ROW_PREFIX))
  if (rows.length === 0) return undefined
  for (const [key, quantity] of rows) {
    params.delete(key)
    const [product, ...variant] = key.slice(ROW_PREFIX.length).split(':')
    if (Number(quantity) > 0) params.append(ITEM_PARAMETER, [product, quantity.trim(), ...variant].join(':'))
  }
  // One item more than the page shows, so that it says that some were left out.
  const list = writeList(readItems(params, ENQUIRY_ITEMS_MAX + 1))
  return list && `?${list}`
}
