import type { Product } from '../../../../shared/catalog.ts'
import { listEquivalentNumbers, listOwnNumbers } from '../../rules/numbers.ts'
import type { CategoryTree } from '../../rules/category-tree.ts'
import { LEVELS, toPosting } from '../containers.ts'
import {
  type IndexBlob,
  type IndexDirectory,
  BLOBS,
  type DictionaryBlocks,
  type DictionaryName,
} from '../index-storage.ts'
import type { Language } from '../language.ts'
import { listGrams } from '../code-matches.ts'
import { normaliseCode, listSplits } from '../words.ts'
import { type CategoryNames, listDocumentWords, rateWords } from './rate-words.ts'
import { type RunLimits, SortedKeys, type KeyEntry } from './sorted-keys.ts'
import { GrowingBytes, GrowingWords } from '../growing-bytes.ts'
import { maskLetters } from '../correct-word.ts'
import { viewBytes } from '../postings.ts'

/** Builds the dictionaries of words and part numbers. */
export class TextIndexBuilder implements Disposable {
  readonly #tree: CategoryTree
  readonly #language: Language
  readonly #terms: SortedKeys
  readonly #codes: SortedKeys
  /** The part numbers that contain three characters, by their index in the sorted `codes`. */
  readonly #grams: SortedKeys
  /** Number of products with a word only in the names of their documents. */
  readonly #documentWords = new Map<string, number>()

  constructor(tree: CategoryTree, language: Language, limits?: RunLimits) {
    this.#tree = tree
    this.#language = language
    this.#terms = new SortedKeys(limits)
    this.#codes = new SortedKeys(limits)
    this.#grams = new SortedKeys(limits)
  }

  /** @param numbers further numbers that find the product */
  add(product: Product, ordinal: number, numbers: readonly string[]): void {
    const levels = rateWords(product, this.#namesOfCategories(product), this.#language)
    for (const [word, level] of levels) this.#terms.add(word, toPosting(ordinal, level))
    for (const word of listDocumentWords(product)) {
      if (levels.has(word)) continue
      this.#terms.add(word, toPosting(ordinal, 0))
      this.#documentWords.set(word, (this.#documentWords.get(word) ?? 0) + 1)
    }
    const allNumbers = [...listOwnNumbers(product), ...listEquivalentNumbers(product), ...numbers]
    const codes = new Set(allNumbers.flatMap((number) => normaliseCode(number) ?? []))
    for (const code of codes) this.#codes.add(code, toPosting(ordinal, LEVELS - 1))
  }

  /** @returns the entries in the index directory */
  *finish(): Generator<IndexBlob, Pick<IndexDirectory, 'dictionaries' | 'wordLengths'>> {
    const vocabulary = new Vocabulary(this.#language, this.#documentWords)
    const terms = yield* writeDictionary('terms', vocabulary.watch(this.#terms.drain()))
    yield* vocabulary.writeWordLists()
    const dictionaries = {
      terms,
      codes: yield* writeDictionary('codes', this.#watchCodes(this.#codes.drain())),
      forms: yield* writeDictionary('forms', vocabulary.forms),
      compounds: yield* writeDictionary('compounds', vocabulary.compounds),
      grams: yield* writeDictionary('grams', this.#grams.drain()),
    }
    return { dictionaries, wordLengths: vocabulary.lengths }
  }

  [Symbol.dispose](): void {
    for (const keys of [this.#terms, this.#codes, this.#grams]) keys[Symbol.dispose]()
  }

  *#watchCodes(codes: Iterable<KeyEntry>): Generator<KeyEntry> {
    let number = 0
    for (const code of codes) {
      for (const gram of listGrams(code.key)) this.#grams.add(gram, toPosting(number, 0))
      number++
      yield code
    }
  }

  /** A product's other categories count as much as parent categories. */
  #namesOfCategories({ categorySlug, otherCategorySlugs = [] }: Product): CategoryNames {
    const { bySlug } = this.#tree
    const main = categorySlug === null ? undefined : bySlug.get(categorySlug)
    const others = otherCategorySlugs.flatMap((slug) => bySlug.get(slug)?.node ?? [])
    const parents = [...(main?.ancestors ?? []), ...others].map(({ name }) => name)
    return { own: main?.node.name ?? '', parents: parents.join(' | ') }
  }
}

const BLOCK_BYTES = 2 ** 14

/** Longer payloads are separate blobs. */
const INLINE_PAYLOAD_BYTES = 512

/**
 * Writes sorted entries as blocks. An entry has the length of the prefix that it shares with the previous key, length
 * and bytes of the rest, the number of products, and length and bytes of the payload (length 0 for a separate blob).
 */
function* writeDictionary(name: DictionaryName, entries: Iterable<KeyEntry>): Generator<IndexBlob, DictionaryBlocks> {
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

/** Shorter parts occur by chance in too many words. */
const PART_MIN_LENGTH = 4

/** Splits are compared by number of products, divided by this if only one part is a known word. */
const ONE_KNOWN_PART = 1_000_000

/** Words of fewer products are no parts of compounds, because most are names or typos. */
const PART_MIN_PRODUCTS = 2

/** Collects the forms of stems, the compounds, and the word lists for corrections. */
class Vocabulary {
  readonly #language: Language
  readonly #documentWords: ReadonlyMap<string, number>
  readonly #byStem = new Map<string, string[]>()
  /** Number of products by stem. */
  readonly #products = new Map<string, number>()
  readonly #byLength = new Map<number, WordList>()

  /**
   * @param documentWords number of products with a word only in the names of their documents, which do not count for
   * corrections: "Care sheet" at every product must not make "cake" a typo of "care"
   */
  constructor(language: Language, documentWords: ReadonlyMap<string, number>) {
    this.#language = language
    this.#documentWords = documentWords
  }

  /** Yields the sorted words unchanged, and collects those of letters. */
  *watch(words: Iterable<KeyEntry>): Generator<KeyEntry> {
    for (const word of words) {
      if (/^\p{L}+$/u.test(word.key)) this.#add(word.key, word.documents - (this.#documentWords.get(word.key) ?? 0))
      yield word
    }
  }

  #add(word: string, documents: number): void {
    const stem = this.#language.stem(word)
    const forms = this.#byStem.get(stem)
    if (forms) forms.push(word)
    else this.#byStem.set(stem, [word])
    this.#products.set(stem, (this.#products.get(stem) ?? 0) + documents)
    let list = this.#byLength.get(word.length)
    if (!list) this.#byLength.set(word.length, (list = new WordList()))
    list.add(word, documents)
  }

  /** The words of each stem, sorted by stem. A stem whose only word is the stem itself is left out. */
  get forms(): readonly KeyEntry[] {
    return toEntries([...this.#byStem].filter(([stem, [first, ...others]]) => first !== stem || others.length > 0))
  }

  /** The compounds with a word, sorted by its stem; empty in languages without compounds. */
  get compounds(): readonly KeyEntry[] {
    if (!this.#language.hasCompounds) return []
    const words = [...this.#byStem.values()].flat()
    const parts = words.flatMap((word) => this.#split(word).map((part) => ({ part, word })))
    const byPart = Map.groupBy(parts, ({ part }) => part)
    return toEntries([...byPart].map(([part, found]) => [part, found.map(({ word }) => word)]))
  }

  /**
   * Splits a compound into the stems of its two words; the split with the most products wins.
   * @returns an empty list for other words
   */
  #split(word: string): readonly string[] {
    let best: { readonly parts: readonly string[]; readonly products: number } | null = null
    for (const split of listSplits(word, PART_MIN_LENGTH, true)) {
      const parts = split.map((part) => this.#language.stem(part))
      const counts = parts.map((part) => this.#products.get(part) ?? 0)
      // One part may occur only in compounds, such as 'Helm' in 'Fahrradhelm'.
      if (Math.max(...counts) < PART_MIN_PRODUCTS) continue
      const products = Math.min(...counts) + Math.max(...counts) / ONE_KNOWN_PART
      if (products > (best?.products ?? 0)) best = { parts, products }
    }
    return best?.parts ?? []
  }

  get lengths(): readonly number[] {
    return [...this.#byLength.keys()]
  }

  *writeWordLists(): Generator<IndexBlob> {
    for (const [length, list] of this.#byLength) yield { name: BLOBS.words(length), bytes: list.encode() }
  }
}

function toEntries(groups: readonly (readonly [string, readonly string[]])[]): readonly KeyEntry[] {
  return groups
    .map(([key, words]) => ({ key, documents: words.length, payload: Buffer.from(words.join('\n')) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

/** Words of one length, for corrections. */
class WordList {
  readonly #documents = new GrowingWords()
  readonly #masks = new GrowingWords()
  readonly #text = new GrowingBytes()

  add(word: string, documents: number): void {
    this.#documents.push(documents)
    this.#masks.push(maskLetters(word))
    this.#text.pushBytes(Buffer.from(word, 'utf16le'))
  }

  /** Encodes the list for `readWordList`. */
  encode(): Uint8Array {
    return Buffer.concat([viewBytes(this.#documents.view()), viewBytes(this.#masks.view()), this.#text.view()])
  }
}
