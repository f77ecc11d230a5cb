import { type Bits, createBits, setBit } from './bits.ts'
import { BytesReader, type GrowingBytes } from './growing-bytes.ts'

/** Levels rate how well a word describes a product, from 0 to `LEVELS` - 1 (best). */
export const LEVELS = 8

/** Lowest bits of a posting; the others are the product's ordinal. */
const LEVEL_BITS = 3
const LEVEL_MASK = 2 ** LEVEL_BITS - 1

/** Lowest bits of an ordinal: its position in the chunk. A container holds products of one chunk. */
const CHUNK_BITS = 16
const CHUNK_SIZE = 2 ** CHUNK_BITS
const BITMAP_BYTES = CHUNK_SIZE / 8
/** From this number of products on, a bitmap is no larger than a list. */
const BITMAP_FROM = BITMAP_BYTES / 2

/** Encodes an ordinal and the level of a word as one number. */
export function toPosting(ordinal: number, level: number): number {
  return ordinal * LEVELS + level
}

/**
 * Writes postings as in Roaring bitmaps: each container holds the products of one chunk and one level, as a list or a
 * bitmap, whichever is smaller. Containers can be concatenated.
 * @param postings sorted by ordinal
 */
export function writeContainers(postings: Uint32Array, target: GrowingBytes): void {
  let levels = 0
  for (const posting of postings) levels |= 1 << (posting & LEVEL_MASK)
  for (let level = 0; level < LEVELS; level++) {
    if (((levels >> level) & 1) === 0) continue
    const isOnly = levels === 1 << level
    writeLevel(isOnly ? postings : postings.filter((posting) => (posting & LEVEL_MASK) === level), level, target)
  }
}

function writeLevel(postings: Uint32Array, level: number, target: GrowingBytes): void {
  let [start, end, chunk] = [0, 0, 0]
  for (const posting of postings) {
    const next = posting >>> (LEVEL_BITS + CHUNK_BITS)
    if (next !== chunk && end > start) {
      writeContainer(postings.subarray(start, end), level, chunk, target)
      start = end
    }
    chunk = next
    end++
  }
  if (end > start) writeContainer(postings.subarray(start), level, chunk, target)
}

function writeContainer(postings: Uint32Array, level: number, chunk: number, target: GrowingBytes): void {
  const isBitmap = postings.length >= BITMAP_FROM
  target.pushNumber((chunk << (LEVEL_BITS + 1)) | (level << 1) | Number(isBitmap))
  if (isBitmap) {
    const bitmap = createBits(CHUNK_SIZE)
    for (const posting of postings) setBit(bitmap, (posting >>> LEVEL_BITS) & (CHUNK_SIZE - 1))
    target.pushBytes(new Uint8Array(bitmap.buffer))
    return
  }
  target.pushNumber(postings.length)
  for (const posting of postings) {
    const low = (posting >>> LEVEL_BITS) & (CHUNK_SIZE - 1)
    target.pushByte(low & 0xff)
    target.pushByte(low >>> 8)
  }
}

/** Adds the products in containers to the set of their level. */
export function addContainers(bytes: Uint8Array, bitsOf: (level: number) => Bits): void {
  const reader = new BytesReader(bytes)
  while (!reader.isAtEnd) {
    const head = reader.readNumber()
    const bits = bitsOf((head >>> 1) & LEVEL_MASK)
    const firstOrdinal = (head >>> (LEVEL_BITS + 1)) * CHUNK_SIZE
    if (head & 1) addBitmap(reader.readBytes(BITMAP_BYTES), bits, firstOrdinal)
    else addList(reader.readBytes(reader.readNumber() * 2), bits, firstOrdinal)
  }
}

function addBitmap(bitmap: Uint8Array, bits: Bits, firstOrdinal: number): void {
  // A Uint32Array must start at a multiple of four bytes, so the bytes are copied.
  const words = new Uint32Array(new Uint8Array(bitmap).buffer)
  const firstWord = firstOrdinal / 32
  const count = Math.min(words.length, bits.length - firstWord)
  // `count` keeps the indexes in range. This is faster than `unionInto` with a view.
  for (let word = 0; word < count; word++) bits[firstWord + word]! |= words[word]!
}

function addList(lows: Uint8Array, bits: Bits, firstOrdinal: number): void {
  for (let index = 0; index < lows.length; index += 2) {
    // The indexes are in range, because the list has two bytes for each product.
    const low = lows[index]! | (lows[index + 1]! << 8)
    setBit(bits, firstOrdinal + low)
  }
}

/** Lists the first products in containers, ascending within each. */
export function listOrdinals(bytes: Uint8Array, limit: number): readonly number[] {
  const ordinals: number[] = []
  const reader = new BytesReader(bytes)
  while (!reader.isAtEnd && ordinals.length < limit) {
    const head = reader.readNumber()
    const first = (head >>> (LEVEL_BITS + 1)) * CHUNK_SIZE
    if (head & 1) {
      const bitmap = reader.readBytes(BITMAP_BYTES)
      for (let low = 0; low < CHUNK_SIZE && ordinals.length < limit; low++)
        if ((bitmap[low >>> 3]! >>> (low & 7)) & 1) ordinals.push(first + low)
    } else {
      const lows = reader.readBytes(reader.readNumber() * 2)
      for (let index = 0; index < lows.length && ordinals.length < limit; index += 2)
        ordinals.push(first + (lows[index]! | (lows[index + 1]! << 8)))
    }
  }
  return ordinals
}

/** Adds 1 to the count of each ordinal in the containers. */
export function countContainers(bytes: Uint8Array, counts: Uint8Array): void {
  const reader = new BytesReader(bytes)
  while (!reader.isAtEnd) {
    const head = reader.readNumber()
    const first = (head >>> (LEVEL_BITS + 1)) * CHUNK_SIZE
    // The indexes are in range: a bitmap has one bit, and a list two bytes, for each product.
    if (head & 1) {
      const bitmap = reader.readBytes(BITMAP_BYTES)
      for (let low = 0; low < CHUNK_SIZE; low++) if ((bitmap[low >>> 3]! >>> (low & 7)) & 1) counts[first + low]!++
    } else {
      const lows = reader.readBytes(reader.readNumber() * 2)
      for (let index = 0; index < lows.length; index += 2) counts[first + (lows[index]! | (lows[index + 1]! << 8))]!++
    }
  }
}
