import type { NumericAttribute } from '../quantities/recognise-attribute.ts'
import type { UnfilteredAttribute } from './listing.ts'

export interface IndexBlob {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Gives access to the blobs of one generation of the index. Each import writes a new generation; existing ones never change.
 */
export interface IndexSource {
  readonly generation: number
  /** Reads a blob, or returns undefined if the generation was deleted. The caller must not change the bytes. */
  readBlob(name: string): Uint8Array | undefined | Promise<Uint8Array | undefined>
}

/** Thrown if an import replaced the index during a query; the query can be retried. */
export class StaleIndexError extends Error {
  override readonly name = 'StaleIndexError'
}

export const BLOBS = {
  directory: 'directory',
  ids: 'ids',
  featured: 'featured',
  inStock: 'in-stock',
  /** Products that are no longer offered. */
  discontinued: 'discontinued',
  /** The lowest price of each product, followed by the highest price of each product. */
  prices: 'prices',
  /** The owner's synonyms and the built-in ones, split into words, as JSON. */
  synonyms: 'synonyms',
  categories: 'categories',
  mainCategories: 'main-categories',
  brands: 'brands',
  tags: 'tags',
  order: (sort: 'name' | 'sku' | 'price-asc' | 'price-desc') => `order-${sort}`,
  attribute: (key: string) => `attribute-${key}`,
  words: (length: number) => `words-${length}`,
  block: (dictionary: DictionaryName, number: number) => `${dictionary}-${number}`,
  /** The payload of a key, if it is too long to be stored in the key's block. */
  payload: (dictionary: DictionaryName, key: string) => `${dictionary}:${key}`,
} as const

/**
 * The dictionaries: words (`terms`), part numbers (`codes`), the most frequent words of common prefixes (`completions`), the
 * words of each stem (`forms`), the compounds that contain a word (`compounds`), and the part numbers that contain a sequence
 * of three characters (`grams`).
 */
export type DictionaryName = 'terms' | 'codes' | 'completions' | 'forms' | 'compounds' | 'grams'

/** Says in which block each key of a dictionary is stored. */
export interface DictionaryBlocks {
  /** The first key of each block. */
  readonly firstKeys: readonly string[]
  /** The number of the first key in each block; keys are numbered from 0 in sorted order. */
  readonly firstNumbers: readonly number[]
  /** Number of keys. */
  readonly size: number
}

/** Stands for a missing price in the arrays of prices. */
export const NO_PRICE = 0xffffffff

/** Values of kind `scale`, such as sizes and numbers, have an order of their own; all others are ordered by name. */
export type ValueKind = 'scale' | 'colour' | 'name'

export interface IndexedAttribute {
  readonly key: string
  readonly name: string
  readonly kind: ValueKind
  readonly values: readonly string[]
  /** The values in the language of the index, if they are translated. */
  readonly shown?: readonly string[]
  /** Present if the values are numbers, which are then stored in ascending order. */
  readonly numeric?: NumericAttribute
  /** Present if the attribute is an option of products, such as a size, which visitors choose. */
  readonly isOption?: true
}

export interface IndexDirectory {
  readonly productCount: number
  /** Missing if there are none. */
  readonly discontinuedCount?: number
  /** Missing if there are none. */
  readonly familyCount?: number
  /** All brands in sorted order, so that the index of a brand is its rank. */
  readonly brands: readonly string[]
  /** Tags by which products can be filtered. */
  readonly tags: readonly string[]
  readonly attributes: readonly IndexedAttribute[]
  readonly unfiltered: readonly UnfilteredAttribute[]
  /** Slugs of all categories. A category includes the products of its descendants. */
  readonly categories: readonly string[]
  /** Slugs of the categories that are the main category of at least one product. */
  readonly mainCategories: readonly string[]
  /**
   * The keys of the attributes that are offered as filters, by category slug and most useful first; '' stands for the whole
   * catalogue.
   */
  readonly attributeKeys: Readonly<Record<string, readonly string[]>>
  /** The language (BCP 47) for which the index was built. Searches use its stems and stop words. */
  readonly locale: string
  readonly dictionaries: Readonly<Record<DictionaryName, DictionaryBlocks>>
  /** Word lengths for which there is a word list. */
  readonly wordLengths: readonly number[]
}
