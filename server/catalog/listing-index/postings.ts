import { countCommonBits, createBits, hasBit, setBit, unite, type Bits } from './bits.ts'

/** The products that have something: few as a list in ascending order, many as a set, whichever is smaller. */
export type Posting = { readonly ordinals: Uint32Array } | { readonly bits: Bits }

const WORD_BYTES = 4
/** What the table in front says of each posting: whether it is a set, where it begins, and its length, in words. */
const ENTRY_WORDS = 3

/** @param ordinals ascending */
export function buildPosting(ordinals: Uint32Array, size: number): Posting {
  if (ordinals.length * 32 <= size) return { ordinals }
  const bits = createBits(size)
  for (const ordinal of ordinals) setBit(bits, ordinal)
  return { bits }
}

export function addPosting(bits: Bits, posting: Posting): void {
  if ('bits' in posting) unite(bits, posting.bits)
  else for (const ordinal of posting.ordinals) setBit(bits, ordinal)
}

/** How many of a posting's products are in a set. */
export function countPosting(posting: Posting, bits: Bits): number {
  if ('bits' in posting) return countCommonBits(posting.bits, bits)
  let count = 0
  for (const ordinal of posting.ordinals) if (hasBit(bits, ordinal)) count++
  return count
}

export function encodePostings(postings: readonly Posting[]): Uint8Array {
  const bodies = postings.map((posting) => ('bits' in posting ? posting.bits : posting.ordinals))
  let offset = 1 + postings.length * ENTRY_WORDS
  const words = new Uint32Array(bodies.reduce((sum, body) => sum + body.length, offset))
  words[0] = postings.length
  for (const [index, body] of bodies.entries()) {
    words.set(['bits' in postings[index]! ? 1 : 0, offset, body.length], 1 + index * ENTRY_WORDS)
    words.set(body, offset)
    offset += body.length
  }
  return new Uint8Array(words.buffer)
}

/** The postings as views of the bytes, which are not to be changed. */
export function decodePostings(bytes: Uint8Array): readonly Posting[] {
  const words = viewWords(bytes)
  return Array.from({ length: words[0] ?? 0 }, (_, index) => {
    const [isSet, offset, length] = words.subarray(1 + index * ENTRY_WORDS, 1 + (index + 1) * ENTRY_WORDS) as unknown as [number, number, number]
    const body = words.subarray(offset, offset + length)
    return isSet ? { bits: body } : { ordinals: body }
  })
}

/** Bytes as 32-bit words; copied where they do not lie as words have to. */
export function viewWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % WORD_BYTES === 0 ? bytes : bytes.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / WORD_BYTES)
}
