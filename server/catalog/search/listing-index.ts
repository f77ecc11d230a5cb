import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { BitsPool, countBits, createBits, setBit, type BitsArena } from './bits.ts'
import { Dictionary, findLast } from './dictionary.ts'
import { BLOBS, StaleIndexError, type DictionaryName, type IndexDirectory, type ReadBlob } from './index-storage.ts'
import { Postings, viewWords } from './postings.ts'
import type { FamilySummary, IndexedFamily } from './families.ts'
import { decodePrices, type Prices } from './ranges.ts'
import { findLanguage, type Language } from './language.ts'
import { readWordList, type WordList } from './correct-word.ts'
import { type SynonymGroup, Synonyms } from './synonyms.ts'
import { foldValue, splitWords } from './words.ts'
import type { AttributeSummary } from './listing.ts'
import { buildSlug } from '../rules/build-slug.ts'

/** About half the size of an index of a million products. */
const CACHE_MAX_BYTES = 64 * 2 ** 20

const YIELD_AFTER_MS = 5

type CacheEntry = { readonly bytes: number; readonly value: unknown }

/** A brand or category with the words of its name. */
export interface NamedWords {
  readonly name: string
  readonly words: readonly string[]
  readonly stems: readonly string[]
}

/** The index of a catalogue. It reads blobs when needed, and caches them. */
export class ListingIndex {
  readonly directory: IndexDirectory
  readonly terms: Dictionary
  readonly codes: Dictionary
  readonly forms: Dictionary
  readonly compounds: Dictionary
  readonly grams: Dictionary
  readonly language: Language
  /** Says which attributes are colours, numbers, or cannot be filtered. Each page of products needs this. */
  readonly attributeSummary: AttributeSummary
  readonly #readBlob: ReadBlob
  readonly #cache = new LRUCache<string, CacheEntry>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes + 1,
  })
  #brands: readonly NamedWords[] | undefined
  readonly #positions = new Map<string, ReadonlyMap<string, number>>()
  readonly #pool: BitsPool
  #yieldedAt = performance.now()

  private constructor(readBlob: ReadBlob, directory: IndexDirectory, language: Language) {
    this.language = language
    this.#readBlob = readBlob
    this.directory = directory
    this.attributeSummary = summariseAttributes(directory)
    this.#pool = new BitsPool(directory.productCount)
    const open = (name: DictionaryName) =>
      new Dictionary(name, directory.dictionaries[name], (blob) => this.#read(blob, (bytes) => bytes))
    this.terms = open('terms')
    this.codes = open('codes')
    this.forms = open('forms')
    this.compounds = open('compounds')
    this.grams = open('grams')
  }

  /** @throws StaleIndexError if the generation was deleted, as do all methods that read the index */
  static async open(readBlob: ReadBlob): Promise<ListingIndex> {
    const bytes = await readBlob(BLOBS.directory)
    if (!bytes) throw new StaleIndexError()
    const directory = readJson<IndexDirectory>(bytes)
    return new ListingIndex(readBlob, directory, findLanguage(directory.locale))
  }

  async readIds(ordinals: readonly number[]): Promise<readonly number[]> {
    const ids = await this.readWords(BLOBS.ids)
    return ordinals.flatMap((ordinal) => ids[ordinal] ?? [])
  }

  /** Finds a product by id; undefined if it is not in the index. */
  async findOrdinal(id: number): Promise<number | undefined> {
    const ids = await this.readWords(BLOBS.ids)
    const ordinal = findLast(ids, id)
    return ids[ordinal] === id ? ordinal : undefined
  }

  /** Reads a blob of 32-bit words, such as a sort order or a set. */
  readWords(name: string): Promise<Uint32Array> {
    return this.#read(name, viewWords)
  }

  readPostings(name: string): Promise<Postings> {
    return this.#read(name, (bytes) => new Postings(bytes, this.directory.productCount))
  }

  /** Gets or computes a sort order or set. */
  async getComputed(name: string, compute: () => Promise<Uint32Array>): Promise<Uint32Array> {
    const key = `computed ${name}`
    const cached = this.#cache.get(key)
    if (cached) return cached.value as Uint32Array
    const words = await compute()
    this.#cache.set(key, { bytes: words.byteLength, value: words })
    return words
  }

  /** Undefined if there are no words of this length. */
  async readWordList(length: number): Promise<WordList | undefined> {
    return this.directory.wordLengths.includes(length)
      ? this.#read(BLOBS.words(length), (bytes) => readWordList(bytes, length))
      : undefined
  }

  readPrices(): Promise<Prices> {
    return this.#read(BLOBS.prices, (bytes) => decodePrices(viewWords(bytes)))
  }

  /** Returns the products that belong to a family. The directory must have a `familyCount`. */
  readFamilyMembers(): Promise<Uint32Array> {
    return this.getComputed('family members', async () => {
      const bits = createBits(this.directory.productCount)
      const numbers = await this.readWords(BLOBS.familyNumbers)
      for (let ordinal = 0; ordinal < numbers.length; ordinal++) if (numbers[ordinal] !== 0) setBit(bits, ordinal)
      return bits
    })
  }

  async summariseFamilies(): Promise<FamilySummary> {
    const { familyCount = 0 } = this.directory
    return { families: familyCount, products: familyCount === 0 ? 0 : countBits(await this.readFamilyMembers()) }
  }

  /** Finds the family of a product. */
  async findFamily(ordinal: number | undefined): Promise<IndexedFamily | null> {
    if (ordinal === undefined || !this.directory.familyCount) return null
    const number = (await this.readWords(BLOBS.familyNumbers))[ordinal]
    return number ? this.#read(BLOBS.family(number), readJson<IndexedFamily>) : null
  }

  readSynonyms(): Promise<Synonyms> {
    return this.#read(BLOBS.synonyms, (bytes) => new Synonyms(readJson<readonly SynonymGroup[]>(bytes), this.language))
  }

  openArena(): Promise<BitsArena> {
    return this.#pool.openArena()
  }

  /** Reads the brands, those with the most products first. */
  async readBrands(): Promise<readonly NamedWords[]> {
    if (!this.#brands) {
      const counts = (await this.readPostings(BLOBS.brands)).countAll()
      this.#brands = this.directory.brands
        .map((name, index) => ({ name, count: counts[index] ?? 0 }))
        .toSorted((one, other) => other.count - one.count)
        .map(({ name }) => this.splitName(name))
    }
    return this.#brands
  }

  splitName(name: string): NamedWords {
    const words = splitWords(name)
    return { name, words, stems: words.map((word) => this.language.stem(word)) }
  }

  /** Finds the indexes of values among a blob's labels, ignoring case and accents; unknown values are left out. */
  findPositions(blob: string, labels: readonly string[], values: readonly string[]): ReadonlySet<number> {
    if (values.length === 0) return new Set()
    let positions = this.#positions.get(blob)
    if (!positions) {
      positions = new Map(labels.map((label, index) => [foldValue(label), index]))
      this.#positions.set(blob, positions)
    }
    return new Set(values.flatMap((value) => positions.get(foldValue(value)) ?? []))
  }

  /** Returns each tag as the filter spells it, or null if it is no filter value. */
  findFilterTags(tags: readonly string[]): readonly (string | null)[] {
    const known = this.directory.tags
    return tags.map((tag) => {
      const [position = -1] = this.findPositions(BLOBS.tags, known, [tag])
      return known[position] ?? null
    })
  }

  async #read<Value>(name: string, decode: (bytes: Uint8Array) => Value): Promise<Value> {
    // Each query reads many blobs; without pauses between them, other requests would wait for all.
    if (performance.now() - this.#yieldedAt > YIELD_AFTER_MS) {
      await setImmediate()
      this.#yieldedAt = performance.now()
    }
    const cached = this.#cache.get(name)
    if (cached) return cached.value as Value
    const bytes = await this.#readBlob(name)
    if (!bytes) throw new StaleIndexError()
    const value = decode(bytes)
    this.#cache.set(name, { bytes: bytes.length, value })
    return value
  }
}

function readJson<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Value
}

function summariseAttributes({ attributes, unfiltered }: IndexDirectory): AttributeSummary {
  const numeric = attributes.flatMap(({ name, numeric }) => {
    if (!numeric) return []
    const { kind, unit, share } = numeric
    return [{ name, kind, unit, share }]
  })
  const colours = attributes.flatMap(({ key, kind }) => (kind === 'colour' ? key : []))
  const decimals = new Map(
    attributes.flatMap(({ key, name, numeric }) =>
      numeric && numeric.kind !== 'number'
        ? [key, buildSlug(name)].map((each) => [each, numeric.decimal] as const)
        : [],
    ),
  )
  return { colours, numeric, decimals, unfiltered }
}
