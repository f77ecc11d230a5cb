import { BytesReader, GrowingBytes } from '../growing-bytes.ts'

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
