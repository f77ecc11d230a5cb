import { countBits, countCommonBits, hasBit, listOrdinalsOf, setBit, unionInto, type Bits } from './bits.ts'

/** Number of words in the header: number of values, number of bitsets, bytes per entry of the column, number of pairs. */
export const HEADER_WORDS = 4
/** Number of words for each value: its number of products, and the index of its bitset plus 1, or 0 if it has none. */
export const ENTRY_WORDS = 2
/** Number of low bits of a pair that hold the ordinal modulo 32; the other bits hold the value. */
export const ORDINAL_BITS = 5

/**
 * If a set has fewer products than this share of its 32-bit words, looking up each product is faster than comparing all words.
 */
const FEW_PRODUCTS_SHARE = 0.5

type Column = Uint16Array | Uint32Array

/** The rank of each product. */
export type Ranks = Uint16Array | Uint32Array

/** Reads which products have each value of a filter, as `encodePostings` wrote it. */
export class Postings {
  /** Number of values. */
  readonly length: number
  readonly #entries: Uint32Array
  readonly #counts: Uint32Array
  readonly #sets: Uint32Array
  readonly #setWords: number
  /**
   * For each product, the index of its first rare value plus 1, or 0 if it has none. The column is empty if few products have
   * rare values.
   */
  readonly #column: Column
  readonly #starts: Uint32Array
  readonly #pairs: Uint32Array
  #areSingle: boolean | undefined

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

  /** Returns the number of products that have each value. The caller must not change the array. */
  countAll(): Uint32Array {
    return this.#counts
  }

  /**
   * Counts the products of a set that have each value.
   * @param size number of products in the set
   * @param wanted indexes of the values to count; all if undefined
   */
  countIn(bits: Bits, size: number, wanted?: readonly number[]): Uint32Array {
    const few = size <= bits.length * FEW_PRODUCTS_SHARE ? listOrdinalsOf(bits, 0, size) : null
    // Index 0 counts the products without a rare value, so the counts of values begin at 1.
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

  /** Finds the lowest and the highest value of products. The lowest is above the highest if no product has a value. */
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

  /** Adds the products that have at least one of the values to a set. */
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

  /** Whether every product has at most one value. */
  get areSingle(): boolean {
    if (this.#areSingle === undefined) {
      const bits = new Uint32Array(this.#setWords)
      this.addTo(new Set(this.#counts.keys()), bits)
      this.#areSingle = countBits(bits) === this.#counts.reduce((sum, count) => sum + count, 0)
    }
    return this.#areSingle
  }

  /**
   * Counts the products that have a value of each group. A product with several values of a group counts once.
   * @param groups for each value, a bit mask of its groups
   * @returns a count for each of the 32 groups, followed by the number of products in any group
   */
  countGroups(groups: Uint32Array, bits: Bits): Uint32Array {
    const merged = new Uint32Array(this.#setWords * 32)
    for (let value = 0; value < this.length; value++) {
      const set = this.#findSet(value)
      if (set && groups[value] !== 0) mergeMembers(merged, set, groups[value]!)
    }
    mergeColumn(merged, this.#column, groups)
    if (this.#pairs.length > 0) mergePairs(merged, this.#starts, this.#pairs, groups)
    return countMerged(merged, bits)
  }

  /**
   * Returns the lowest rank among each product's values, or the number of values for a product without a value.
   * @param rankOf returns the rank of a value
   */
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

// The loops are separate functions, because V8 deoptimizes a function if code follows a long loop. They use `!`, because
// `encodePostings` writes only indexes that are in range.

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
 * Processes 32 products per step without branches, which takes a third of the time of a branching loop.
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

/** Gives each product of a set a rank, unless the product already has a lower one. */
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

function mergeMembers(merged: Uint32Array, set: Bits, groups: number): void {
  for (let word = 0; word < set.length; word++) {
    for (let rest = set[word] ?? 0; rest !== 0; rest &= rest - 1)
      merged[word * 32 + 31 - Math.clz32(rest & -rest)]! |= groups
  }
}

function mergeColumn(merged: Uint32Array, column: Column, groups: Uint32Array): void {
  for (let ordinal = 0; ordinal < column.length; ordinal++) {
    const value = column[ordinal]!
    if (value !== 0) merged[ordinal]! |= groups[value - 1]!
  }
}

function mergePairs(merged: Uint32Array, starts: Uint32Array, pairs: Uint32Array, groups: Uint32Array): void {
  for (let word = 0; word + 1 < starts.length; word++) {
    for (let index = starts[word]!; index < starts[word + 1]!; index++)
      merged[word * 32 + (pairs[index]! & 31)]! |= groups[pairs[index]! >>> ORDINAL_BITS]!
  }
}

function countMerged(merged: Uint32Array, bits: Bits): Uint32Array {
  const counts = new Uint32Array(33)
  for (let word = 0; word < bits.length; word++) {
    for (let products = bits[word] ?? 0; products !== 0; products &= products - 1) {
      const groups = merged[word * 32 + 31 - Math.clz32(products & -products)]!
      if (groups === 0) continue
      increment(counts, 32)
      for (let rest = groups; rest !== 0; rest &= rest - 1) increment(counts, 31 - Math.clz32(rest & -rest))
    }
  }
  return counts
}

/** Adds 1 to the number at an index, which must be in range. @returns the previous number */
export function increment(numbers: Uint32Array, index: number): number {
  return numbers[index]!++
}

/** Replaces each number with the running total up to it. */
export function addUp(numbers: Uint32Array): void {
  let total = 0
  numbers.forEach((number, index) => {
    numbers[index] = total += number
  })
}

/** Views bytes as 32-bit words; copies them only if they are not aligned to four bytes. */
export function viewWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}
