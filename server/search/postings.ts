import { countCommonBits, listBits, unite, type Bits } from './bits.ts'

/** In front: how many values there are, how many of them have a set, how many bytes a column's entry has, how many pairs there are. */
export const HEADER_WORDS = 4
/** What the table says of each value: how many products have it, and the place of its set, from 1; 0 where it has none. */
export const ENTRY_WORDS = 2
/** Of a pair, the product's place among 32. */
export const PLACE_BITS = 5

/** So few are looked up one by one. */
const FEW_PRODUCTS = 2_000

type Column = Uint16Array | Uint32Array

/** The products of each value of something, as `encodePostings` wrote them; read where they lie. */
export class Postings {
  readonly #words: Uint32Array
  readonly #setWords: number
  readonly #setsAt: number
  /** Of each product the first of its rare values, from 1; empty where there are none. */
  readonly #column: Column
  /** Where the pairs of each 32 products begin; empty where there are none. */
  readonly #starts: Uint32Array
  readonly #pairs: Uint32Array

  /** @param size how many products there are */
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

  /** How many values there are. */
  get length(): number {
    return this.#words[0]!
  }

  /** Of each value how many products have it. */
  countAll(): Uint32Array {
    return Uint32Array.from({ length: this.length }, (_, value) => this.#words[HEADER_WORDS + value * ENTRY_WORDS]!)
  }

  /**
   * Of each value how many products of a set have it; of some values only, where those are named.
   * @param size of the set
   */
  countIn(bits: Bits, size: number, wanted?: readonly number[]): Uint32Array {
    const few = size <= FEW_PRODUCTS ? listBits(bits, 0, size) : null
    // Of the column, 0 says nothing.
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

  /** Adds the products that have one of some values to a set. */
  addTo(values: ReadonlySet<number>, bits: Bits): void {
    /** A one for each rare value that is wanted. */
    let flags: Uint8Array | undefined
    for (const value of values) {
      const set = this.#findSet(value)
      if (set) unite(bits, set)
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

// Loops of their own functions: what follows a long loop makes V8 throw the loop's code away at its end.

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
      counts[(pairs[index]! >>> PLACE_BITS) + 1]! += (places >>> (pairs[index]! & 31)) & 1
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
      bits[word]! |= flags[(pairs[index]! >>> PLACE_BITS) + 1]! << (pairs[index]! & 31)
  }
}

/** Bytes as 32-bit words; copied where they do not lie as words have to. */
export function viewWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}
