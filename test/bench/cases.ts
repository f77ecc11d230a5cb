import {
  EMPTY_LISTING_QUERY,
  writeListingQuery,
  type ListingQuery,
  type ListingSort,
} from '../../shared/listing-query.ts'
import { renditionUrl } from '../../shared/renditions.ts'
import { payloadUrl, productPath, SUGGESTIONS_PATH } from '../../shared/urls.ts'
import { generateProduct, MAKERS, MATERIALS, NOUNS, STYLES } from './generate-products.ts'
import { PICTURE_HASH } from './generated-catalogue.ts'

/** A kind of request that is measured. */
export interface BenchCase {
  readonly name: string
  /** Otherwise each URL is requested once. */
  readonly isOneUrl: boolean
  readonly acceptEncoding: 'br' | 'identity'
  /** Whether requests send `If-None-Match` with the current ETag. */
  readonly isConditional?: boolean
  /** The expected status, if it is not 200. */
  readonly status?: number
  /** @param number of the request, from 0 */
  path(number: number, server: { readonly productCount: number; readonly buildId: string }): string
}

const HOT_PRODUCT = 4_242
const PRODUCTS_PER_PAGE = 24

/** Step between requested products. As a prime, it repeats none before all were requested. */
const STRIDE = 7_919

const SORTS: readonly ListingSort[] = ['featured', 'price-asc', 'price-desc', 'newest', 'name']

const slugOf = (index: number) => generateProduct(index).slug
const listing = (given: Partial<ListingQuery>) => `/products${writeListingQuery({ ...EMPTY_LISTING_QUERY, ...given })}`
const coldProduct: BenchCase['path'] = (number, { productCount }) =>
  productPath(slugOf((number * STRIDE) % productCount))
// Requests alternate between a page without filters and a listing with two.
const coldListing: BenchCase['path'] = (number, { productCount }) => {
  const [round, sort] = [Math.floor(number / 2), SORTS[number % SORTS.length]!]
  if (number % 2 === 1) return listing({ sort, brands: [`Maker ${round % MAKERS}`], inStock: true })
  return listing({ sort, page: 1 + ((round * STRIDE) % Math.floor(productCount / PRODUCTS_PER_PAGE)) })
}

/** Returns a different search for each number below 1,440. */
function searchWords(number: number): string {
  const [style, noun, material] = [
    STYLES[number % STYLES.length]!,
    NOUNS[Math.floor(number / STYLES.length) % NOUNS.length]!,
    MATERIALS[Math.floor(number / 144) % MATERIALS.length]!,
  ]
  return `${style} ${noun} ${material}`.toLowerCase()
}

const hot = (name: string, path: string, more: Partial<BenchCase> = {}): BenchCase => {
  return { name, isOneUrl: true, acceptEncoding: 'br', path: () => path, ...more }
}
const cold = (name: string, path: BenchCase['path'], more: Partial<BenchCase> = {}): BenchCase => {
  return { name, isOneUrl: false, acceptEncoding: 'identity', path, ...more }
}

const CASES: readonly BenchCase[] = [
  hot('hot home', '/'),
  hot('hot product', productPath(slugOf(HOT_PRODUCT))),
  hot('hot listing', '/products'),
  hot('not modified', productPath(slugOf(HOT_PRODUCT)), { isConditional: true, status: 304 }),
  hot('picture', renditionUrl({ hash: PICTURE_HASH }, 640, 'webp')),
  cold('cold product', coldProduct),
  cold('cold product (brotli)', coldProduct, { acceptEncoding: 'br' }),
  cold('cold listing', coldListing),
  cold('cold listing (brotli)', coldListing, { acceptEncoding: 'br' }),
  cold('cold payload', (number, server) => payloadUrl(coldProduct(number, server), '', server.buildId)),
  cold('search', (number) => listing({ search: searchWords(number), sort: 'relevance' })),
  // Visitors get suggestions while they type, so the text is incomplete.
  cold('suggestions', (number) => {
    return `${SUGGESTIONS_PATH}?q=${encodeURIComponent(searchWords(number).slice(0, 3 + (number % 12)))}`
  }),
  cold('not found', (number) => `/products/missing-${number}`, { status: 404 }),
]

/** @param names all cases if undefined @throws if no case has one of the names */
export function findCases(names: string | undefined): readonly BenchCase[] {
  if (names === undefined) return CASES
  return names.split(',').map((name) => {
    const found = CASES.find((candidate) => candidate.name === name.trim())
    if (!found)
      throw new Error(`unknown case "${name}"; the cases are ${CASES.map((candidate) => candidate.name).join(', ')}`)
    return found
  })
}
