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

/** What is measured: a way to ask the server. */
export interface BenchCase {
  readonly name: string
  /**
   * What it is held against: a finished answer in a bare server's memory, or a bare server that draws the same pages; null where
   * neither says anything.
   */
  readonly limit: 'answer' | 'render' | null
  /** Whether it asks for one address all the time; else each address is asked for once, until there are no others. */
  readonly isOneAddress: boolean
  readonly acceptEncoding: 'br' | 'identity'
  /** Asks with the `ETag` of the answer. */
  readonly hasCopy?: boolean
  /** The expected status, if it is not 200. */
  readonly status?: number
  /** Is also measured with one visitor at a time, who waits for nobody else. */
  readonly isTimedAlone?: true
  /** @returns the path with its query for each number from 0 */
  paths(catalogue: { readonly productCount: number; readonly buildId: string }): (number: number) => string
}

/** The product that everybody asks for. */
const HOT_PRODUCT = 4_242
const PRODUCTS_PER_PAGE = 24

/** Prime, so that neighbours in time are no neighbours in the database, and none is met twice before all were. */
const STRIDE = 7_919

const SORTS: readonly ListingSort[] = ['featured', 'price-asc', 'price-desc', 'newest', 'name']

const slugOf = (index: number) => generateProduct(index).slug
const coldProduct: BenchCase['paths'] =
  ({ productCount }) =>
  (number) =>
    productPath(slugOf((number * STRIDE) % productCount))
const listing = (given: Partial<ListingQuery>) => `/products${writeListingQuery({ ...EMPTY_LISTING_QUERY, ...given })}`

/** The words of a search, another one for each number below 1,440. */
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
    limit: 'answer',
    isOneAddress: true,
    acceptEncoding: 'br',
    paths: () => () => productPath(slugOf(HOT_PRODUCT)),
  },
  {
    name: 'hot payload',
    limit: 'answer',
    isOneAddress: true,
    acceptEncoding: 'br',
    paths:
      ({ buildId }) =>
      () =>
        payloadUrl(productPath(slugOf(HOT_PRODUCT)), '', buildId),
  },
  {
    name: 'not modified',
    limit: 'answer',
    isOneAddress: true,
    acceptEncoding: 'br',
    hasCopy: true,
    status: 304,
    paths: () => () => productPath(slugOf(HOT_PRODUCT)),
  },
  {
    name: 'picture',
    limit: 'answer',
    isOneAddress: true,
    acceptEncoding: 'br',
    paths: () => () => renditionUrl({ hash: PICTURE_HASH }, 640, 'webp'),
  },
  { name: 'cold product', limit: 'render', isOneAddress: false, acceptEncoding: 'identity', paths: coldProduct },
  { name: 'cold product (brotli)', limit: 'render', isOneAddress: false, acceptEncoding: 'br', paths: coldProduct },
  {
    name: 'cold listing',
    limit: 'render',
    isOneAddress: false,
    acceptEncoding: 'identity',
    isTimedAlone: true,
    // Any page in any order, and two filters, by turns.
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
    isOneAddress: false,
    acceptEncoding: 'identity',
    isTimedAlone: true,
    paths: () => (number) => listing({ search: searchWords(number), sort: 'relevance' }),
  },
  {
    name: 'suggestions',
    limit: null,
    isOneAddress: false,
    acceptEncoding: 'identity',
    isTimedAlone: true,
    // Cut somewhere, as while it is typed.
    paths: () => (number) =>
      `${SUGGESTIONS_PATH}?q=${encodeURIComponent(searchWords(number).slice(0, 3 + (number % 12)))}`,
  },
]
