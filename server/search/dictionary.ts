import { BytesReader } from './growing-bytes.ts'
import { BLOBS, type DictionaryName } from './index-storage.ts'

/** What a dictionary says of a key. */
export interface DictionaryEntry {
  readonly key: string
  /** How many products have it. */
  readonly documents: number
  /** Null where it is a blob of its own. */
  readonly inline: Uint8Array | null
}

/** Sorted keys in blocks, read one block at a time. */
export class Dictionary {
  readonly #name: DictionaryName
  readonly #firstKeys: readonly string[]
  readonly #readBytes: (name: string) => Promise<Uint8Array>

  /** @param firstKeys of its blocks */
  constructor(name: DictionaryName, firstKeys: readonly string[], readBytes: (name: string) => Promise<Uint8Array>) {
    this.#name = name
    this.#firstKeys = firstKeys
    this.#readBytes = readBytes
  }

  async find(key: string): Promise<DictionaryEntry | undefined> {
    const block = this.#findBlock(key)
    if (block < 0) return undefined
    for (const entry of scanBlock(await this.#readBlock(block), Buffer.from(key)))
      return entry.key === key ? entry : undefined
    return undefined
  }

  /** What begins so, in the order of the keys. */
  async *list(prefix: string): AsyncGenerator<DictionaryEntry> {
    const bytes = Buffer.from(prefix)
    const first = Math.max(0, this.#findBlock(prefix))
    for (let block = first; block < this.#firstKeys.length; block++) {
      if (block > first && !this.#firstKeys[block]!.startsWith(prefix)) return
      yield* scanBlock(await this.#readBlock(block), bytes)
    }
  }

  async readPayload({ key, inline }: DictionaryEntry): Promise<Uint8Array> {
    return inline ?? (await this.#readBytes(BLOBS.payload(this.#name, key)))
  }

  /** The last block that begins with the key or before it; -1 where all begin behind it. */
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

/** The entries of a block that begin so; only their keys are made into strings. */
function* scanBlock(block: Uint8Array, prefix: Uint8Array): Generator<DictionaryEntry> {
  const key = Buffer.allocUnsafe(block.length)
  const reader = new BytesReader(block)
  /** How many bytes of the key are those of the prefix. */
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
