import type { Product } from '../../../shared/catalog.ts'
import type { CategoryTree } from '../../catalog/category-tree.ts'
import { type Tier, toPosting } from '../containers.ts'
import { BLOBS, type IndexBlob, type IndexDirectory } from '../index-storage.ts'
import { normaliseCode, splitHtmlWords, splitWords } from '../words.ts'
import { listAttributeValues } from './attribute-values.ts'
import { CompletionsCollector } from './completions-collector.ts'
import { writeDictionary } from './dictionary-writer.ts'
import { type KeyEntry, type RunLimits, SortedKeys } from './sorted-keys.ts'
import { GrowingBytes } from '../growing-bytes.ts'
import { maskLetters } from '../correct-word.ts'

const DESCRIPTION_MAX_WORDS = 500

/** Builds the part of the index that searches use: the words and the part numbers of products. */
export class TextIndexBuilder implements Disposable {
  readonly #tree: CategoryTree
  readonly #categoryWords = new Map<string, readonly string[]>()
  readonly #terms: SortedKeys
  readonly #codes: SortedKeys

  constructor(tree: CategoryTree, limits?: RunLimits) {
    this.#tree = tree
    this.#terms = new SortedKeys(limits)
    this.#codes = new SortedKeys(limits)
  }

  add(product: Product, ordinal: number): void {
    const seen = new Set<string>()
    const take = (words: readonly string[], tier: Tier) => {
      const posting = toPosting(ordinal, tier)
      for (const word of words) {
        if (seen.has(word)) continue
        seen.add(word)
        this.#terms.add(word, posting)
      }
    }
    take(splitWords(product.name), 'name')
    if (product.brand !== null) take(splitWords(product.brand), 'brand')
    if (product.categorySlug !== null) take(this.#wordsOfCategory(product.categorySlug), 'category')
    take(
      splitWords([...product.tags, ...listAttributeValues(product).map(([, value]) => value)].join(' ')),
      'attribute',
    )
    take(
      splitHtmlWords(`${product.shortDescription} ${product.description}`).slice(0, DESCRIPTION_MAX_WORDS),
      'description',
    )
    for (const code of listCodes(product)) this.#codes.add(code, toPosting(ordinal, 'name'))
  }

  /** Returns the blobs of the dictionaries and word lists. @returns their part of the directory */
  *finish(): Generator<IndexBlob, Pick<IndexDirectory, 'dictionaries' | 'wordLengths'>> {
    const completions = new CompletionsCollector()
    const words = new WordLists()
    const terms = yield* writeDictionary('terms', completions.watch(watchWords(this.#terms.drain(), words)))
    yield* words.write()
    const dictionaries = {
      terms,
      codes: yield* writeDictionary('codes', this.#codes.drain()),
      completions: yield* writeDictionary('completions', completions.entries),
    }
    return { dictionaries, wordLengths: words.lengths }
  }

  /** Deletes the temporary files. */
  [Symbol.dispose](): void {
    this.#terms.close()
    this.#codes.close()
  }

  #wordsOfCategory(slug: string): readonly string[] {
    let words = this.#categoryWords.get(slug)
    if (!words) {
      const place = this.#tree.places.get(slug)
      words = place ? splitWords([place.node.name, ...place.ancestors.map(({ name }) => name)].join(' ')) : []
      this.#categoryWords.set(slug, words)
    }
    return words
  }
}

/** Adds words to the lists for corrections, except words with digits: they are numbers, not mistyped words. */
function* watchWords(terms: Iterable<KeyEntry>, words: WordLists): Generator<KeyEntry> {
  for (const term of terms) {
    if (!/\p{N}/u.test(term.key)) words.add(term.key, term.documents)
    yield term
  }
}

/** Lists the normalised part numbers of a product's variants. */
function listCodes({ variants }: Product): ReadonlySet<string> {
  const codes = new Set<string>()
  for (const { sku, gtin, mpn, barcode = null } of variants) {
    for (const given of [sku, gtin, mpn, barcode]) {
      const code = given === null ? null : normaliseCode(given)
      if (code !== null) codes.add(code)
    }
  }
  return codes
}

/** Collects words by their length, for the correction of mistyped ones. */
export class WordLists {
  readonly #lists = new Map<
    number,
    { count: number; readonly documents: GrowingBytes; readonly masks: GrowingBytes; readonly text: GrowingBytes }
  >()

  add(word: string, documents: number): void {
    let list = this.#lists.get(word.length)
    if (!list) {
      list = { count: 0, documents: new GrowingBytes(), masks: new GrowingBytes(), text: new GrowingBytes() }
      this.#lists.set(word.length, list)
    }
    list.count++
    list.documents.pushBytes(toBytes(documents))
    list.masks.pushBytes(toBytes(maskLetters(word)))
    list.text.pushBytes(Buffer.from(word, 'utf16le'))
  }

  get lengths(): readonly number[] {
    return [...this.#lists.keys()]
  }

  /** Returns a blob for each word length. */
  *write(): Generator<IndexBlob> {
    for (const [length, { documents, masks, text }] of this.#lists) {
      yield { name: BLOBS.words(length), bytes: Buffer.concat([documents.view(), masks.view(), text.view()]) }
    }
  }
}

function toBytes(word: number): Uint8Array {
  return new Uint8Array(new Uint32Array([word]).buffer)
}
