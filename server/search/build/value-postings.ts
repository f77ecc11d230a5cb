import { encodePostings } from './postings-writer.ts'
import { BytesReader, GrowingBytes } from '../growing-bytes.ts'

/** The products that have each value of something. */
export class ValuePostings {
  readonly #lists = new Map<string, OrdinalList>()
  /** Of each value the spelling that came first. */
  readonly labels: string[] = []

  /** @param key of the value, in whatever spelling `label` has it */
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
   * Ends with it: what was gathered goes as it is written.
   * @param size how many products there are
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

/** Ordinals in ascending order, kept as their differences: about a byte each. */
export class OrdinalList {
  readonly #differences = new GrowingBytes(4)
  #last = -1
  length = 0

  /** An ordinal that is the last one already is not pushed again. */
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
