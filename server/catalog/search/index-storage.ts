import type { NumericAttribute } from '../rules/recognise-attribute.ts'
import type { UnfilteredAttribute } from './listing.ts'

export interface IndexBlob {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Reads a blob of one generation of the index; undefined if the generation was deleted. The bytes must not be changed. */
export type ReadBlob = (name: string) => Uint8Array | undefined | Promise<Uint8Array | undefined>

/** Thrown if an import replaced the index during a query, which can be retried. */
export class StaleIndexError extends Error {
  override readonly name = 'StaleIndexError'
}

export const BLOBS = {
  directory: 'directory',
  ids: 'ids',
  featured: 'featured',
  inStock: 'in-stock',
  discontinued: 'discontinued',
  /** The lowest price of each product, then the highest of each. */
  prices: 'prices',
  /** The owner's and the built-in synonyms, split into words, as JSON. */
  synonyms: 'synonyms',
  categories: 'categories',
  mainCategories: 'main-categories',
  brands: 'brands',
  tags: 'tags',
  /** For each product, the number of its family, or 0. */
  familyNumbers: 'family-numbers',
  /** An `IndexedFamily` as JSON. Families are numbered from 1. */
  family: (number: number) => `family-${number}`,
  order: (sort: 'name' | 'sku' | 'price-asc' | 'price-desc') => `order-${sort}`,
  attribute: (key: string) => `attribute-${key}`,
  words: (length: number) => `words-${length}`,
  block: (dictionary: DictionaryName, number: number) => `${dictionary}-${number}`,
  /** A payload that is too long for its key's block. */
  payload: (dictionary: DictionaryName, key: string) => `${dictionary}:${key}`,
} as const

/**
 * `terms` are words, `codes` part numbers, `forms` the words of each stem, `compounds` those that contain a word, `grams`
 * the part numbers that contain three characters.
 */
export type DictionaryName = 'terms' | 'codes' | 'forms' | 'compounds' | 'grams'

export interface DictionaryBlocks {
  readonly firstKeys: readonly string[]
  /** The number of each block's first key; sorted keys are numbered from 0. */
  readonly firstNumbers: readonly number[]
  readonly size: number
}

export const NO_PRICE = 0xffffffff

/** A `scale`, such as sizes and numbers, has its own order; other values are ordered by name. */
export type ValueKind = 'scale' | 'colour' | 'name'

export interface IndexedAttribute {
  readonly key: string
  readonly name: string
  readonly kind: ValueKind
  readonly values: readonly string[]
  /** The translated values, if any. */
  readonly shown?: readonly string[]
  /** Present if the values are numbers, which are stored in ascending order. */
  readonly numeric?: NumericAttribute
  /** Present if the attribute is an option that visitors choose, such as a size. */
  readonly isOption?: true
}

export interface IndexDirectory {
  readonly productCount: number
  /** Missing if there are none. */
  readonly discontinuedCount?: number
  /** Missing if there are none. */
  readonly familyCount?: number
  /** Sorted, so that the index of a brand is its rank. */
  readonly brands: readonly string[]
  /** Tags that are filter values. */
  readonly tags: readonly string[]
  readonly attributes: readonly IndexedAttribute[]
  readonly unfiltered: readonly UnfilteredAttribute[]
  /** Slugs of all categories. Each includes the products of its descendants. */
  readonly categories: readonly string[]
  /** Slugs of the categories that are the main category of a product. */
  readonly mainCategories: readonly string[]
  /** Keys of the attributes that are offered as filters, most useful first, by category slug; '' is the whole catalogue. */
  readonly attributeKeys: Readonly<Record<string, readonly string[]>>
  /** Language (BCP 47) of the stems and stop words. */
  readonly locale: string
  readonly dictionaries: Readonly<Record<DictionaryName, DictionaryBlocks>>
  readonly wordLengths: readonly number[]
}
