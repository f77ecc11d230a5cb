import type { Bits } from './bits.ts'
import { addContainers } from './containers.ts'
import { BytesReader } from './growing-bytes.ts'
import { BLOBS, type DictionaryBlocks, type DictionaryName } from './index-storage.ts'

export interface DictionaryEntry {
  readonly key: string
  /** Number of products; for keys of other dictionaries, of words or part numbers in the payload. */
  readonly documents: number
  /** The payload; null if it is a separate blob. */
  readonly inline: Uint8Array | null
}

export class Dictionary {
  readonly #name: DictionaryName
  readonly #blocks: DictionaryBlocks
  readonly #readBytes: (name: string) => Promise<Uint8Array>

  constructor(name: DictionaryName, blocks: DictionaryBlocks, readBytes: (name: string) => Promise<Uint8Array>) {
    this.#name = name
    this.#blocks = blocks
    this.#readBytes = readBytes
  }

  get size(): number {
    return this.#blocks.size
  }

  async find(key: string): Promise<DictionaryEntry | undefined> {
    const block = this.#findBlock(key)
    if (block < 0) return undefined
    for (const entry of scanBlock(await this.#readBlock(block), Buffer.from(key)))
      return entry.key === key ? entry : undefined
    return undefined
  }

  /** Reads entries by number; sorted keys are numbered from 0. */
  async readNumbers(numbers: readonly number[]): Promise<readonly DictionaryEntry[]> {
    const { firstNumbers } = this.#blocks
    const byBlock = Map.groupBy(numbers, (number) => findLast(firstNumbers, number))
    const entries: DictionaryEntry[] = []
    for (const [block, wanted] of byBlock) {
      const places = new Set(wanted.map((number) => number - (firstNumbers[block] ?? 0)))
      entries.push(...scanBlock(await this.#readBlock(block), Buffer.alloc(0), places))
    }
    return entries
  }

  /** Lists the entries whose key begins with a prefix, sorted. */
  async *list(prefix: string): AsyncGenerator<DictionaryEntry> {
    const bytes = Buffer.from(prefix)
    const first = Math.max(0, this.#findBlock(prefix))
    for (let block = first; block < this.#blocks.firstKeys.length; block++) {
      if (block > first && !this.#blocks.firstKeys[block]?.startsWith(prefix)) return
      yield* scanBlock(await this.#readBlock(block), bytes)
    }
  }

  /** Reads containers of products, or a list of words. */
  async readPayload({ key, inline }: DictionaryEntry): Promise<Uint8Array> {
    return inline ?? (await this.#readBytes(BLOBS.payload(this.#name, key)))
  }

  /** Reads a payload of lines; empty if the key does not exist. */
  async readLines(key: string): Promise<readonly string[]> {
    const entry = await this.find(key)
    if (!entry) return []
    return Buffer.from(await this.readPayload(entry))
      .toString('utf8')
      .split('\n')
  }

  /** Adds the products of all levels to a set. */
  async addProducts(entry: DictionaryEntry, bits: Bits): Promise<void> {
    addContainers(await this.readPayload(entry), () => bits)
  }

  /** Returns the only block that can contain the key, or -1. */
  #findBlock(key: string): number {
    return findLast(this.#blocks.firstKeys, key)
  }

  #readBlock(number: number): Promise<Uint8Array> {
    return this.#readBytes(BLOBS.block(this.#name, number))
  }
}

/** Finds the last index whose item is at most a value, or -1. @param sorted ascending */
export function findLast<Item extends string | number>(sorted: ArrayLike<Item>, value: Item): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = sorted[middle]
    if (item !== undefined && item <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

function* scanBlock(block: Uint8Array, prefix: Uint8Array, places?: ReadonlySet<number>): Generator<DictionaryEntry> {
  const key = Buffer.allocUnsafe(block.length)
  const reader = new BytesReader(block)
  /** Number of equal first bytes of `key` and `prefix`. */
  let matching = 0
  let place = 0
  while (!reader.isAtEnd) {
    const shared = reader.readNumber()
    const length = shared + reader.readNumber()
    for (let index = shared; index < length; index++) key[index] = reader.readByte()
    if (matching >= shared) {
      matching = shared
      while (matching < prefix.length && matching < length && key[matching] === prefix[matching]) matching++
    }
    const documents = reader.readNumber()
    const payloadLength = reader.readNumber()
    if (matching === prefix.length && (!places || places.has(place))) {
      const inline = payloadLength === 0 ? null : block.subarray(reader.position, reader.position + payloadLength)
      yield { key: key.toString('utf8', 0, length), documents, inline }
    }
    reader.position += payloadLength
    place++
  }
}
