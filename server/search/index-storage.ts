/** A named part of a stored index. */
export interface IndexBlob {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Reads the blobs of one generation of the index from the database; the blobs never change. */
export interface IndexSource {
  readonly generation: number
  /** Reads a blob; undefined if the generation was deleted. The caller must not change the bytes. */
  readBlob(name: string): Uint8Array | undefined | Promise<Uint8Array | undefined>
}

/** An import replaced the catalogue while its index or its products were read; the query can be retried. */
export class StaleIndexError extends Error {
  override readonly name = 'StaleIndexError'
}

/** Names of the blobs of an index. */
export const BLOBS = {
  directory: 'directory',
  ids: 'ids',
  featured: 'featured',
  inStock: 'in-stock',
  /** The lowest price of each product, then the highest of each. */
  prices: 'prices',
  categories: 'categories',
  brands: 'brands',
  order: (sort: 'name' | 'price-asc' | 'price-desc') => `order-${sort}`,
  attribute: (key: string) => `attribute-${key}`,
  /** All words of one length, for correcting mistyped words. */
  words: (length: number) => `words-${length}`,
  /** A block of a dictionary. */
  block: (dictionary: DictionaryName, number: number) => `${dictionary}-${number}`,
  /** The payload of a dictionary's key, if it is too long for the block. */
  payload: (dictionary: DictionaryName, key: string) => `${dictionary}:${key}`,
} as const

/** The dictionaries: words, part numbers, and the most frequent words of common prefixes. */
export type DictionaryName = 'terms' | 'codes' | 'completions'

/** Stands for a missing price among prices in minor units. */
export const NO_PRICE = 0xffffffff

/** The table of contents of an index, stored as JSON and kept in memory. */
export interface IndexDirectory {
  readonly productCount: number
  /** Labels of the brands, in the order of their postings. */
  readonly brands: readonly string[]
  readonly attributes: readonly { readonly key: string; readonly name: string; readonly values: readonly string[] }[]
  /** Slugs of the categories, in the order of their postings; a category has the products of its subtree. */
  readonly categories: readonly string[]
  /** For each category slug the keys of its products' attributes, the most useful first; '' stands for all products. */
  readonly attributeKeys: Readonly<Record<string, readonly string[]>>
  /** The first key of each block of a dictionary. */
  readonly dictionaries: Readonly<Record<DictionaryName, readonly string[]>>
  /** Word lengths for which a word list exists. */
  readonly wordLengths: readonly number[]
}
