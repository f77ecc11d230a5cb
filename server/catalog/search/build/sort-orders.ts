import { foldText } from '../../../../shared/slug.ts'
import { GrowingBytes, GrowingWords } from '../growing-bytes.ts'
import { NO_PRICE } from '../index-storage.ts'

/** Sorts texts in little memory. */
export class SortedTexts {
  readonly #text = new GrowingBytes(1024)
  /** The offset of each text, and the end of the last one. */
  readonly #starts = new GrowingWords()

  constructor() {
    this.#starts.push(0)
  }

  add(text: string): void {
    this.#text.pushText(foldText(text))
    this.#starts.push(this.#text.length)
  }

  /** Returns the texts' positions, sorted by the UTF-8 bytes of the folded texts; equal texts by position. */
  toOrder(): Uint32Array {
    const text = this.#text.view()
    const starts = this.#starts.view()
    const ends = starts.subarray(1)
    return new Uint32Array(ends.keys()).sort(
      (one, other) => text.compare(text, starts[other], ends[other], starts[one], ends[one]) || one - other,
    )
  }
}

/** Inserts before each number its count of digits, so that 'A-2' is sorted before 'A-10'. */
export function padNumbers(text: string): string {
  return text.replace(/0*(\d+)/g, (_number, digits: string) => String.fromCharCode(48 + digits.length) + digits)
}

/** Returns the ordinals by ascending number; equal numbers keep their order. */
export function sortByNumber(numbers: Uint32Array): Uint32Array {
  const pairs = new Uint32Array(numbers.length * 2)
  numbers.forEach((number, ordinal) => pairs.set([ordinal, number], ordinal * 2))
  // As a little-endian 64-bit integer, a pair has its number in the upper half.
  new BigUint64Array(pairs.buffer).sort()
  return pairs.filter((_, index) => index % 2 === 0)
}

/** Inverts prices, to sort the highest first and missing ones last. */
export function reversePrices(prices: Uint32Array): Uint32Array {
  return prices.map((price) => (price === NO_PRICE ? NO_PRICE : NO_PRICE - 1 - price))
}
