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
  /** The minimal server to compare with: a fixed response, or only a render of the same pages. */
  readonly limit: 'response' | 'render' | null
  /** Otherwise each URL is requested once. */
  readonly isOneUrl: boolean
  readonly acceptEncoding: 'br' | 'identity'
  /** Whether requests send `If-None-Match` with the current ETag. */
  readonly isConditional?: boolean
  /** The expected status, if it is not 200. */
  readonly status?: number
  readonly isTimedAlone?: true
  /** Maps the number of a request, from 0, to its path and query. */
  paths(catalogue: { readonly productCount: number; readonly buildId: string }): (number: number) => string
}

const HOT_PRODUCT = 4_242
const PRODUCTS_PER_PAGE = 24

/** Step between requested products. As a prime, it repeats none before all were requested. */
const STRIDE = 7_919

const SORTS: readonly ListingSort[] = ['featured', 'price-asc', 'price-desc', 'newest', 'name']

const slugOf = (index: number) => generateProduct(index).slug
const coldProduct: BenchCase['paths'] =
  ({ productCount }) =>
  (number) =>
    productPath(slugOf((number * STRIDE) % productCount))
const listing = (given: Partial<ListingQuery>) => `/products${writeListingQuery({ ...EMPTY_LISTING_QUERY, ...given })}`

/** Returns a different search for each number below 1,440. */
function searchWords(number: number): string {
  const [style, noun, material] = [
    STYLES[number % STYLES.length]!,
    NOUNS[Math.floor(number / STYLES.length) % NOUNS.length]!,
    MATERIALS[Math.floor(number / 144) % MATERIALS.length]!,
  ]
  return `${style} ${noun} ${material}`.toLowerCase()
}

export const CASES: readonly BenchCase[] = [
  {
    name: 'hot page',
    limit: 'response',
    isOneUrl: true,
    acceptEncoding: 'br',
    paths: () => () => productPath(slugOf(HOT_PRODUCT)),
  },
  {
    name: 'hot payload',
    limit: 'response',
    isOneUrl: true,
    acceptEncoding: 'br',
    paths:
      ({ buildId }) =>
      () =>
        payloadUrl(productPath(slugOf(HOT_PRODUCT)), '', buildId),
  },
  {
    name: 'not modified',
    limit: 'response',
    isOneUrl: true,
    acceptEncoding: 'br',
    isConditional: true,
    status: 304,
    paths: () => () => productPath(slugOf(HOT_PRODUCT)),
  },
  {
    name: 'picture',
    limit: 'response',
    isOneUrl: true,
    acceptEncoding: 'br',
    paths: () => () => renditionUrl({ hash: PICTURE_HASH }, 640, 'webp'),
  },
  { name: 'cold product', limit: 'render', isOneUrl: false, acceptEncoding: 'identity', paths: coldProduct },
  { name: 'cold product (brotli)', limit: 'render', isOneUrl: false, acceptEncoding: 'br', paths: coldProduct },
  {
    name: 'cold listing',
    limit: 'render',
    isOneUrl: false,
    acceptEncoding: 'identity',
    isTimedAlone: true,
    // Requests alternate between a page without filters and a listing with two.
    paths: ({ productCount }) => {
      const pageCount = Math.floor(productCount / PRODUCTS_PER_PAGE)
      return (number) => {
        const [round, sort] = [Math.floor(number / 2), SORTS[number % SORTS.length]!]
        return number % 2 === 0
          ? listing({ sort, page: 1 + ((round * STRIDE) % pageCount) })
          : listing({ sort, brands: [`Maker ${round % MAKERS}`], inStock: true })
      }
    },
  },
  {
    name: 'search',
    limit: 'render',
    isOneUrl: false,
    acceptEncoding: 'identity',
    isTimedAlone: true,
    paths: () => (number) => listing({ search: searchWords(number), sort: 'relevance' }),
  },
  {
    name: 'suggestions',
    limit: null,
    isOneUrl: false,
    acceptEncoding: 'identity',
    isTimedAlone: true,
    // Visitors get suggestions while they type, so the text is incomplete.
    paths: () => (number) =>
      `${SUGGESTIONS_PATH}?q=${encodeURIComponent(searchWords(number).slice(0, 3 + (number % 12)))}`,
  },
]
