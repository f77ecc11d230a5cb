import { BytesReader } from './growing-bytes.ts'
import { BLOBS, type DictionaryName } from './index-storage.ts'

/** A key of a dictionary with its number of products and its payload. */
export interface DictionaryEntry {
  readonly key: string
  /** Number of products that have the key. */
  readonly documents: number
  /** The payload; null if it is stored as a separate blob. */
  readonly inline: Uint8Array | null
}

/** A sorted map from keys to payloads, stored in blocks of 16 KB, of which only the needed ones are read. */
export class Dictionary {
  readonly #name: DictionaryName
  readonly #firstKeys: readonly string[]
  readonly #readBytes: (name: string) => Promise<Uint8Array>

  /** @param firstKeys the first key of each block */
  constructor(name: DictionaryName, firstKeys: readonly string[], readBytes: (name: string) => Promise<Uint8Array>) {
    this.#name = name
    this.#firstKeys = firstKeys
    this.#readBytes = readBytes
  }

  /** Finds a key; undefined if the dictionary does not have it. */
  async find(key: string): Promise<DictionaryEntry | undefined> {
    const block = this.#findBlock(key)
    if (block < 0) return undefined
    for (const entry of scanBlock(await this.#readBlock(block), Buffer.from(key)))
      return entry.key === key ? entry : undefined
    return undefined
  }

  /** Lists the keys with a prefix, in sorted order. */
  async *list(prefix: string): AsyncGenerator<DictionaryEntry> {
    const bytes = Buffer.from(prefix)
    const first = Math.max(0, this.#findBlock(prefix))
    for (let block = first; block < this.#firstKeys.length; block++) {
      if (block > first && !this.#firstKeys[block]!.startsWith(prefix)) return
      yield* scanBlock(await this.#readBlock(block), bytes)
    }
  }

  /** Reads the payload of an entry: containers of postings, or the words of a completion. */
  async readPayload({ key, inline }: DictionaryEntry): Promise<Uint8Array> {
    return inline ?? (await this.#readBytes(BLOBS.payload(this.#name, key)))
  }

  /** Index of the last block whose first key is not after the key; -1 if there is none. */
  #findBlock(key: string): number {
    let [low, high] = [0, this.#firstKeys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#firstKeys[middle]! <= key) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  #readBlock(number: number): Promise<Uint8Array> {
    return this.#readBytes(BLOBS.block(this.#name, number))
  }
}

/** Lists the entries of a block with a prefix; only their keys are decoded to strings. */
function* scanBlock(block: Uint8Array, prefix: Uint8Array): Generator<DictionaryEntry> {
  const key = Buffer.allocUnsafe(block.length)
  const reader = new BytesReader(block)
  /** Length in bytes of the common prefix of the present key and `prefix`. */
  let matching = 0
  while (!reader.isAtEnd) {
    const shared = reader.readNumber()
    const length = shared + reader.readNumber()
    for (let index = shared; index < length; index++) key[index] = block[reader.position++]!
    if (matching >= shared) {
      matching = shared
      while (matching < prefix.length && matching < length && key[matching] === prefix[matching]) matching++
    }
    const documents = reader.readNumber()
    const payloadLength = reader.readNumber()
    if (matching === prefix.length) {
      const inline = payloadLength === 0 ? null : block.subarray(reader.position, reader.position + payloadLength)
      yield { key: key.toString('utf8', 0, length), documents, inline }
    }
    reader.position += payloadLength
  }
}
