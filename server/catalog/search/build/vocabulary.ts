import { listSplits } from '../words.ts'
import { maskLetters } from '../correct-word.ts'
import { GrowingBytes, GrowingWords } from '../growing-bytes.ts'
import { BLOBS, type IndexBlob } from '../index-storage.ts'
import { viewBytes } from '../postings.ts'
import type { Language } from '../language.ts'
import type { KeyEntry } from './sorted-keys.ts'

/** Shorter parts occur by chance in too many words. */
const PART_MIN_LENGTH = 4

/** Splits are compared by number of products, divided by this if only one part is a known word. */
const ONE_KNOWN_PART = 1_000_000

/** Words of fewer products are no parts of compounds, because most are names or typos. */
const PART_MIN_PRODUCTS = 2

/** Collects the forms of stems, the compounds, and the word lists for corrections. */
export class Vocabulary {
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
  constructor(language: Language, documentWords: ReadonlyMap<string, number> = new Map()) {
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
export class WordList {
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
