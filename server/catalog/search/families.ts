import type { Family } from '../rules/find-families.ts'
import { type Bits, createBits, setBit } from './bits.ts'

export const FAMILY_BLOBS = {
  /** Which products belong to which family; `FamilyNumbers` decodes it. */
  numbers: 'family-numbers',
  /** @param number families are numbered from 0 */
  family: (number: number) => `family-${number}`,
} as const

export interface FamilySummary {
  readonly families: number
  readonly products: number
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

/** Which products belong to which family. The blob has 32-bit words: the number of families, the size of each, then the products of each. */
export class FamilyNumbers {
  readonly count: number
  /** For each product, its family plus 1, or 0. */
  readonly numbers: Uint32Array
  /** All products that belong to a family. */
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
}
