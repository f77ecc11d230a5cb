import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { BitsPool, type BitsArena } from './bits.ts'
import { Dictionary } from './dictionary.ts'
import { BLOBS, StaleIndexError, type DictionaryName, type IndexDirectory, type IndexSource } from './index-storage.ts'
import { Postings, viewWords } from './postings.ts'
import { decodePrices, type Prices } from './prices.ts'
import { readWordList, type WordList } from './correct-word.ts'
import { foldValue, splitWords } from './words.ts'

/** Limit of the cache of decoded blobs; the index of a million products is about twice as large. */
const CACHE_MAX_BYTES = 64 * 2 ** 20

/** Time after which a query lets other work run on the event loop. */
const YIELD_AFTER_MS = 5

type CacheEntry = { readonly bytes: number; readonly value: unknown }

/** An opened index. Its blobs are read when they are first needed, and cached. */
export class ListingIndex {
  readonly directory: IndexDirectory
  readonly terms: Dictionary
  readonly codes: Dictionary
  readonly completions: Dictionary
  readonly #source: IndexSource
  readonly #cache = new LRUCache<string, CacheEntry>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes + 1,
  })
  #brandWords: readonly { readonly label: string; readonly words: readonly string[] }[] | undefined
  readonly #positions = new Map<string, ReadonlyMap<string, number>>()
  readonly #pool: BitsPool
  #yieldedAt = performance.now()

  private constructor(source: IndexSource, directory: IndexDirectory) {
    this.#source = source
    this.directory = directory
    this.#pool = new BitsPool(directory.productCount)
    const open = (name: DictionaryName) =>
      new Dictionary(name, directory.dictionaries[name], (blob) => this.#read(blob, (bytes) => bytes))
    this.terms = open('terms')
    this.codes = open('codes')
    this.completions = open('completions')
  }

  /** Reads the directory of an index. @throws StaleIndexError, as all read methods, if the generation was deleted */
  static async open(source: IndexSource): Promise<ListingIndex> {
    const bytes = await source.readBlob(BLOBS.directory)
    if (!bytes) throw new StaleIndexError()
    return new ListingIndex(source, JSON.parse(Buffer.from(bytes).toString('utf8')) as IndexDirectory)
  }

  /** Reads a blob of 32-bit words: ids, orders or a set. */
  readWords(name: string): Promise<Uint32Array> {
    return this.#read(name, viewWords)
  }

  /** Reads the postings of brands, categories or an attribute. */
  readPostings(name: string): Promise<Postings> {
    return this.#read(name, (bytes) => new Postings(bytes, this.directory.productCount))
  }

  /** Reads the words of one length; undefined if there are none. */
  async readWordList(length: number): Promise<WordList | undefined> {
    return this.directory.wordLengths.includes(length)
      ? this.#read(BLOBS.words(length), (bytes) => readWordList(bytes, length))
      : undefined
  }

  /** Reads the price ranges of all products. */
  readPrices(): Promise<Prices> {
    return this.#read(BLOBS.prices, (bytes) => decodePrices(viewWords(bytes)))
  }

  /** Opens an arena for the sets of one query; waits if too many are open. */
  openArena(): Promise<BitsArena> {
    return this.#pool.openArena()
  }

  /** The brands, each with the words of its name. */
  get brandWords(): readonly { readonly label: string; readonly words: readonly string[] }[] {
    this.#brandWords ??= this.directory.brands.map((label) => ({ label, words: splitWords(label) }))
    return this.#brandWords
  }

  /** Finds the indexes of values among a blob's labels, ignoring case, accents and extra spaces; unknown values are left out. */
  findPositions(blob: string, labels: readonly string[], values: readonly string[]): ReadonlySet<number> {
    if (values.length === 0) return new Set()
    let positions = this.#positions.get(blob)
    if (!positions) {
      positions = new Map(labels.map((label, index) => [foldValue(label), index]))
      this.#positions.set(blob, positions)
    }
    return new Set(values.flatMap((value) => positions.get(foldValue(value)) ?? []))
  }

  async #read<Value>(name: string, decode: (bytes: Uint8Array) => Value): Promise<Value> {
    // All queries read a blob every few milliseconds, so this is where they yield to other requests.
    if (performance.now() - this.#yieldedAt > YIELD_AFTER_MS) {
      await setImmediate()
      this.#yieldedAt = performance.now()
    }
    const cached = this.#cache.get(name)
    if (cached) return cached.value as Value
    const bytes = await this.#source.readBlob(name)
    if (!bytes) throw new StaleIndexError()
    const value = decode(bytes)
    this.#cache.set(name, { bytes: bytes.length, value })
    return value
  }
}
