import { type Bits, type BitsArena, countBits, intersectInto, unionInto } from './bits.ts'
import { listSplits } from './words.ts'
import { addContainers, LEVELS } from './containers.ts'
import type { DictionaryEntry } from './dictionary.ts'
import type { ListingIndex } from './listing-index.ts'
import { findSimilarCodes } from './code-matches.ts'
import type { Phrase } from './synonyms.ts'

/** What an indirect match counts, as a share of one by the typed word itself. */
export const SHARES = {
  synonym: 0.8,
  /** A compound that contains the word, or its two parts as separate words. */
  compound: 0.6,
  /** Parts such as '30' of '30mm', or 'din' and '933' of 'din933'. */
  parts: 0.4,
  completion: 0.25,
  /** A longer word that ends with the word. */
  ending: 0.25,
  /** The last word of suggestions is often incomplete. */
  suggestedCompletion: 0.8,
} as const

/** Minimum length of the parts of a compound, and of words that were typed without a space. */
const COMPOUND_PART_MIN_LENGTH = 4
const JOINED_PART_MIN_LENGTH = 2

/** Maximum number of compounds of a word. */
const COMPOUNDS_MAX = 40

const COMPLETIONS_MAX = 40

/** Minimum length of a word, and of its form, that is looked up at the end of longer words. */
const ENDING_MIN_LENGTH = 4

/** What can stand before it: 'Öl' or 'Tee', but not the 'St' of 'Strand', which does not find 'Rand'. */
const FIRST_PART = /^(?=.*[aeiouy])../

/** Inflections change at most this number of last letters: 'schaal' and 'schalen'. */
const INFLECTED_LETTERS = 3

const ENDINGS_MAX = 40

/** Products that a word describes equally well; see `LEVELS`. */
export interface LevelMatch {
  readonly level: number
  readonly bits: Bits
}

interface Split {
  readonly parts: readonly string[]
  /** For each part, its forms in the catalogue. */
  readonly forms: readonly (readonly string[])[]
}

/** Collects the products that match a word, by level. */
export class Matcher {
  /** The products of all levels, as of the last call of `count`. */
  readonly union: Bits
  /** Null if products were added since the last call of `count`. */
  #count: number | null = null
  readonly #levels: (Bits | undefined)[] = Array.from({ length: LEVELS })
  readonly #splits = new Map<string, Split | null>()
  readonly #index: ListingIndex
  readonly #arena: BitsArena

  constructor(index: ListingIndex, arena: BitsArena) {
    this.#index = index
    this.#arena = arena
    this.union = arena.empty()
  }

  async addWord(word: string, share: number): Promise<void> {
    const entry = await this.#index.terms.find(word)
    if (entry) await this.#addEntry(entry, share)
  }

  /**
   * @param share what a product with the word itself counts
   * @returns the forms
   */
  async addForms(word: string, share = 1): Promise<readonly string[]> {
    const forms = await this.#listForms(word)
    for (const form of forms) await this.addWord(form, share)
    return forms
  }

  /** Adds the products with a synonym or, if it has several words, with all of them. */
  async addSynonym(phrase: Phrase): Promise<void> {
    const [word] = phrase
    if (word === undefined) return
    if (phrase.length > 1) {
      const forms = await Promise.all(phrase.map((part) => this.#listForms(part)))
      return this.#addCommon(forms, SHARES.synonym)
    }
    await this.addForms(word, SHARES.synonym)
    await this.addCompounds(word, SHARES.synonym)
    if (this.#index.language.hasCompounds) await this.addSplit(word, SHARES.synonym)
  }

  async addCompounds(word: string, share = 1): Promise<void> {
    const compounds = await this.#index.compounds.readLines(this.#index.language.stem(word))
    for (const compound of compounds.slice(0, COMPOUNDS_MAX)) await this.addWord(compound, share * SHARES.compound)
  }

  async addAllOf(parts: readonly string[]): Promise<void> {
    await this.#addCommon(
      parts.map((part) => [part]),
      SHARES.parts,
    )
  }

  /** Adds the products with both parts as separate words. */
  async addSplit(word: string, share = 1): Promise<void> {
    const split = await this.findSplit(word)
    if (split) await this.#addCommon(split.forms, share * SHARES.compound)
  }

  /** Splits a word into words of the catalogue. The split that most products have wins. */
  async findSplit(word: string): Promise<Split | null> {
    // Without this cache, 'aaaaaa…' would take exponential time if the catalogue has 'aa' and 'aaa'.
    let split = this.#splits.get(word)
    if (split === undefined) this.#splits.set(word, (split = await this.#chooseSplit(word)))
    return split
  }

  async #chooseSplit(word: string): Promise<Split | null> {
    const { hasCompounds } = this.#index.language
    let best: (Split & { readonly products: number }) | null = null
    for (const [left, right] of listSplits(
      word,
      hasCompounds ? COMPOUND_PART_MIN_LENGTH : JOINED_PART_MIN_LENGTH,
      hasCompounds,
    )) {
      const forms = await this.#listForms(left)
      if (forms.length === 0) continue
      const rest = await this.#splitRest(right)
      if (!rest) continue
      const common = await this.#findCommon([forms, ...rest.forms])
      const products = countBits(common)
      this.#arena.release([common])
      if (products > (best?.products ?? 0))
        best = { parts: [left, ...rest.parts], forms: [forms, ...rest.forms], products }
    }
    return best
  }

  async #splitRest(rest: string): Promise<Split | null> {
    const forms = await this.#listForms(rest)
    return forms.length > 0 ? { parts: [rest], forms: [forms] } : await this.findSplit(rest)
  }

  /** Adds the products with longer words. @param forms words that have been added already */
  async addCompletions(word: string, forms: readonly string[], share: number): Promise<void> {
    for (const entry of await completeWord(this.#index, word))
      if (!forms.includes(entry.key)) await this.#addEntry(entry, share)
  }

  /** Adds the products with words that end with the word in any form. @param forms of the word in the catalogue */
  async addEndings(word: string, forms: readonly string[]): Promise<void> {
    for (const longer of await listEndingWith(this.#index, word, forms)) await this.addWord(longer, SHARES.ending)
  }

  async addCode(code: string): Promise<void> {
    const entry = await this.#index.codes.find(code)
    if (entry) await this.#index.codes.addProducts(entry, this.#setOf(LEVELS - 1, 1))
  }

  async addSimilarCodes(code: string): Promise<void> {
    for (const [place, { entry }] of (await findSimilarCodes(this.#index, code)).entries()) {
      // They are sorted by similarity, and each gets a lower level than the one before.
      const level = Math.max(0, LEVELS - 2 - place)
      await this.#index.codes.addProducts(entry, this.#setOf(level, 1))
    }
  }

  addProducts(bits: Bits, level: number): void {
    unionInto(this.#setOf(level, 1), bits)
  }

  /** Counts the products of all levels, and stores them in `union`. */
  count(): number {
    if (this.#count === null) {
      this.union.fill(0)
      for (const { bits } of this.listLevels()) unionInto(this.union, bits)
      this.#count = countBits(this.union)
    }
    return this.#count
  }

  /** Lists the levels with products, lowest first. */
  listLevels(): readonly LevelMatch[] {
    return this.#levels.flatMap((bits, level) => (bits ? [{ level, bits }] : []))
  }

  /** Lists the catalogue's forms of a word. */
  async #listForms(word: string): Promise<readonly string[]> {
    const stem = this.#index.language.stem(word)
    const forms = await this.#index.forms.readLines(stem)
    if (forms.length > 0) return forms
    // A stem that is its own only form has no stored forms.
    return (await this.#index.terms.find(stem)) ? [stem] : []
  }

  /** Finds the products with a word of each list. */
  async #findCommon(lists: readonly (readonly string[])[]): Promise<Bits> {
    const common = this.#arena.full()
    for (const words of lists) {
      const bits = this.#arena.empty()
      for (const word of words) {
        const entry = await this.#index.terms.find(word)
        if (entry) await this.#index.terms.addProducts(entry, bits)
      }
      intersectInto(common, bits)
      this.#arena.release([bits])
    }
    return common
  }

  /** Adds the products that have a word of each list. Each is added at the level at which it has a word of the last list. */
  async #addCommon(lists: readonly (readonly string[])[], share: number): Promise<void> {
    const common = await this.#findCommon(lists)
    const last = new Matcher(this.#index, this.#arena)
    for (const word of lists.at(-1) ?? []) await last.addWord(word, share)
    const levels = last.listLevels()
    for (const { level, bits } of levels) {
      intersectInto(bits, common)
      this.addProducts(bits, level)
    }
    this.#arena.release([...levels.map(({ bits }) => bits), last.union, common])
  }

  async #addEntry(entry: DictionaryEntry, share: number): Promise<void> {
    addContainers(await this.#index.terms.readPayload(entry), (level) => this.#setOf(level, share))
  }

  /** Returns the set of a level, which a share below 1 lowers. */
  #setOf(level: number, share: number): Bits {
    this.#count = null
    return (this.#levels[Math.max(0, Math.ceil((level + 1) * share) - 1)] ??= this.#arena.empty())
  }
}

/** Finds the word itself, if a product has it, then the most frequent words that begin with it, in alphabetical order if equal. */
async function completeWord(index: ListingIndex, word: string): Promise<readonly DictionaryEntry[]> {
  const entries: DictionaryEntry[] = []
  for await (const entry of index.terms.list(word)) entries.push(entry)
  const itself = entries.filter(({ key }) => key === word)
  const frequent = entries
    .toSorted((one, other) => other.documents - one.documents || (one.key < other.key ? -1 : 1))
    .slice(0, COMPLETIONS_MAX)
  return [...new Set([...itself, ...frequent])]
}

/** Lists the most frequent words that end with a form of a word: 'frühstücksschalen' for 'Schale'. */
async function listEndingWith(index: ListingIndex, word: string, forms: readonly string[]): Promise<readonly string[]> {
  if (word.length < ENDING_MIN_LENGTH) return []
  const { directory, language } = index
  const stem = language.stem(word)
  const beginnings = new Set(
    [word, ...forms].map((form) => form.slice(0, Math.max(ENDING_MIN_LENGTH, form.length - INFLECTED_LETTERS))),
  )
  const found: { readonly longer: string; readonly documents: number }[] = []
  for (const length of directory.wordLengths) {
    const list = await index.readWordList(length)
    if (!list) continue
    for (const beginning of beginnings) {
      for (let at = list.text.indexOf(beginning); at >= 0; at = list.text.indexOf(beginning, at + 1)) {
        const place = Math.floor(at / length)
        const longer = list.text.slice(place * length, (place + 1) * length)
        const [first, ending] = [longer.slice(0, at % length), longer.slice(at % length)]
        if (ending.length >= ENDING_MIN_LENGTH && FIRST_PART.test(first) && language.stem(ending) === stem)
          found.push({ longer, documents: list.documents[place] ?? 0 })
      }
    }
  }
  return found
    .toSorted((one, other) => other.documents - one.documents || (one.longer < other.longer ? -1 : 1))
    .slice(0, ENDINGS_MAX)
    .map(({ longer }) => longer)
}
