import { encodePostings } from './postings-writer.ts'
import { BytesReader, GrowingBytes } from '../growing-bytes.ts'

/** Collects the products of each value of a filter. */
export class ValuePostings {
  readonly #lists = new Map<string, OrdinalList>()
  /** The first spelling of each value. */
  readonly labels: string[] = []

  /** Adds a product to a value. @param key the folded value @param label its spelling in the product */
  add(key: string, label: string, ordinal: number): void {
    let list = this.#lists.get(key)
    if (!list) {
      list = new OrdinalList()
      this.#lists.set(key, list)
      this.labels.push(label)
    }
    list.push(ordinal)
  }

  /**
   * Encodes the postings and frees the lists; nothing can be added afterwards.
   * @param size number of products in the index
   */
  encode(size: number): Uint8Array {
    const lists: Uint32Array[] = []
    for (const [key, list] of this.#lists) {
      lists.push(list.toWords())
      this.#lists.delete(key)
    }
    return encodePostings(lists, size)
  }
}

/** Ascending ordinals, stored as varint differences of about one byte each. */
export class OrdinalList {
  readonly #differences = new GrowingBytes(4)
  #last = -1
  length = 0

  /** Appends an ordinal, unless it equals the last one. */
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
