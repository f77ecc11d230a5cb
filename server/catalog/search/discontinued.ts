import { type Bits, type BitsArena, countBits } from './bits.ts'
import { BLOBS } from './index-storage.ts'
import type { ListingIndex } from './listing-index.ts'

/** Returns the products that are no longer offered, which only searches find; null if there are none. */
export async function readDiscontinued(index: ListingIndex): Promise<Bits | null> {
  // Indexes of older versions lack the number and the blob.
  return index.directory.discontinuedCount ? index.readWords(BLOBS.discontinued) : null
}

/**
 * Lists a range of a set, with the products that are no longer offered last.
 * @param list lists a range of a set of `total` products; `to` is exclusive
 */
export async function listDiscontinuedLast(
  index: ListingIndex,
  arena: BitsArena,
  bits: Bits,
  [from, to]: readonly [number, number],
  list: (part: { matching: Bits; total: number }, from: number, to: number) => Promise<readonly number[]>,
): Promise<readonly number[]> {
  const discontinued = await readDiscontinued(index)
  const parts = discontinued ? [arena.subtract(bits, discontinued), arena.intersect(bits, discontinued)] : [bits]
  const ordinals: number[] = []
  let passed = 0
  for (const part of parts) {
    const total = countBits(part)
    const [first, end] = [Math.max(0, from - passed), Math.min(total, to - passed)]
    if (first < end) ordinals.push(...(await list({ matching: part, total }, first, end)))
    passed += total
  }
  return ordinals
}
