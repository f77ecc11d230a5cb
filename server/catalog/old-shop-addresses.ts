import type { OldShop } from '../../shared/site.ts'
import { buildSlug } from '../../shared/slug.ts'

/** The page that an address of another shop means, as far as the address says it. */
export type OldAddress =
  /** `product-id` is the id in the shop's own database. */
  | { readonly kind: 'product' | 'product-id' | 'category' | 'page'; readonly reference: string }
  /** A page that every site has, such as the list of products. */
  | { readonly kind: 'path'; readonly path: string }

type Reader = (path: string, query: URLSearchParams) => readonly OldAddress[]

const PRODUCTS: OldAddress = { kind: 'path', path: '/products' }
const CATEGORIES: OldAddress = { kind: 'path', path: '/category' }

/**
 * Readers of each shop's usual addresses, the most likely meaning first. Paths are decoded, in lower case, without a final slash.
 * Carts, accounts and blogs have no counterpart on this site.
 */
const READERS: Readonly<Record<OldShop, Reader>> = {
  shopify: (path) => {
    const [, collection, product] = /^\/collections\/([^/]+)(?:\/products\/([^/]+))?(?:\/[^/]+)?$/.exec(path) ?? []
    if (product !== undefined) return [{ kind: 'product', reference: product }]
    if (collection !== undefined)
      return collection === 'all' ? [PRODUCTS] : [{ kind: 'category', reference: collection }]
    if (path === '/collections') return [CATEGORIES]
    return readLast(path, /^\/(?:pages|policies)\/([^/]+)$/, 'page')
  },
  woocommerce: (path) => {
    if (/^\/shop(?:\/page\/\d+)?$/.test(path)) return [PRODUCTS]
    return [
      ...readLast(path, /^\/product\/(?:[^/]+\/)*([^/]+)$/, 'product'),
      ...readLast(path, /^\/product-category\/(?:[^/]+\/)*?([^/]+)(?:\/page\/\d+)?$/, 'category'),
      // The shop's settings allow a product's category before its name.
      ...readLast(path, /^\/shop\/(?:[^/]+\/)*([^/]+)$/, 'product'),
      ...readLast(path, /^\/shop\/(?:[^/]+\/)*([^/]+)$/, 'category'),
    ]
  },
  prestashop: (path, query) => {
    const product = /^(?:\/[^/]+)*\/(\d+)(?:-\d+)?-([^/]+)\.html$/.exec(path)
    if (product)
      return [
        { kind: 'product', reference: product[2]! },
        { kind: 'product-id', reference: product[1]! },
      ]
    const page = readLast(path, /^\/content\/\d+-([^/]+)$/, 'page')
    if (page.length > 0) return page
    const id = query.get('id_product')
    if (id !== null && /^\/(?:index\.php)?$/.test(path)) return [{ kind: 'product-id', reference: id }]
    return readLast(path, /^(?:\/[^/]+)?\/\d+-([^/.]+)$/, 'category')
  },
  magento: (path) => [
    ...readLast(path, /^\/catalog\/product\/view\/id\/\d+\/s\/([^/]+)(?:\/category\/\d+)?$/, 'product'),
    ...readLast(path, /^\/catalog\/product\/view\/id\/(\d+)(?:\/.*)?$/, 'product-id'),
    ...readLast(path, /^\/catalog\/category\/view\/s\/([^/]+)\/id\/\d+$/, 'category'),
    ...readLast(path, /^\/(?:[^/]+\/)*([^/]+)\.html$/, 'product'),
    ...readLast(path, /^\/(?:[^/]+\/)*([^/]+)\.html$/, 'category'),
    ...readLast(path, /^\/([^/]+)\.html$/, 'page'),
  ],
  wix: (path) => {
    if (path === '/shop' || path === '/category/all-products') return [PRODUCTS]
    return readLast(path, /^\/product-page\/([^/]+)$/, 'product')
  },
}

/** @param path decoded path in lower case without a final slash */
export function readOldAddress(path: string, query: URLSearchParams, shops: readonly OldShop[]): readonly OldAddress[] {
  return shops.flatMap((shop) => READERS[shop](path, query))
}

function readLast(
  path: string,
  pattern: RegExp,
  kind: 'product' | 'product-id' | 'category' | 'page',
): readonly OldAddress[] {
  const [, reference] = pattern.exec(path) ?? []
  return reference === undefined ? [] : [{ kind, reference }]
}

/** Match what shops add to the last segment: an extension, or an id before or after the name. */
const EXTENSION = /\.(?:html?|php|aspx?|jsp)$/
const SURROUNDING_IDS = /^\d+-(?=\D)|(?<=[^\d-]{3})[-._]p?\d{3,}$/g
/** Matches parts that follow the name. */
const AFTER_NAME = /\/(?:page\/\d+|reviews|amp|index)$/

/** Returns the name in the last segment of a path. */
export function readLastSegment(path: string): string {
  const [, segment = ''] = /([^/]*)$/.exec(path.replace(EXTENSION, '').replace(AFTER_NAME, '')) ?? []
  return segment.replace(SURROUNDING_IDS, '')
}

/** Reduces a name to letters and digits, because shops omit different characters. */
export function compactName(text: string): string {
  return buildSlug(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

export function isSameName(one: string, other: string): boolean {
  const name = compactName(one)
  return name !== '' && name === compactName(other)
}
