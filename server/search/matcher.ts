import { type Bits, type BitsArena, countBits, intersectInto, unionInto } from './bits.ts'
import { completeWord } from './completions.ts'
import { listSplits } from './compounds.ts'
import { addContainers, LEVELS } from './containers.ts'
import type { Dictionary, DictionaryEntry } from './dictionary.ts'
import type { ListingIndex } from './listing-index.ts'
import { findSimilarCodes } from './similar-codes.ts'
import type { Phrase } from './synonyms.ts'

/** How much a match by another word than the typed one counts, as a share of a match by the typed word itself. */
export const SHARES = {
  form: 0.9,
  /** A word or phrase that the owner listed as a synonym. */
  synonym: 0.8,
  /** A compound that contains the word, or the parts of a compound as separate words. */
  compound: 0.6,
  /** The number of '30mm' without its unit, or the letters and digits of 'din933' as separate words. */
  parts: 0.4,
  completion: 0.25,
  /** A completion in suggestions counts more, because their last word is often incomplete. */
  suggestedCompletion: 0.8,
} as const

/** Minimum length of the parts of a compound, and of words that were typed without a space. */
const COMPOUND_PART_MIN_LENGTH = 4
const JOINED_PART_MIN_LENGTH = 2

/** Maximum number of compounds that contain a word. */
const COMPOUNDS_MAX = 40

/** The products that a word describes equally well. */
export interface LevelMatch {
  readonly level: number
  readonly bits: Bits
}

interface Split {
  readonly parts: readonly string[]
  /** The words of the catalogue that are forms of each part. */
  readonly forms: readonly (readonly string[])[]
}

/** Collects the products that match a word, in one set for each level. */
export class Matcher {
  /** The products of all levels when they were last counted. */
  readonly union: Bits
  /** Null if products were added since they were counted. */
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

  /** Adds the products of a word's forms. @param share of a product that has the word itself @returns the forms */
  async addForms(word: string, share = 1): Promise<readonly string[]> {
    const forms = await this.#listForms(word)
    for (const form of forms) await this.addWord(form, form === word ? share : share * SHARES.form)
    return forms
  }

  /** Adds the products that have a synonym, or all words of a synonym of several words. */
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
    const compounds = await readLines(this.#index.compounds, this.#index.language.stem(word))
    for (const compound of compounds.slice(0, COMPOUNDS_MAX)) await this.addWord(compound, share * SHARES.compound)
  }

  /** Adds the products that have all parts of a word such as 'din933'. */
  async addAllOf(parts: readonly string[]): Promise<void> {
    await this.#addCommon(
      parts.map((part) => [part]),
      SHARES.parts,
    )
  }

  /** Adds the products that have both parts of a compound as separate words. */
  async addSplit(word: string, share = 1): Promise<void> {
    const split = await this.findSplit(word)
    if (split) await this.#addCommon(split.forms, share * SHARES.compound)
  }

  /** Splits a word into words of the catalogue. Of several splits it returns the one whose words most products have together. */
  async findSplit(word: string): Promise<Split | null> {
    // Without a cache, the time for 'aaaaaa…' would grow exponentially if the catalogue has 'aa' and 'aaa'.
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

  /** Adds the products of words that begin with a word. @param forms words that were added before, which are left out */
  async addCompletions(word: string, forms: readonly string[], share: number): Promise<void> {
    for (const entry of await completeWord(this.#index, word))
      if (!forms.includes(entry.key)) await this.#addEntry(entry, share)
  }

  async addCode(code: string): Promise<void> {
    const entry = await this.#index.codes.find(code)
    if (entry) await this.#index.codes.addProducts(entry, this.#setOf(LEVELS - 1, 1))
  }

  async addSimilarCodes(code: string): Promise<void> {
    for (const [place, entry] of (await findSimilarCodes(this.#index, code)).entries()) {
      // The most similar part numbers come first.
      const level = Math.max(0, LEVELS - 2 - place)
      await this.#index.codes.addProducts(entry, this.#setOf(level, 1))
    }
  }

  addProducts(bits: Bits, level: number): void {
    unionInto(this.#setOf(level, 1), bits)
  }

  /** Counts the products of all levels, and makes `union` their set. */
  count(): number {
    if (this.#count === null) {
      this.union.fill(0)
      for (const { bits } of this.listLevels()) unionInto(this.union, bits)
      this.#count = countBits(this.union)
    }
    return this.#count
  }

  /** Lists the levels that have products, lowest first. */
  listLevels(): readonly LevelMatch[] {
    return this.#levels.flatMap((bits, level) => (bits ? [{ level, bits }] : []))
  }

  /** Lists the words of the catalogue that are forms of a word; none if it has none of them. */
  async #listForms(word: string): Promise<readonly string[]> {
    const stem = this.#index.language.stem(word)
    const forms = await readLines(this.#index.forms, stem)
    if (forms.length > 0) return forms
    // The forms of a stem are not stored if it is its only form.
    return (await this.#index.terms.find(stem)) ? [stem] : []
  }

  /** Finds the products that have at least one word of every list. */
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

  /** Adds the products that have at least one word of every list, rated by their word of the last list. */
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

  /** Returns the set of the level that a level becomes if it counts only a share. The caller adds products to it. */
  #setOf(level: number, share: number): Bits {
    this.#count = null
    return (this.#levels[Math.max(0, Math.ceil((level + 1) * share) - 1)] ??= this.#arena.empty())
  }
}

async function readLines(dictionary: Dictionary, key: string): Promise<readonly string[]> {
  const entry = await dictionary.find(key)
  return entry
    ? Buffer.from(await dictionary.readPayload(entry))
        .toString('utf8')
        .split('\n')
    : []
}
