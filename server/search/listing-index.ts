import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { BitsPool, type BitsArena } from './bits.ts'
import { Dictionary } from './dictionary.ts'
import { BLOBS, StaleIndexError, type DictionaryName, type IndexDirectory, type IndexSource } from './index-storage.ts'
import { Postings, viewWords } from './postings.ts'
import { summarisePrices, type Prices } from './prices.ts'
import { readWordList, type WordList } from './correct-word.ts'
import { foldValue, splitWords } from './words.ts'

/** What was read stays in memory up to so much; a catalogue of a million products has about twice as much. */
const KEPT_BYTES = 64 * 2 ** 20

/** How long an answer is worked on before others have their turn. */
const TURN_MS = 5

type Kept = { readonly bytes: number; readonly value: unknown }

/** An index as it is read: each part when it is first needed. */
export class ListingIndex {
  readonly directory: IndexDirectory
  readonly terms: Dictionary
  readonly codes: Dictionary
  readonly completions: Dictionary
  readonly #source: IndexSource
  readonly #kept = new LRUCache<string, Kept>({ maxSize: KEPT_BYTES, sizeCalculation: ({ bytes }) => bytes + 1 })
  #brandWords: readonly { readonly label: string; readonly words: readonly string[] }[] | undefined
  readonly #places = new Map<string, ReadonlyMap<string, number>>()
  readonly #pool: BitsPool
  #turnBegan = performance.now()

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

  /** @throws StaleIndexError, as all that reads, where the source's generation is gone */
  static async open(source: IndexSource): Promise<ListingIndex> {
    const bytes = await source.readBlob(BLOBS.directory)
    if (!bytes) throw new StaleIndexError()
    return new ListingIndex(source, JSON.parse(Buffer.from(bytes).toString('utf8')) as IndexDirectory)
  }

  readWords(name: string): Promise<Uint32Array> {
    return this.#read(name, viewWords)
  }

  readPostings(name: string): Promise<Postings> {
    return this.#read(name, (bytes) => new Postings(bytes, this.directory.productCount))
  }

  /** Words of so many letters; undefined where there are none. */
  async readWordList(length: number): Promise<WordList | undefined> {
    return this.directory.wordLengths.includes(length)
      ? this.#read(BLOBS.words(length), (bytes) => readWordList(bytes, length))
      : undefined
  }

  readPrices(): Promise<Prices> {
    return this.#read(BLOBS.prices, (bytes) => summarisePrices(viewWords(bytes)))
  }

  /** Sets to work out an answer with. */
  openArena(): Promise<BitsArena> {
    return this.#pool.openArena()
  }

  /** The brands with the words they are found by. */
  get brandWords(): readonly { readonly label: string; readonly words: readonly string[] }[] {
    this.#brandWords ??= this.directory.brands.map((label) => ({ label, words: splitWords(label) }))
    return this.#brandWords
  }

  /** Where values stand among the labels of a blob, whatever their spelling; those that are nowhere are left out. */
  placesOf(blob: string, labels: readonly string[], values: readonly string[]): ReadonlySet<number> {
    if (values.length === 0) return new Set()
    let places = this.#places.get(blob)
    if (!places) {
      places = new Map(labels.map((label, index) => [foldValue(label), index]))
      this.#places.set(blob, places)
    }
    return new Set(values.flatMap((value) => places.get(foldValue(value)) ?? []))
  }

  async #read<Value>(name: string, decode: (bytes: Uint8Array) => Value): Promise<Value> {
    // Whatever is worked out reads something every few milliseconds: nobody has to wait until all of it is done.
    if (performance.now() - this.#turnBegan > TURN_MS) {
      await setImmediate()
      this.#turnBegan = performance.now()
    }
    const kept = this.#kept.get(name)
    if (kept) return kept.value as Value
    const bytes = await this.#source.readBlob(name)
    if (!bytes) throw new StaleIndexError()
    const value = decode(bytes)
    this.#kept.set(name, { bytes: bytes.length, value })
    return value
  }
}
