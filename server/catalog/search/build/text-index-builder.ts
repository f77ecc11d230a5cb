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
import { normaliseCode } from '../words.ts'
import { type CategoryNames, listDocumentWords, rateWords } from './rate-words.ts'
import { type RunLimits, SortedKeys, type KeyEntry } from './sorted-keys.ts'
import { Vocabulary } from './vocabulary.ts'
import { GrowingBytes } from '../growing-bytes.ts'

/** Builds the dictionaries of words and part numbers. */
export class TextIndexBuilder implements Disposable {
  readonly #tree: CategoryTree
  readonly #language: Language
  readonly #categoryNames = new Map<string | null, CategoryNames>([[null, { own: '', parents: '' }]])
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
    for (const code of listCodes([...listOwnNumbers(product), ...listEquivalentNumbers(product), ...numbers]))
      this.#codes.add(code, toPosting(ordinal, LEVELS - 1))
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
    const main = this.#namesOfCategory(categorySlug)
    if (otherCategorySlugs.length === 0) return main
    const others = otherCategorySlugs.map((slug) => this.#namesOfCategory(slug).own)
    return { own: main.own, parents: [main.parents, ...others].join(' | ') }
  }

  #namesOfCategory(slug: string | null): CategoryNames {
    let names = this.#categoryNames.get(slug)
    if (!names) {
      const entry = slug === null ? undefined : this.#tree.bySlug.get(slug)
      names = { own: entry?.node.name ?? '', parents: (entry?.ancestors ?? []).map(({ name }) => name).join(' | ') }
      this.#categoryNames.set(slug, names)
    }
    return names
  }
}

function listCodes(numbers: readonly string[]): ReadonlySet<string> {
  return new Set(numbers.flatMap((number) => normaliseCode(number) ?? []))
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
