/** A term's products within one part of the catalogue; the parts follow each other. */
export interface TermRow {
  readonly term: string
  readonly documents: number
  readonly postings: Uint8Array
}

/** Where a finished index goes. All of it belongs to one generation; the one before stays for those who are reading it. */
export interface IndexSink {
  putBlob(name: string, bytes: Uint8Array): void
  putTerm(row: TermRow): void
}

/**
 * Where an index is read. Every answer is of the same generation.
 * @throws StaleIndexError where that generation is gone
 */
export interface IndexSource {
  readonly generation: number
  readBlob(name: string): Uint8Array | Promise<Uint8Array>
  /** The rows of a term, in the order of their parts. */
  readTerm(term: string): readonly TermRow[] | Promise<readonly TermRow[]>
  /** Terms that begin so, the most frequent first. */
  listTerms(prefix: string, limit: number): readonly string[] | Promise<readonly string[]>
  /** Ids of products that have a part number that begins so, as `normaliseCode` writes them. */
  listCodeOwners(code: string, isWhole: boolean, limit: number): readonly number[] | Promise<readonly number[]>
}

/** The index was made anew twice while it was read. */
export class StaleIndexError extends Error {
  override readonly name = 'StaleIndexError'
}

/** Names of the blobs. */
export const BLOBS = {
  directory: 'directory',
  ids: 'ids',
  inStock: 'in-stock',
  priceFrom: 'price-from',
  priceTo: 'price-to',
  categories: 'categories',
  brands: 'brands',
  order: (sort: string) => `order-${sort}`,
  attribute: (key: string) => `attribute-${key}`,
  /** Terms of so many letters, a line each. */
  terms: (length: number | '') => `terms-${length}`,
} as const

/** Price of what has none, among prices in minor units. */
export const NO_PRICE = 0xffffffff

/** What is known of an index before any of its blobs is read. */
export interface IndexDirectory {
  readonly productCount: number
  /** Labels of the brands, as their postings follow each other. */
  readonly brands: readonly string[]
  readonly attributes: readonly { readonly key: string; readonly name: string; readonly values: readonly string[] }[]
  /** Slugs of the categories, as the postings of their subtrees follow each other. */
  readonly categories: readonly string[]
  /** Keys of the attributes that the products of a category's subtree have, the most frequent first; under '' those of all. */
  readonly attributeKeys: Readonly<Record<string, readonly string[]>>
}
