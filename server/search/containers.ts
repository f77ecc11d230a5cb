import type { Bits } from './bits.ts'
import { BytesReader, type GrowingBytes } from './growing-bytes.ts'

/** The fields in which a product can have a word, the most important first. */
export const TIERS = ['name', 'brand', 'category', 'attribute', 'description'] as const
export type Tier = (typeof TIERS)[number]

/** A posting is a number: the product's ordinal, with the index of the tier in its lowest bits. */
const TIER_BITS = 3
const TIER_MASK = 2 ** TIER_BITS - 1

/** A container holds the products of one chunk, whose ordinals differ only in this number of lowest bits. */
const CHUNK_BITS = 16
const CHUNK_SIZE = 2 ** CHUNK_BITS
const BITMAP_BYTES = CHUNK_SIZE / 8
/** From this number of products on, a bitmap is smaller than a list of two bytes each. */
const BITMAP_FROM = BITMAP_BYTES / 2

/** Encodes a product's ordinal and the tier of a word as one number. */
export function toPosting(ordinal: number, tier: Tier): number {
  return ordinal * 2 ** TIER_BITS + TIERS.indexOf(tier)
}

/**
 * Writes postings as containers, as Roaring bitmaps do: the products of one chunk and one tier as a list or a bitmap,
 * whichever is smaller. Containers may be concatenated.
 * @param postings sorted by ordinal
 */
export function writeContainers(postings: Uint32Array, target: GrowingBytes): void {
  let tiers = 0
  for (let index = 0; index < postings.length; index++) tiers |= 1 << (postings[index]! & TIER_MASK)
  for (let tier = 0; tier < TIERS.length; tier++) {
    if ((tiers >> tier) & 1)
      writeTier(
        tiers === 1 << tier ? postings : postings.filter((posting) => (posting & TIER_MASK) === tier),
        tier,
        target,
      )
  }
}

function writeTier(postings: Uint32Array, tier: number, target: GrowingBytes): void {
  for (let start = 0; start < postings.length;) {
    const chunk = postings[start]! >>> (TIER_BITS + CHUNK_BITS)
    let end = start + 1
    while (end < postings.length && postings[end]! >>> (TIER_BITS + CHUNK_BITS) === chunk) end++
    writeContainer(postings.subarray(start, end), tier, chunk, target)
    start = end
  }
}

function writeContainer(postings: Uint32Array, tier: number, chunk: number, target: GrowingBytes): void {
  const isBitmap = postings.length >= BITMAP_FROM
  target.pushNumber((chunk << (TIER_BITS + 1)) | (tier << 1) | Number(isBitmap))
  if (isBitmap) {
    const bitmap = new Uint8Array(BITMAP_BYTES)
    for (const posting of postings) {
      const low = (posting >>> TIER_BITS) & (CHUNK_SIZE - 1)
      bitmap[low >>> 3]! |= 1 << (low & 7)
    }
    target.pushBytes(bitmap)
    return
  }
  target.pushNumber(postings.length)
  for (const posting of postings) {
    const low = (posting >>> TIER_BITS) & (CHUNK_SIZE - 1)
    target.pushByte(low & 0xff)
    target.pushByte(low >>> 8)
  }
}

/**
 * Adds the products of containers to sets.
 * @param bitsOf returns the set for a tier's index
 */
export function addContainers(bytes: Uint8Array, bitsOf: (tier: number) => Bits): void {
  const reader = new BytesReader(bytes)
  while (!reader.isAtEnd) {
    const head = reader.readNumber()
    const bits = bitsOf((head >>> 1) & TIER_MASK)
    const firstWord = (head >>> (TIER_BITS + 1)) * (CHUNK_SIZE / 32)
    if (head & 1) addBitmap(reader.readBytes(BITMAP_BYTES), bits, firstWord)
    else addList(reader.readBytes(reader.readNumber() * 2), bits, firstWord)
  }
}

function addBitmap(bitmap: Uint8Array, bits: Bits, firstWord: number): void {
  // Copied, because a Uint32Array must start at a multiple of four bytes.
  const words = new Uint32Array(new Uint8Array(bitmap).buffer)
  const count = Math.min(words.length, bits.length - firstWord)
  for (let word = 0; word < count; word++) bits[firstWord + word]! |= words[word]!
}

function addList(lows: Uint8Array, bits: Bits, firstWord: number): void {
  for (let index = 0; index < lows.length; index += 2) {
    const low = lows[index]! | (lows[index + 1]! << 8)
    bits[firstWord + (low >>> 5)]! |= 1 << (low & 31)
  }
}
