import { setBit } from '../bits.ts'
import { addUp, ENTRY_WORDS, HEADER_WORDS, increment, ORDINAL_BITS } from '../postings.ts'

/**
 * Encodes the products of each value for `Postings`. A frequent value (more than one product in 32) is a bitset. For
 * rare values, a column holds the first one of each product, and pairs of product and value the others, grouped by 32
 * products, so that counting time depends on the number of counted products. If few products have rare values, pairs
 * hold all: with 5,300 attributes, 19,000 products need 15 MB instead of 208 MB.
 * @param lists for each value the ordinals of its products, ascending
 * @param size number of products in the index
 */
export function encodePostings(lists: readonly Uint32Array[], size: number): Uint8Array {
  const setWords = Math.ceil(size / 32)
  const isFrequent = lists.map((ordinals) => ordinals.length * 32 > size)
  const setCount = isFrequent.filter(Boolean).length
  const { column, pairs, starts } = arrangeRare(lists, isFrequent, size)
  const columnWords = Math.ceil(column.byteLength / 4)
  const setsAt = HEADER_WORDS + lists.length * ENTRY_WORDS
  const columnAt = setsAt + setCount * setWords
  const words = new Uint32Array(columnAt + columnWords + starts.length + pairs.length)
  words.set([lists.length, setCount, column.length === 0 ? 0 : column.BYTES_PER_ELEMENT, pairs.length])
  let sets = 0
  for (const [value, ordinals] of lists.entries()) {
    words.set([ordinals.length, isFrequent[value] ? sets + 1 : 0], HEADER_WORDS + value * ENTRY_WORDS)
    if (!isFrequent[value]) continue
    const bits = words.subarray(setsAt + sets * setWords, setsAt + (sets + 1) * setWords)
    for (const ordinal of ordinals) setBit(bits, ordinal)
    sets++
  }
  new Uint8Array(words.buffer, columnAt * 4).set(new Uint8Array(column.buffer))
  words.set(starts, columnAt + columnWords)
  words.set(pairs, columnAt + columnWords + starts.length)
  return new Uint8Array(words.buffer)
}

interface RareValues {
  /** For each product, its first rare value plus 1, or 0. Empty if few products have rare values. */
  readonly column: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>
  readonly pairs: Uint32Array
  /** The first pair of each group of 32 products; empty without pairs. */
  readonly starts: Uint32Array
}

function arrangeRare(lists: readonly Uint32Array[], isFrequent: readonly boolean[], size: number): RareValues {
  const column = lists.length < 2 ** 16 - 1 ? new Uint16Array(size) : new Uint32Array(size)
  const starts = new Uint32Array(Math.ceil(size / 32) + 1)
  const rare = lists.reduce((sum, { length }, value) => sum + (isFrequent[value] ? 0 : length), 0)
  const hasColumn = column.byteLength < starts.byteLength + rare * starts.BYTES_PER_ELEMENT
  const eachRare = (visit: (value: number, ordinal: number) => void) => {
    for (const [value, ordinals] of lists.entries())
      if (!isFrequent[value]) for (const ordinal of ordinals) visit(value, ordinal)
  }
  eachRare((value, ordinal) => {
    if (hasColumn && column[ordinal] === 0) column[ordinal] = value + 1
    else increment(starts, (ordinal >>> ORDINAL_BITS) + 1)
  })
  addUp(starts)
  const pairs = new Uint32Array(starts.at(-1) ?? 0)
  const used = hasColumn ? column : column.slice(0, 0)
  if (pairs.length === 0) return { column: used, pairs, starts: new Uint32Array() }
  const next = starts.slice()
  eachRare((value, ordinal) => {
    if (column[ordinal] !== value + 1)
      pairs[increment(next, ordinal >>> ORDINAL_BITS)] = (value << ORDINAL_BITS) | (ordinal & 31)
  })
  return { column: used, pairs, starts }
}
