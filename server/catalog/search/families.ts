import { hash } from 'node:crypto'
import type { Family, FamilyAxis, FamilyDoubt } from '../rules/find-families.ts'
import { findLast } from './dictionary.ts'
import type { GrowingWords } from './growing-bytes.ts'
import { viewBytes } from './postings.ts'

/** Hexadecimal digits of a key; two keys of a million products are equal with a probability of 10^-7. */
const KEY_DIGITS = 16

export const FAMILY_BLOBS = {
  /** The first 32 bits of each key, sorted, so that products without a family need no query. */
  keys: 'families',
  summary: 'family-summary',
  /** The set of all products in families. */
  members: 'family-members',
  /** The products of all families, as `FamilyProducts` reads them. */
  products: 'family-products',
  family: (key: string) => `family-${key}`,
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

/** Shortens a text that products of the same families share. */
export function hashFamilyKey(text: string): string {
  return hash('sha1', text, 'hex').slice(0, KEY_DIGITS)
}

/** Returns the first 32 bits of a key. */
export function shortenFamilyKey(key: string): number {
  return Number.parseInt(key.slice(0, KEY_DIGITS / 2), 16)
}

/** @param keys sorted */
export function mayHaveFamily(keys: Uint32Array, key: string): boolean {
  const wanted = shortenFamilyKey(key)
  return keys[findLast(keys, wanted)] === wanted
}

type EncodedProduct = readonly [slug: string, isAvailable: 0 | 1, ...places: readonly number[]]
type EncodedFamily = Omit<Family, 'products'> & { readonly products: readonly EncodedProduct[] }

export function encodeFamilies(families: readonly Family[]): Buffer {
  const encoded = families.map(({ products, ...family }): EncodedFamily => ({
    ...family,
    products: products.map(({ slug, isAvailable, places }) => [slug, isAvailable ? 1 : 0, ...places]),
  }))
  return Buffer.from(JSON.stringify(encoded))
}

export function findFamilyOf(slug: string, bytes: Uint8Array): Family | null {
  const families = JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly EncodedFamily[]
  const found = families.find(({ products }) => products.some(([other]) => other === slug))
  if (!found) return null
  const products = found.products.map(([member, isAvailable, ...places]) => ({
    slug: member,
    isAvailable: isAvailable === 1,
    places,
  }))
  return { ...found, products }
}

export interface ListedFamily {
  readonly name: string
  readonly axes: readonly FamilyAxis[]
  /** The slug of its first product, which identifies the family in URLs. */
  readonly slug: string
  /** For each axis, the index of each product's value. */
  readonly places: readonly Uint16Array[]
}

export function readListedFamilies(bytes: Uint8Array): readonly ListedFamily[] {
  const families = JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly EncodedFamily[]
  return families.map(({ name, axes, products }) => ({
    name,
    axes,
    slug: products[0]?.[0] ?? '',
    places: axes.map((_, axis) => Uint16Array.from(products, ([, , ...places]) => places[axis] ?? 0)),
  }))
}

/** Words of a family: two halves of its key, its index among those with that key, and its size. */
const HEAD_WORDS = 4

/** @param index of the family among those with the same key */
export function pushFamilyHead(heads: GrowingWords, key: string, index: number, size: number): void {
  heads.push(shortenFamilyKey(key))
  heads.push(Number.parseInt(key.slice(KEY_DIGITS / 2), 16))
  heads.push(index)
  heads.push(size)
}

/** Joins the heads of all families and their products, in the same order. */
export function encodeFamilyProducts(heads: GrowingWords, ordinals: GrowingWords): Uint8Array {
  return Buffer.concat([Uint32Array.of(heads.length / HEAD_WORDS), heads.view(), ordinals.view()].map(viewBytes))
}

/** The products of each family. Families are numbered from 0. */
export class FamilyProducts {
  readonly count: number
  /** For each product, its family plus 1, or 0. */
  readonly numbers: Uint32Array
  readonly #words: Uint32Array
  /** Where each family's products begin in the words, and the end of the last one's. */
  readonly #starts: Uint32Array

  /** @param size number of products in the index */
  constructor(words: Uint32Array, size: number) {
    const [count = 0] = words
    this.count = count
    this.numbers = new Uint32Array(size)
    this.#words = words
    this.#starts = new Uint32Array(count + 1)
    let place = 1 + count * HEAD_WORDS
    for (let family = 0; family < count; family++) {
      this.#starts[family] = place
      const end = place + words[family * HEAD_WORDS + HEAD_WORDS]!
      for (; place < end; place++) this.numbers[words[place]!] = family + 1
    }
    this.#starts[count] = place
  }

  /** Returns the products of a family, in stored order. */
  listProducts(family: number): Uint32Array {
    return this.#words.subarray(this.#starts[family], this.#starts[family + 1])
  }

  /** Returns a family's key, and its index among the families with that key. */
  findKey(family: number): { readonly key: string; readonly index: number } {
    const [high = 0, low = 0, index = 0] = this.#words.subarray(1 + family * HEAD_WORDS)
    const key = [high, low].map((half) => half.toString(16).padStart(KEY_DIGITS / 2, '0')).join('')
    return { key, index }
  }
}
