import { foldText } from '../../../shared/slug.ts'
import { GrowingBytes, GrowingWords } from '../growing-bytes.ts'
import { NO_PRICE } from '../index-storage.ts'

const DIGIT_BITS = 16
const DIGITS = 2 ** DIGIT_BITS

/** Collects the names of products, to sort the products by them. */
export class SortedNames {
  readonly #text = new GrowingBytes(1024)
  /** End of each name in the text. */
  readonly #ends = new GrowingWords()

  add(name: string): void {
    this.#text.pushText(foldText(name))
    this.#ends.push(this.#text.length)
  }

  /** Returns the ordinals sorted by the UTF-8 bytes of the folded names; equal names stay in the order of ordinals. */
  toOrder(): Uint32Array {
    const text = this.#text.view()
    const ends = this.#ends.view()
    const start = (ordinal: number) => (ordinal === 0 ? 0 : ends[ordinal - 1]!)
    return ascendingOrdinals(ends.length).sort(
      (one, other) => text.compare(text, start(other), ends[other], start(one), ends[one]) || one - other,
    )
  }
}

/** Returns the ordinals sorted by ascending numbers: a stable radix sort by the lower 16 bits, then the upper 16. */
export function sortByNumber(numbers: Uint32Array): Uint32Array {
  const byLow = sortByDigit(ascendingOrdinals(numbers.length), numbers, 0)
  return sortByDigit(byLow, numbers, DIGIT_BITS)
}

/** Inverts prices, so that sorting puts the highest first and missing prices last. */
export function reversePrices(prices: Uint32Array): Uint32Array {
  return prices.map((price) => (price === NO_PRICE ? NO_PRICE : NO_PRICE - 1 - price))
}

function ascendingOrdinals(count: number): Uint32Array {
  const ordinals = new Uint32Array(count)
  for (let ordinal = 0; ordinal < count; ordinal++) ordinals[ordinal] = ordinal
  return ordinals
}

function sortByDigit(order: Uint32Array, numbers: Uint32Array, shift: number): Uint32Array {
  const ends = new Uint32Array(DIGITS)
  for (const number of numbers) ends[(number >>> shift) & (DIGITS - 1)]!++
  for (let digit = 1; digit < DIGITS; digit++) ends[digit]! += ends[digit - 1]!
  const sorted = new Uint32Array(order.length)
  for (let index = order.length - 1; index >= 0; index--) {
    const ordinal = order[index]!
    sorted[--ends[(numbers[ordinal]! >>> shift) & (DIGITS - 1)]!] = ordinal
  }
  return sorted
}
