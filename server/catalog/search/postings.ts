import { countCommonBits, hasBit, listOrdinalsOf, setBit, unionInto, type Bits } from './bits.ts'

/** Words of the header: number of values, number of bitsets, bytes per entry of the column, number of pairs. */
export const HEADER_WORDS = 4
/** Words of a value: its number of products, and its bitset plus 1, or 0. */
export const ENTRY_WORDS = 2
/** Low bits of a pair, which hold the ordinal modulo 32; the others hold the value. */
export const ORDINAL_BITS = 5

/** With fewer products per 32-bit word of a set, looking up each is faster than comparing all words. */
const FEW_PRODUCTS_SHARE = 0.5

type Column = Uint16Array | Uint32Array

export type Ranks = Uint16Array | Uint32Array

/** The products with each value of a filter, as `encodePostings` wrote them. */
export class Postings {
  readonly length: number
  readonly #entries: Uint32Array
  readonly #counts: Uint32Array
  readonly #sets: Uint32Array
  readonly #setWords: number
  /** For each product, its first rare value plus 1, or 0. Empty if few products have rare values. */
  readonly #column: Column
  readonly #starts: Uint32Array
  readonly #pairs: Uint32Array

  /** @param size number of products in the index */
  constructor(bytes: Uint8Array, size: number) {
    const words = viewWords(bytes)
    const [length = 0, setCount = 0, columnBytes = 0, pairCount = 0] = words
    const setsAt = HEADER_WORDS + length * ENTRY_WORDS
    this.length = length
    this.#entries = words.subarray(HEADER_WORDS, setsAt)
    this.#counts = this.#entries.filter((_, index) => index % ENTRY_WORDS === 0)
    this.#sets = words.subarray(setsAt)
    this.#setWords = Math.ceil(size / 32)
    const columnAt = setsAt + setCount * this.#setWords
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

  /** Returns the number of products with each value. The caller must not change the array. */
  countAll(): Uint32Array {
    return this.#counts
  }

  /**
   * Counts the products of a set with each value.
   * @param size number of products in the set
   * @param wanted indexes of the values to count; all if undefined
   */
  countIn(bits: Bits, size: number, wanted?: readonly number[]): Uint32Array {
    const few = size <= bits.length * FEW_PRODUCTS_SHARE ? listOrdinalsOf(bits, 0, size) : null
    // Index 0 counts the products without a rare value.
    const counts = new Uint32Array(this.length + 1)
    let isRareWanted = false
    for (const value of wanted ?? Array(this.length).keys()) {
      const set = this.#findSet(value)
      if (set) counts[value + 1] = few ? countMembers(set, few) : countCommonBits(set, bits)
      else isRareWanted = true
    }
    if (isRareWanted && this.#column.length > 0) countColumn(this.#column, bits, counts)
    if (isRareWanted && this.#pairs.length > 0) countPairs(this.#starts, this.#pairs, bits, counts)
    return counts.subarray(1)
  }

  /** Finds the lowest and highest value of products; the lowest is above the highest if there is none. */
  findRange(ordinals: readonly number[]): readonly [low: number, high: number] {
    let [low, high] = [this.length, -1]
    const add = (value: number) => {
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    for (let value = 0; value < this.length; value++) {
      const set = this.#findSet(value)
      if (set && ordinals.some((ordinal) => hasBit(set, ordinal))) add(value)
    }
    for (const ordinal of ordinals) {
      const value = this.#column[ordinal] ?? 0
      if (value > 0) add(value - 1)
      const word = ordinal >>> ORDINAL_BITS
      for (let index = this.#starts[word] ?? 0; index < (this.#starts[word + 1] ?? 0); index++) {
        const pair = this.#pairs[index]!
        if ((pair & 31) === (ordinal & 31)) add(pair >>> ORDINAL_BITS)
      }
    }
    return [low, high]
  }

  /** Adds the products with any of the values. */
  addTo(values: ReadonlySet<number>, bits: Bits): void {
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

  /** Returns each product's lowest rank, or the number of values if it has none. @param rankOf returns the rank of a value */
  rankProducts(size: number, rankOf: (value: number) => number): Ranks {
    const ranks = this.length < 2 ** 16 ? new Uint16Array(size) : new Uint32Array(size)
    ranks.fill(this.length)
    const places = Uint32Array.from({ length: this.length }, (_, value) => rankOf(value))
    for (let value = 0; value < this.length; value++) {
      const set = this.#findSet(value)
      if (set) lowerMembers(ranks, set, places[value]!)
    }
    lowerColumn(ranks, this.#column, places)
    if (this.#pairs.length > 0) lowerPairs(ranks, this.#starts, this.#pairs, places)
    return ranks
  }

  #findSet(value: number): Bits | undefined {
    const set = this.#entries[value * ENTRY_WORDS + 1]
    return set ? this.#sets.subarray((set - 1) * this.#setWords, set * this.#setWords) : undefined
  }
}

// V8 deoptimizes a function if code follows a long loop, so each loop is a function. `!` is safe, because
// `encodePostings` writes only indexes in range.

function countMembers(set: Bits, ordinals: readonly number[]): number {
  let count = 0
  for (const ordinal of ordinals) count += Number(hasBit(set, ordinal))
  return count
}

function countColumn(column: Column, bits: Bits, counts: Uint32Array): void {
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1)
      increment(counts, column[word * 32 + 31 - Math.clz32(rest & -rest)]!)
  }
}

function countPairs(starts: Uint32Array, pairs: Uint32Array, bits: Bits, counts: Uint32Array): void {
  for (let word = 0; word < bits.length; word++) {
    const places = bits[word] ?? 0
    if (places === 0) continue
    const end = starts[word + 1] ?? 0
    for (let index = starts[word] ?? 0; index < end; index++) {
      const pair = pairs[index]!
      counts[(pair >>> ORDINAL_BITS) + 1]! += (places >>> (pair & 31)) & 1
    }
  }
}

/**
 * Processes 32 products per step without branches, in a third of the time.
 * @param flags at index n + 1, whether value n is wanted
 */
function addColumn(column: Column, flags: Uint8Array, bits: Bits): void {
  for (let word = 0, first = 0; first < column.length; word++, first += 32) {
    const count = Math.min(32, column.length - first)
    let members = 0
    for (let bit = 0; bit < count; bit++) members |= flags[column[first + bit]!]! << bit
    bits[word]! |= members
  }
}

function addPairs(starts: Uint32Array, pairs: Uint32Array, flags: Uint8Array, bits: Bits): void {
  for (let word = 0; word < bits.length; word++) {
    const end = starts[word + 1] ?? 0
    for (let index = starts[word] ?? 0; index < end; index++) {
      const pair = pairs[index]!
      if (flags[(pair >>> ORDINAL_BITS) + 1]) setBit(bits, word * 32 + (pair & 31))
    }
  }
}

/** Lowers the rank of each product of a set. */
export function lowerMembers(ranks: Ranks, set: Bits, rank: number): void {
  for (let word = 0; word < set.length; word++) {
    for (let rest = set[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const ordinal = word * 32 + 31 - Math.clz32(rest & -rest)
      if (rank < ranks[ordinal]!) ranks[ordinal] = rank
    }
  }
}

function lowerColumn(ranks: Ranks, column: Column, places: Uint32Array): void {
  for (let ordinal = 0; ordinal < column.length; ordinal++) {
    const value = column[ordinal]!
    if (value !== 0 && places[value - 1]! < ranks[ordinal]!) ranks[ordinal] = places[value - 1]!
  }
}

function lowerPairs(ranks: Ranks, starts: Uint32Array, pairs: Uint32Array, places: Uint32Array): void {
  for (let word = 0; word + 1 < starts.length; word++) {
    for (let index = starts[word]!; index < starts[word + 1]!; index++) {
      const pair = pairs[index]!
      const [ordinal, rank] = [word * 32 + (pair & 31), places[pair >>> ORDINAL_BITS]!]
      if (rank < ranks[ordinal]!) ranks[ordinal] = rank
    }
  }
}

/** Adds 1 at an index, which must be in range. @returns the previous number */
export function increment(numbers: Uint32Array, index: number): number {
  return numbers[index]!++
}

/** Replaces each number with the running total. */
export function addUp(numbers: Uint32Array): void {
  let total = 0
  numbers.forEach((number, index) => {
    numbers[index] = total += number
  })
}

/** Views bytes as 32-bit words, or copies them if they are not aligned to four bytes. */
export function viewWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}

export function viewBytes(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
}
