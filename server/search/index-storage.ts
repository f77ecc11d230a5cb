import type { NumericAttribute } from '../quantities/recognise-attribute.ts'
import type { UnfilteredAttribute } from './listing.ts'

export interface IndexBlob {
  readonly name: string
  readonly bytes: Uint8Array
}

/** One generation of the index, which never changes. */
export interface IndexSource {
  readonly generation: number
  /** Returns undefined if the generation was deleted. The caller must not change the bytes. */
  readBlob(name: string): Uint8Array | undefined | Promise<Uint8Array | undefined>
}

/** An import replaced the catalogue during a query, which can be retried. */
export class StaleIndexError extends Error {
  override readonly name = 'StaleIndexError'
}

export const BLOBS = {
  directory: 'directory',
  ids: 'ids',
  featured: 'featured',
  inStock: 'in-stock',
  /** The lowest price of each product, then the highest of each. */
  prices: 'prices',
  /** The owner's and common synonyms, split into words, as JSON. */
  synonyms: 'synonyms',
  categories: 'categories',
  mainCategories: 'main-categories',
  brands: 'brands',
  tags: 'tags',
  order: (sort: 'name' | 'sku' | 'price-asc' | 'price-desc') => `order-${sort}`,
  attribute: (key: string) => `attribute-${key}`,
  words: (length: number) => `words-${length}`,
  block: (dictionary: DictionaryName, number: number) => `${dictionary}-${number}`,
  /** The payload of a key, if it is too long for its block. */
  payload: (dictionary: DictionaryName, key: string) => `${dictionary}:${key}`,
} as const

/**
 * The dictionaries: words, part numbers, the most frequent words of common prefixes, the forms of stems, the compounds that
 * contain a word, and the part numbers that contain three characters.
 */
const DICTIONARIES = ['terms', 'codes', 'completions', 'forms', 'compounds', 'grams'] as const
export type DictionaryName = (typeof DICTIONARIES)[number]

/** Says which keys of a dictionary are in which block. */
export interface DictionaryBlocks {
  /** The first key of each block. */
  readonly firstKeys: readonly string[]
  /** The number of each block's first key; keys are numbered from 0 in sorted order. */
  readonly firstNumbers: readonly number[]
  /** Number of keys. */
  readonly size: number
}

/** Stands for a missing price in the arrays of prices. */
export const NO_PRICE = 0xffffffff

/** Values of a scale, such as sizes and numbers, have an order of their own; all others are ordered by name. */
export type ValueKind = 'scale' | 'colour' | 'name'

export interface IndexedAttribute {
  readonly key: string
  readonly name: string
  readonly kind: ValueKind
  readonly values: readonly string[]
  /** Present if the values are numbers, which are then in ascending order. */
  readonly numeric?: NumericAttribute
  /** Present if products have it as an option, which visitors choose. */
  readonly isOption?: true
}

export interface IndexDirectory {
  readonly productCount: number
  /** Brands in sorted order, as the values of an attribute: the index of a brand is its rank. */
  readonly brands: readonly string[]
  /** Tags by which products can be filtered. */
  readonly tags: readonly string[]
  readonly attributes: readonly IndexedAttribute[]
  readonly unfiltered: readonly UnfilteredAttribute[]
  /** Slugs of the categories; a category has the products of its subtree. */
  readonly categories: readonly string[]
  /** Slugs of the categories that are the main one of a product. */
  readonly mainCategories: readonly string[]
  /** Attribute keys by category slug, the most useful first; '' stands for all products. */
  readonly attributeKeys: Readonly<Record<string, readonly string[]>>
  /** BCP 47. Searches use the stems and stop words of the language that the index was built for. */
  readonly locale: string
  readonly dictionaries: Readonly<Record<DictionaryName, DictionaryBlocks>>
  /** Lengths of the words for which there is a word list. */
  readonly wordLengths: readonly number[]
}
