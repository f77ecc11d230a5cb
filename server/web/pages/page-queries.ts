import { COMPARE_KEY, writeComparison } from '../../../shared/urls.ts'
import { ENQUIRY_ITEMS_MAX, ENQUIRY_LENGTHS } from '../../../shared/enquiry-fields.ts'
import { readReference, ITEM_PARAMETER, readItems } from '../../../shared/enquiry-items.ts'
import {
  readListingQuery,
  writeListingQuery,
  type ListingQuery,
  LISTING_KEYS,
  LISTING_PREFIXES,
} from '../../../shared/listing-query.ts'
import type { RouteName } from '../../../shared/routes.ts'
import { isSlug } from '../../../shared/slug.ts'

const KNOWN_KEYS: ReadonlySet<string> = new Set(Object.values(LISTING_KEYS))

const COMPARED_SLUG_MAX_LENGTH = 200

const TYPED_MAX_LENGTH = 40

interface PageQuery<Query> {
  readonly read: (params: URLSearchParams) => Query
  /**
   * Writes the query in canonical form, so that equivalent URLs share a cache key.
   * @returns null if the page is for one client alone
   */
  readonly write: (query: Query) => string | null
  /** Only with this function are URLs redirected to canonical form. */
  readonly isOwnKey?: (key: string) => boolean
}

/** Infers the query from what `read` returns. */
const define = <Query>(query: PageQuery<Query>): PageQuery<Query> => query

const NO_QUERY: PageQuery<null> = { read: () => null, write: () => '' }

const LISTING: PageQuery<ListingQuery> = {
  read: readListingQuery,
  write: writeListingQuery,
  isOwnKey: isListingKey,
}

/** With these parameters, the page shows one visitor's enquiry or enquiry list. */
const PRIVATE_KEYS = [ITEM_PARAMETER, 'quantity', 'reference', 'sent']

const QUERIES = {
  index: NO_QUERY,
  about: NO_QUERY,
  'about-page': NO_QUERY,
  contact: define({
    read: (params) => ({
      /** One item more than the page shows, so that it can say that items were left out. */
      items: readItems(params, ENQUIRY_ITEMS_MAX + 1),
      product: readSlugs(params, ['product', 'variant']),
      /** '' if no reference was typed into the lookup. */
      typedReference: params.get('reference')?.trim().slice(0, TYPED_MAX_LENGTH) ?? '',
      /** Needed to see an enquiry's message. Forms send it in the body of a `POST`, which is read like a query. */
      typedEmail: params.get('email')?.trim().slice(0, ENQUIRY_LENGTHS.email) ?? '',
      sentReference: readReference(params.get('sent') ?? '') ?? null,
      isPrivate: PRIVATE_KEYS.some((key) => params.has(key)),
    }),
    write: ({ product, isPrivate }) => (isPrivate ? null : writeParameters(product)),
  }),
  category: NO_QUERY,
  'category-category': LISTING,
  products: define<ListingQuery | { readonly compared: readonly string[] }>({
    read(params) {
      const compared = readComparison(params)
      return compared ? { compared } : LISTING.read(params)
    },
    write: (query) => ('compared' in query ? writeComparison(query.compared) : LISTING.write(query)),
    isOwnKey: (key) => key === COMPARE_KEY || isListingKey(key),
  }),
  'products-product': define<{ readonly variant: string | null }>({
    read: (params) => ({ variant: null, ...readSlugs(params, ['variant']) }),
    write: ({ variant }) => writeParameters({ ...(variant !== null && { variant }) }),
  }),
  // This page for developers reads the query itself, so it is never shared.
  widgets: define({ read: () => null, write: () => null }),
}

/** What each page depends on of its URL's query; a loader gets nothing else of it. */
export type QueryByRoute = { readonly [Name in RouteName]: ReturnType<(typeof QUERIES)[Name]['read']> }

export const PAGE_QUERIES: { readonly [Name in RouteName]: PageQuery<QueryByRoute[Name]> } = QUERIES

function readSlugs(params: URLSearchParams, keys: readonly string[]): Readonly<Record<string, string>> {
  const values = keys.map((key) => [key, params.get(key) ?? ''] as const)
  return Object.fromEntries(values.filter(([, value]) => isSlug(value)))
}

/** Writes a parameter without a value as its name alone, as links do. */
export function writeParameters(parameters: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(parameters).toString().replace(/=(?=&|$)/g, '')
  return text && `?${text}`
}

/**
 * Reads the compared slugs in their order. A form repeats the parameter; links separate slugs with commas. Invalid slugs are
 * kept, because the page names products that do not exist.
 * @returns undefined if the query asks for no comparison
 */
export function readComparison(params: URLSearchParams): readonly string[] | undefined {
  const values = params.getAll(COMPARE_KEY)
  if (values.length === 0) return undefined
  const texts = values.flatMap((value) => value.split(','))
  // A URL cannot contain half of a surrogate pair.
  const slugs = texts.map((text) => text.trim().slice(0, COMPARED_SLUG_MAX_LENGTH).toWellFormed().trim())
  return [...new Set(slugs.filter(Boolean))]
}

function isListingKey(key: string): boolean {
  return KNOWN_KEYS.has(key) || LISTING_PREFIXES.some((prefix) => key.startsWith(prefix))
}
