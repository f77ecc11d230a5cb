/** A part of an index, and what it is called. */
export interface IndexBlob {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Where an index is read: named bytes of one generation, which never change. */
export interface IndexSource {
  readonly generation: number
  /** Undefined where that generation is gone. The bytes are not to be changed by anybody. */
  readBlob(name: string): Uint8Array | undefined | Promise<Uint8Array | undefined>
}

/** The catalogue changed while its index, or what belongs to it, was read. */
export class StaleIndexError extends Error {
  override readonly name = 'StaleIndexError'
}

/** Names of the blobs. */
export const BLOBS = {
  directory: 'directory',
  ids: 'ids',
  featured: 'featured',
  inStock: 'in-stock',
  /** What each product costs from, then what each costs to. */
  prices: 'prices',
  categories: 'categories',
  brands: 'brands',
  order: (sort: 'name' | 'price-asc' | 'price-desc') => `order-${sort}`,
  attribute: (key: string) => `attribute-${key}`,
  /** Words of so many letters, for whoever mistypes one. */
  words: (length: number) => `words-${length}`,
  /** A part of a dictionary. */
  block: (dictionary: DictionaryName, number: number) => `${dictionary}-${number}`,
  /** What a dictionary says of a key, where that is much. */
  payload: (dictionary: DictionaryName, key: string) => `${dictionary}:${key}`,
} as const

/** Words, part numbers, and the most frequent words of beginnings that many words share. */
export type DictionaryName = 'terms' | 'codes' | 'completions'

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
  /** Keys of the attributes that the products of a category's subtree have, the most telling first; under '' those of all. */
  readonly attributeKeys: Readonly<Record<string, readonly string[]>>
  /** The first key of each block. */
  readonly dictionaries: Readonly<Record<DictionaryName, readonly string[]>>
  /** Lengths of which there are words. */
  readonly wordLengths: readonly number[]
}
