import type { Bits } from './bits.ts'
import { NO_PRICE } from './index-storage.ts'

/** A block is this number of words of a set; its lowest and highest price let whole blocks be skipped. */
const BLOCK_WORDS = 64
const BLOCK_SIZE = BLOCK_WORDS * 32

/** The lowest and highest price of each product, in minor units, and of each block of products. */
export interface Prices {
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly leastOfBlock: Uint32Array
  readonly mostOfBlock: Uint32Array
}

/** Decodes the blob of prices. @param words the lowest price of each product, then the highest of each */
export function decodePrices(words: Uint32Array): Prices {
  const [from, to] = [words.subarray(0, words.length / 2), words.subarray(words.length / 2)]
  const blocks = Math.ceil(from.length / BLOCK_SIZE)
  const leastOfBlock = new Uint32Array(blocks).fill(NO_PRICE)
  const mostOfBlock = new Uint32Array(blocks)
  for (let ordinal = 0; ordinal < from.length; ordinal++) {
    if (from[ordinal] === NO_PRICE) continue
    const block = Math.floor(ordinal / BLOCK_SIZE)
    leastOfBlock[block] = Math.min(leastOfBlock[block]!, from[ordinal]!)
    mostOfBlock[block] = Math.max(mostOfBlock[block]!, to[ordinal]!)
  }
  return { from, to, leastOfBlock, mostOfBlock }
}

/** Finds the lowest and the highest price of a set's products; null if none has a price. Blocks that cannot change them are skipped. */
export function findPriceRange(
  { from, to, leastOfBlock, mostOfBlock }: Prices,
  bits: Bits,
): { readonly minMinor: number; readonly maxMinor: number } | null {
  let [minMinor, maxMinor] = [NO_PRICE, -1]
  for (let block = 0; block < leastOfBlock.length; block++) {
    if (leastOfBlock[block]! >= minMinor && mostOfBlock[block]! <= maxMinor) continue
    const end = Math.min(bits.length, (block + 1) * BLOCK_WORDS)
    for (let word = block * BLOCK_WORDS; word < end; word++) {
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
        const ordinal = word * 32 + 31 - Math.clz32(rest & -rest)
        if (from[ordinal] === NO_PRICE) continue
        minMinor = Math.min(minMinor, from[ordinal]!)
        maxMinor = Math.max(maxMinor, to[ordinal]!)
      }
    }
  }
  return maxMinor < 0 ? null : { minMinor, maxMinor }
}

/** Adds the products with a price between two bounds, both inclusive, in minor units, to a set. */
export function addPricedBetween({ from, to }: Prices, lowest: number, highest: number, bits: Bits): void {
  for (let ordinal = 0; ordinal < from.length; ordinal++) {
    const isIn = to[ordinal]! >= lowest && from[ordinal]! <= highest && from[ordinal] !== NO_PRICE
    bits[ordinal >>> 5]! |= Number(isIn) << (ordinal & 31)
  }
}
