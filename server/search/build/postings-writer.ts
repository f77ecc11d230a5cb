import { setBit } from '../bits.ts'
import { ENTRY_WORDS, HEADER_WORDS, PLACE_BITS } from '../postings.ts'

/**
 * Writes the products of each value of something. Frequent values have a set each. Of the others a column says for each product
 * which one it has, from 1, and pairs of product and value what it has besides; they are ordered by products, behind where
 * those of each 32 begin. So counting costs as much as there are products to count.
 * @param lists of ordinals, each ascending
 * @param size how many products there are
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

interface Rare {
  /** Empty where all values are frequent. */
  readonly column: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>
  readonly pairs: Uint32Array
  /** Empty where there are no pairs. */
  readonly starts: Uint32Array
}

function arrangeRare(lists: readonly Uint32Array[], isFrequent: readonly boolean[], size: number): Rare {
  const length = isFrequent.every(Boolean) ? 0 : size
  const column = lists.length < 2 ** 16 - 1 ? new Uint16Array(length) : new Uint32Array(length)
  const starts = new Uint32Array(Math.ceil(size / 32) + 1)
  const eachRare = (visit: (value: number, ordinal: number) => void) => {
    for (const [value, ordinals] of lists.entries())
      if (!isFrequent[value]) for (const ordinal of ordinals) visit(value, ordinal)
  }
  eachRare((value, ordinal) => {
    if (column[ordinal] === 0) column[ordinal] = value + 1
    else starts[(ordinal >>> PLACE_BITS) + 1]!++
  })
  for (let word = 1; word < starts.length; word++) starts[word]! += starts[word - 1]!
  const pairs = new Uint32Array(starts.at(-1)!)
  if (pairs.length === 0) return { column, pairs, starts: new Uint32Array() }
  const next = starts.slice()
  eachRare((value, ordinal) => {
    if (column[ordinal] !== value + 1) pairs[next[ordinal >>> PLACE_BITS]!++] = (value << PLACE_BITS) | (ordinal & 31)
  })
  return { column, pairs, starts }
}
