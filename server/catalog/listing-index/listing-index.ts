import { LRUCache } from 'lru-cache'
import { createBits, type Bits } from './bits.ts'
import { BLOBS, type IndexDirectory, type IndexSource } from './index-storage.ts'
import { addPosting, decodePostings, viewWords, type Posting } from './postings.ts'
import { foldValue, splitWords } from './words.ts'

/** What was read stays in memory up to so much; a catalogue of a million products has about twice as much. */
const KEPT_BYTES = 64 * 2 ** 20

type Kept = { readonly bytes: number; readonly value: unknown }

/** An index as it is read: each part when it is first needed. */
export class ListingIndex {
  readonly source: IndexSource
  readonly directory: IndexDirectory
  readonly #kept = new LRUCache<string, Kept>({ maxSize: KEPT_BYTES, sizeCalculation: ({ bytes }) => bytes + 1 })
  #brandWords: readonly { readonly label: string; readonly words: readonly string[] }[] | undefined
  readonly #places = new Map<string, ReadonlyMap<string, number>>()

  private constructor(source: IndexSource, directory: IndexDirectory) {
    this.source = source
    this.directory = directory
  }

  static async open(source: IndexSource): Promise<ListingIndex> {
    const bytes = await source.readBlob(BLOBS.directory)
    return new ListingIndex(source, JSON.parse(Buffer.from(bytes).toString('utf8')) as IndexDirectory)
  }

  readWords(name: string): Promise<Uint32Array> {
    return this.#read(name, viewWords)
  }

  readPostings(name: string): Promise<readonly Posting[]> {
    return this.#read(name, decodePostings)
  }

  /** The terms of so many letters. */
  readTerms(length: number): Promise<readonly string[]> {
    return this.#read(BLOBS.terms(length), (bytes) => (bytes.length === 0 ? [] : Buffer.from(bytes).toString('utf8').split('\n')))
  }

  /** The products that have one of the values, by any spelling of it. */
  async selectValues(blob: string, labels: readonly string[], chosen: readonly string[]): Promise<Bits> {
    const bits = createBits(this.directory.productCount)
    const postings = await this.readPostings(blob)
    const places = this.#placesOf(blob, labels)
    for (const value of chosen) {
      const place = places.get(foldValue(value))
      if (place !== undefined) addPosting(bits, postings[place]!)
    }
    return bits
  }

  /** The brands with the words they are found by. */
  get brandWords(): readonly { readonly label: string; readonly words: readonly string[] }[] {
    this.#brandWords ??= this.directory.brands.map((label) => ({ label, words: splitWords(label) }))
    return this.#brandWords
  }

  /** Where each value stands in its facet, under its folded spelling. */
  #placesOf(blob: string, labels: readonly string[]): ReadonlyMap<string, number> {
    let places = this.#places.get(blob)
    if (!places) {
      places = new Map(labels.map((label, index) => [foldValue(label), index]))
      this.#places.set(blob, places)
    }
    return places
  }

  async #read<Value>(name: string, decode: (bytes: Uint8Array) => Value): Promise<Value> {
    const kept = this.#kept.get(name)
    if (kept) return kept.value as Value
    const bytes = await this.source.readBlob(name)
    const value = decode(bytes)
    this.#kept.set(name, { bytes: bytes.length, value })
    return value
  }
}
