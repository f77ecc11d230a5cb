import { BytesReader, GrowingBytes } from '../growing-bytes.ts'
import { foldValue } from '../words.ts'
import { setBit } from '../bits.ts'
import { addUp, ENTRY_WORDS, HEADER_WORDS, increment, ORDINAL_BITS } from '../postings.ts'

/** Collects the products of each value of a filter. */
export class ValuePostings {
  readonly #indexes = new Map<string, number>()
  #lists: OrdinalList[] = []
  /** Each value as spelled first. */
  labels: string[] = []

  /**
   * @param key the folded value
   * @param label the value as the product spells it
   */
  add(key: string, label: string, ordinal: number): void {
    let index = this.#indexes.get(key)
    if (index === undefined) {
      index = this.labels.length
      this.#indexes.set(key, index)
      this.labels.push(label)
      this.#lists.push(new OrdinalList())
    }
    this.#lists[index]?.push(ordinal)
  }

  get counted(): readonly { readonly label: string; readonly count: number }[] {
    return this.labels.map((label, index) => ({ label, count: this.#lists[index]?.length ?? 0 }))
  }

  /**
   * Orders values, and merges each group into one. No value may be added afterwards.
   * @param groups in the new order, the current indexes of the values that each replaces; it keeps the label of the first
   */
  arrange(groups: readonly (readonly number[])[]): void {
    const lists = this.#lists
    this.labels = groups.map(([first = 0]) => this.labels[first] ?? '')
    this.#lists = groups.map((group) => mergeLists(group.flatMap((index) => lists[index] ?? [])))
    this.#indexes.clear()
  }

  /** @param labels all labels in the new order */
  reorder(labels: readonly string[]): void {
    const places = new Map(this.labels.map((label, place) => [label, place]))
    this.arrange(labels.map((label) => [places.get(label) ?? 0]))
  }

  /** Encodes the postings and frees the lists. @param size number of products in the index */
  encode(size: number): Uint8Array {
    const lists: Uint32Array[] = []
    for (let list = this.#lists.pop(); list; list = this.#lists.pop()) lists.push(list.toWords())
    return encodePostings(lists.toReversed(), size)
  }
}

function mergeLists(lists: readonly OrdinalList[]): OrdinalList {
  const [only, ...others] = lists
  if (only && others.length === 0) return only
  const merged = new OrdinalList()
  for (const ordinal of Uint32Array.from(lists.flatMap((list) => [...list.toWords()])).sort()) merged.push(ordinal)
  return merged
}

/** Ascending ordinals, as differences of about one byte each. */
class OrdinalList {
  readonly #differences = new GrowingBytes(4)
  #last = -1
  length = 0

  push(ordinal: number): void {
    if (ordinal === this.#last) return
    this.#differences.pushNumber(ordinal - this.#last)
    this.#last = ordinal
    this.length++
  }

  toWords(): Uint32Array {
    const words = new Uint32Array(this.length)
    const reader = new BytesReader(this.#differences.view())
    let ordinal = -1
    for (let index = 0; index < words.length; index++) words[index] = ordinal += reader.readNumber()
    return words
  }
}

/** With more filter values, the catalogue gets no filter by tags. */
const FILTER_TAGS_MAX = 100

/** Limits the memory of an import. */
const COLLECTED_TAGS_MAX = 10_000

/** A tag of a larger share of the products is of no use as a filter. */
const PRODUCT_SHARE_MAX = 0.9

export class TagValues {
  readonly #values = new ValuePostings()

  add(tags: readonly string[], ordinal: number): void {
    for (const tag of tags) {
      if (this.#values.labels.length > COLLECTED_TAGS_MAX) return
      const key = foldValue(tag)
      if (key !== '') this.#values.add(key, tag, ordinal)
    }
  }

  /** Returns the tags of several but not nearly all products; none if there are too many. @param size number of products */
  choose(size: number): ValuePostings {
    const useful = this.#values.counted.flatMap(({ count }, index) =>
      count > 1 && count <= size * PRODUCT_SHARE_MAX ? [[index]] : [],
    )
    const areAllCollected = this.#values.labels.length <= COLLECTED_TAGS_MAX
    this.#values.arrange(areAllCollected && useful.length <= FILTER_TAGS_MAX ? useful : [])
    return this.#values
  }
}

/**
 * Encodes the products of each value for `Postings`. A frequent value (more than one product in 32) is a bitset. For
 * rare values, a column holds the first one of each product, and pairs of product and value the others, grouped by 32
 * products, so that counting time depends on the number of counted products. If few products have rare values, pairs
 * hold all: with 5,300 attributes, 19,000 products need 15 MB instead of 208 MB.
 * @param lists for each value the ordinals of its products, ascending
 * @param size number of products in the index
 */
function encodePostings(lists: readonly Uint32Array[], size: number): Uint8Array {
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
