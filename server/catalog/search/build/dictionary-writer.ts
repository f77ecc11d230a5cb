import { GrowingBytes } from '../growing-bytes.ts'
import { BLOBS, type DictionaryBlocks, type DictionaryName, type IndexBlob } from '../index-storage.ts'
import type { KeyEntry } from './spilled-entries.ts'

const BLOCK_BYTES = 2 ** 14

/** Longer payloads are separate blobs. */
const INLINE_PAYLOAD_BYTES = 512

/**
 * Writes sorted entries as blocks. An entry has the length of the prefix that it shares with the previous key, length
 * and bytes of the rest, the number of products, and length and bytes of the payload (length 0 for a separate blob).
 */
export function* writeDictionary(
  name: DictionaryName,
  entries: Iterable<KeyEntry>,
): Generator<IndexBlob, DictionaryBlocks> {
  const firstKeys: string[] = []
  const firstNumbers: number[] = []
  let number = 0
  const block = new GrowingBytes(BLOCK_BYTES * 2)
  let before: Buffer = Buffer.alloc(0)
  for (const { key, documents, payload } of entries) {
    if (block.length >= BLOCK_BYTES) {
      yield { name: BLOBS.block(name, firstKeys.length - 1), bytes: new Uint8Array(block.view()) }
      block.clear()
    }
    if (block.length === 0) {
      firstKeys.push(key)
      firstNumbers.push(number)
      before = Buffer.alloc(0)
    }
    const bytes = Buffer.from(key)
    const shared = countShared(before, bytes)
    block.pushNumber(shared)
    block.pushNumber(bytes.length - shared)
    block.pushBytes(bytes.subarray(shared))
    block.pushNumber(documents)
    const isInline = payload.length <= INLINE_PAYLOAD_BYTES
    block.pushNumber(isInline ? payload.length : 0)
    if (isInline) block.pushBytes(payload)
    else yield { name: BLOBS.payload(name, key), bytes: new Uint8Array(payload) }
    before = bytes
    number++
  }
  if (block.length > 0) yield { name: BLOBS.block(name, firstKeys.length - 1), bytes: new Uint8Array(block.view()) }
  return { firstKeys, firstNumbers, size: number }
}

function countShared(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one[count] === other[count]) count++
  return count
}
