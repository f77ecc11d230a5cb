import { countCommonBits, listOrdinalsOf, unionInto, type Bits } from './bits.ts'

/** The header: number of values, number of sets, bytes of a column's entry, number of pairs. */
export const HEADER_WORDS = 4
/** The entry of a value: its number of products, and the number of its set from 1, or 0 if it has none. */
export const ENTRY_WORDS = 2
/** Lowest bits of a pair: the product's ordinal modulo 32. */
export const ORDINAL_BITS = 5

/** Up to this number of products, each is looked up in the sets one by one. */
const FEW_PRODUCTS = 2_000

type Column = Uint16Array | Uint32Array

/** The products of each value of a filter, read in place from the bytes that `encodePostings` wrote. */
export class Postings {
  readonly #words: Uint32Array
  readonly #setWords: number
  readonly #setsAt: number
  /** The first rare value of each product, from 1, or 0; empty if all values are frequent. */
  readonly #column: Column
  /** Index of the first pair of each 32 products; empty if there are no pairs. */
  readonly #starts: Uint32Array
  readonly #pairs: Uint32Array

  /** @param size number of products in the index */
  constructor(bytes: Uint8Array, size: number) {
    const words = viewWords(bytes)
    const [, setCount, columnBytes, pairCount] = words as unknown as [number, number, number, number]
    this.#words = words
    this.#setWords = Math.ceil(size / 32)
    this.#setsAt = HEADER_WORDS + this.length * ENTRY_WORDS
    const columnAt = this.#setsAt + setCount * this.#setWords
    const columnLength = columnBytes === 0 ? 0 : size
    const columnBegin = words.byteOffset + columnAt * 4
    this.#column =
      columnBytes === 2
        ? new Uint16Array(words.buffer, columnBegin, columnLength)
        : new Uint32Array(words.buffer, columnBegin, columnLength)
    const startsAt = columnAt + Math.ceil((columnLength * columnBytes) / 4)
    const startsLength = pairCount === 0 ? 0 : this.#setWords + 1
    this.#starts = words.subarray(startsAt, startsAt + startsLength)
    this.#pairs = words.subarray(startsAt + startsLength)
  }

  /** Number of values. */
  get length(): number {
    return this.#words[0]!
  }

  /** Returns the number of products of each value. */
  countAll(): Uint32Array {
    return Uint32Array.from({ length: this.length }, (_, value) => this.#words[HEADER_WORDS + value * ENTRY_WORDS]!)
  }

  /**
   * Counts the products of a set that have each value.
   * @param size number of products in the set
   * @param wanted indexes of the values to count; all if undefined
   */
  countIn(bits: Bits, size: number, wanted?: readonly number[]): Uint32Array {
    const few = size <= FEW_PRODUCTS ? listOrdinalsOf(bits, 0, size) : null
    // Index 0 counts the products without a rare value, and is dropped.
    const counts = new Uint32Array(this.length + 1)
    let isRareWanted = false
    for (const value of wanted ?? Array(this.length).keys()) {
      const set = this.#findSet(value)
      if (set) counts[value + 1] = few ? countMembers(set, few) : countCommonBits(set, bits)
      else isRareWanted = true
    }
    if (isRareWanted) countColumn(this.#column, bits, counts)
    if (isRareWanted && this.#pairs.length > 0) countPairs(this.#starts, this.#pairs, bits, counts)
    return counts.subarray(1)
  }

  /** Adds the products that have one of the values to a set. */
  addTo(values: ReadonlySet<number>, bits: Bits): void {
    /** 1 for each rare value that is wanted. */
    let flags: Uint8Array | undefined
    for (const value of values) {
      const set = this.#findSet(value)
      if (set) unionInto(bits, set)
      else (flags ??= new Uint8Array(this.length + 1))[value + 1] = 1
    }
    if (!flags) return
    addColumn(this.#column, flags, bits)
    if (this.#pairs.length > 0) addPairs(this.#starts, this.#pairs, flags, bits)
  }

  #findSet(value: number): Bits | undefined {
    const set = this.#words[HEADER_WORDS + value * ENTRY_WORDS + 1]!
    const offset = this.#setsAt + (set - 1) * this.#setWords
    return set === 0 ? undefined : this.#words.subarray(offset, offset + this.#setWords)
  }
}

// These loops are separate functions: if code follows a long loop, V8 deoptimizes the loop when it ends.

function countMembers(set: Bits, ordinals: readonly number[]): number {
  let count = 0
  for (let index = 0; index < ordinals.length; index++)
    count += (set[ordinals[index]! >>> 5]! >>> (ordinals[index]! & 31)) & 1
  return count
}

function countColumn(column: Column, bits: Bits, counts: Uint32Array): void {
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1)
      counts[column[word * 32 + 31 - Math.clz32(rest & -rest)]!]!++
  }
}

function countPairs(starts: Uint32Array, pairs: Uint32Array, bits: Bits, counts: Uint32Array): void {
  for (let word = 0; word < bits.length; word++) {
    const places = bits[word]!
    if (places === 0) continue
    const end = starts[word + 1]!
    for (let index = starts[word]!; index < end; index++)
      counts[(pairs[index]! >>> ORDINAL_BITS) + 1]! += (places >>> (pairs[index]! & 31)) & 1
  }
}

function addColumn(column: Column, flags: Uint8Array, bits: Bits): void {
  for (let ordinal = 0; ordinal < column.length; ordinal++)
    bits[ordinal >>> 5]! |= flags[column[ordinal]!]! << (ordinal & 31)
}

function addPairs(starts: Uint32Array, pairs: Uint32Array, flags: Uint8Array, bits: Bits): void {
  for (let word = 0; word < bits.length; word++) {
    const end = starts[word + 1]!
    for (let index = starts[word]!; index < end; index++)
      bits[word]! |= flags[(pairs[index]! >>> ORDINAL_BITS) + 1]! << (pairs[index]! & 31)
  }
}

/** Views bytes as 32-bit words; copies them only if they are not aligned to four bytes. */
export function viewWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}
