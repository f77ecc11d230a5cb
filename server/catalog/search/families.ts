import { hash } from 'node:crypto'
import type { Family, FamilyDoubt } from '../rules/find-families.ts'
import { type Bits, createBits, setBit } from './bits.ts'

export const FAMILY_BLOBS = {
  /** The products of all families, and the keys by which they are found, as `FamilyNumbers` reads them. */
  numbers: 'family-numbers',
  summary: 'family-summary',
  /** @param number families are numbered from 0 */
  family: (number: number) => `family-${number}`,
} as const

export interface FamilySummary {
  readonly families: number
  readonly products: number
  readonly doubts: { readonly count: number; readonly entries: readonly FamilyDoubt[] }
}

/** @param bytes undefined if an older version built the index */
export function readFamilySummary(bytes: Uint8Array | undefined): FamilySummary {
  return bytes
    ? (JSON.parse(Buffer.from(bytes).toString('utf8')) as FamilySummary)
    : { families: 0, products: 0, doubts: { count: 0, entries: [] } }
}

/** Hexadecimal digits of a key; two keys of a million products are equal with a probability of 10^-7. */
const KEY_DIGITS = 16

/** Shortens a text that products of the same families share. */
export function hashFamilyKey(text: string): string {
  return hash('sha1', text, 'hex').slice(0, KEY_DIGITS)
}

/** Returns the first 32 bits of a key, which other keys may share. */
export function shortenFamilyKey(key: string): number {
  return Number.parseInt(key.slice(0, 8), 16)
}

type EncodedProduct = readonly [slug: string, isAvailable: 0 | 1, ...places: readonly number[]]
type EncodedFamily = Omit<Family, 'products'> & { readonly products: readonly EncodedProduct[] }

export function encodeFamily({ products, ...family }: Family): Uint8Array {
  const encoded: EncodedFamily = {
    ...family,
    products: products.map(({ slug, isAvailable, places }) => [slug, isAvailable ? 1 : 0, ...places]),
  }
  return Buffer.from(JSON.stringify(encoded))
}

export function readFamily(bytes: Uint8Array): Family {
  const { products, ...family } = JSON.parse(Buffer.from(bytes).toString('utf8')) as EncodedFamily
  return {
    ...family,
    products: products.map(([slug, isAvailable, ...places]) => ({ slug, isAvailable: isAvailable === 1, places })),
  }
}

/**
 * The products of each family. The words are the number of families, their sizes, their products, and pairs of a short key and the
 * number of a family that has it.
 */
export class FamilyNumbers {
  readonly count: number
  /** For each product, its family plus 1, or 0. */
  readonly numbers: Uint32Array
  /** The products of all families. */
  readonly members: Bits
  readonly #words: Uint32Array
  /** Where each family's products begin in the words, and the end of the last one's. */
  readonly #starts: Uint32Array

  /** @param size number of products in the index */
  constructor(words: Uint32Array, size: number) {
    const [count = 0] = words
    this.count = count
    this.numbers = new Uint32Array(size)
    this.members = createBits(size)
    this.#words = words
    this.#starts = new Uint32Array(count + 1)
    let place = 1 + count
    for (let family = 0; family < count; family++) {
      this.#starts[family] = place
      for (const end = place + words[1 + family]!; place < end; place++) {
        this.numbers[words[place]!] = family + 1
        setBit(this.members, words[place]!)
      }
    }
    this.#starts[count] = place
  }

  /** Returns the products of a family, in stored order. */
  listProducts(family: number): Uint32Array {
    return this.#words.subarray(this.#starts[family], this.#starts[family + 1])
  }

  /** Lists the families that may have the products with a key. */
  findByKey(key: string): readonly number[] {
    const short = shortenFamilyKey(key)
    const families: number[] = []
    for (let place = this.#starts[this.count]!; place < this.#words.length; place += 2)
      if (this.#words[place] === short) families.push(this.#words[place + 1]!)
    return families
  }
}
