import type { Bits } from './bits.ts'
import type { BitsArena } from './bits-arena.ts'
import { addContainers } from './containers.ts'
import type { ListingIndex } from './listing-index.ts'

/** Of part numbers that begin like what was typed no more are taken once so many products have them. */
const ENOUGH_OWNERS = 200

/** The products that have a part number, as `normaliseCode` writes it; null where none has. */
export async function findCode(index: ListingIndex, arena: BitsArena, code: string): Promise<Bits | null> {
  const entry = await index.codes.find(code)
  if (!entry) return null
  const bits = arena.empty()
  addContainers(await index.codes.readPayload(entry), () => bits)
  return bits
}

/** The products that have a part number that begins so; null where none has. */
export async function findCodePrefix(index: ListingIndex, arena: BitsArena, code: string): Promise<Bits | null> {
  const bits = arena.empty()
  let count = 0
  for await (const entry of index.codes.list(code)) {
    addContainers(await index.codes.readPayload(entry), () => bits)
    count += entry.documents
    if (count >= ENOUGH_OWNERS) break
  }
  return count === 0 ? null : bits
}
