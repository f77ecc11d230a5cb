import { listSplits } from '../compounds.ts'
import { maskLetters } from '../correct-word.ts'
import { GrowingBytes } from '../growing-bytes.ts'
import { BLOBS, type IndexBlob } from '../index-storage.ts'
import type { Language } from '../language.ts'
import type { KeyEntry } from './sorted-keys.ts'

/** Minimum length of the parts of a compound. Shorter words occur by chance in too many other words. */
const PART_MIN_LENGTH = 4

/**
 * Splits are compared by their number of products, which is divided by this if only one part is a known word, so that a split
 * into two known words wins.
 */
const ONE_KNOWN_PART = 1_000_000

/** A word that fewer products have is not taken as part of a compound, because most such words are names or typos. */
const PART_MIN_PRODUCTS = 2

/**
 * Collects the catalogue's words: the forms of each stem, the compounds, and the word lists by which mistyped words are
 * corrected.
 */
export class Vocabulary {
  readonly #language: Language
  readonly #documentWords: ReadonlyMap<string, number>
  readonly #byStem = new Map<string, string[]>()
  /** Number of products that have a word with the stem. */
  readonly #products = new Map<string, number>()
  readonly #byLength = new Map<number, WordList>()

  /**
   * @param documentWords number of products that have a word only in the names of their documents. They do not count for corrections:
   * "Care sheet" at every product must not make "cake" a typo of "care".
   */
  constructor(language: Language, documentWords: ReadonlyMap<string, number> = new Map()) {
    this.#language = language
    this.#documentWords = documentWords
  }

  /** Yields the sorted words unchanged, and collects those that consist of letters. */
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

  /** The words that share each stem, sorted by stem. A stem is left out if the stem itself is its only word. */
  get forms(): readonly KeyEntry[] {
    return toEntries([...this.#byStem].filter(([stem, [first, ...others]]) => first !== stem || others.length > 0))
  }

  /** The compounds that contain a word, sorted by the word's stem; empty in languages without compounds. */
  get compounds(): readonly KeyEntry[] {
    if (!this.#language.hasCompounds) return []
    const byPart = new Map<string, string[]>()
    for (const word of [...this.#byStem.values()].flat()) {
      for (const part of this.#split(word)) {
        const found = byPart.get(part)
        if (found) found.push(word)
        else byPart.set(part, [word])
      }
    }
    return toEntries([...byPart])
  }

  /**
   * Splits a compound into the stems of its two words. Of several possible splits, the one with the most products wins.
   * @returns an empty list if the word is not a compound
   */
  #split(word: string): readonly string[] {
    let best: { readonly parts: readonly string[]; readonly products: number } | null = null
    for (const split of listSplits(word, PART_MIN_LENGTH, true)) {
      const parts = split.map((part) => this.#language.stem(part))
      const counts = parts.map((part) => this.#products.get(part) ?? 0)
      // One part may be unknown because it occurs only in compounds, such as 'Helm' in 'Fahrradhelm', so only one part must be
      // known.
      if (Math.max(...counts) < PART_MIN_PRODUCTS) continue
      const products = Math.min(...counts) + Math.max(...counts) / ONE_KNOWN_PART
      if (products > (best?.products ?? 0)) best = { parts, products }
    }
    return best?.parts ?? []
  }

  get lengths(): readonly number[] {
    return [...this.#byLength.keys()]
  }

  /** Returns a blob for each word length. */
  *writeWordLists(): Generator<IndexBlob> {
    for (const [length, list] of this.#byLength) yield { name: BLOBS.words(length), bytes: list.encode() }
  }
}

function toEntries(groups: readonly (readonly [string, readonly string[]])[]): readonly KeyEntry[] {
  return groups
    .map(([key, words]) => ({ key, documents: words.length, payload: Buffer.from(words.join('\n')) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

/** All words of one length, for correcting mistyped words. */
export class WordList {
  readonly #documents = new GrowingBytes()
  readonly #masks = new GrowingBytes()
  readonly #text = new GrowingBytes()

  add(word: string, documents: number): void {
    this.#documents.pushBytes(toBytes(documents))
    this.#masks.pushBytes(toBytes(maskLetters(word)))
    this.#text.pushBytes(Buffer.from(word, 'utf16le'))
  }

  /** Encodes the list so that `readWordList` can read it. */
  encode(): Uint8Array {
    return Buffer.concat([this.#documents.view(), this.#masks.view(), this.#text.view()])
  }
}

function toBytes(word: number): Uint8Array {
  return new Uint8Array(new Uint32Array([word]).buffer)
}
