import { type Bits, setBit } from './bits.ts'
import { NO_PRICE } from './index-storage.ts'

/**
 * Prices are summarised in blocks of this number of 32-bit words of a set. The range search skips blocks within the
 * range found so far.
 */
const BLOCK_WORDS = 64
const BLOCK_SIZE = BLOCK_WORDS * 32

/** Prices in minor units, of each product and each block. */
export interface Prices {
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly blocks: readonly { readonly least: number; readonly most: number }[]
}

/** @param words the lowest price of each product, then the highest of each */
export function decodePrices(words: Uint32Array): Prices {
  const [from, to] = [words.subarray(0, words.length / 2), words.subarray(words.length / 2)]
  const blocks = Array.from({ length: Math.ceil(from.length / BLOCK_SIZE) }, (_, block) => {
    const [start, end] = [block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE]
    return {
      least: from.subarray(start, end).reduce((least, price) => Math.min(least, price), NO_PRICE),
      most: to.subarray(start, end).reduce((most, price) => (price === NO_PRICE ? most : Math.max(most, price)), 0),
    }
  })
  return { from, to, blocks }
}

/** Finds the price range of a set, in minor units; null if none has a price. */
export function findPriceRange(
  { from, to, blocks }: Prices,
  bits: Bits,
): { readonly minMinor: number; readonly maxMinor: number } | null {
  let [minMinor, maxMinor] = [NO_PRICE, -1]
  for (const [block, { least, most }] of blocks.entries()) {
    if (least >= minMinor && most <= maxMinor) continue
    const end = Math.min(bits.length, (block + 1) * BLOCK_WORDS)
    for (let word = block * BLOCK_WORDS; word < end; word++) {
      for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
        const ordinal = word * 32 + 31 - Math.clz32(rest & -rest)
        const lowest = from[ordinal] ?? NO_PRICE
        if (lowest === NO_PRICE) continue
        minMinor = Math.min(minMinor, lowest)
        maxMinor = Math.max(maxMinor, to[ordinal] ?? 0)
      }
    }
  }
  return maxMinor < 0 ? null : { minMinor, maxMinor }
}

/** Adds the products with a price between two inclusive bounds, in minor units. */
export function addPricedBetween({ from, to }: Prices, lowest: number, highest: number, bits: Bits): void {
  for (let ordinal = 0; ordinal < from.length; ordinal++) {
    const price = from[ordinal] ?? NO_PRICE
    if (price <= highest && price !== NO_PRICE && (to[ordinal] ?? 0) >= lowest) setBit(bits, ordinal)
  }
}
