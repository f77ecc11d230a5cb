import { listSearchedTexts, SYNONYM_MAX_WORDS, type SynonymEntry } from '../rules/synonyms.ts'
import type { Language } from './language.ts'
import { splitWords } from './words.ts'

/** A synonym, split into words. */
export type Phrase = readonly string[]

/** Each synonym takes as long as another word. */
const SYNONYMS_PER_SEARCH_MAX = 24

/** Too many keys begin with a shorter text. */
const COMPLETED_MIN_LENGTH = 2

/** A stored entry. The key of a text is the stems of its words. */
interface Group {
  /** Keys of texts that find the synonyms. */
  readonly searched: readonly string[]
  /** May include the searched text itself. */
  readonly found: readonly { readonly key: string; readonly phrase: Phrase }[]
}

/** Encodes synonyms for `readSynonyms`, split into words, which would take too long during a search. */
export function encodeSynonyms(entries: readonly SynonymEntry[], language: Language): Uint8Array {
  const keyOf = (text: string) => toKey(splitWords(text), language)
  const groups = entries.map((entry): Group => {
    const { searched, found } = listSearchedTexts(entry)
    return {
      searched: searched.map(keyOf),
      found: found.map((text) => ({ key: keyOf(text), phrase: splitSynonym(text, language) })),
    }
  })
  return Buffer.from(JSON.stringify(groups))
}

/** The language must be that of `encodeSynonyms`. */
export function readSynonyms(bytes: Uint8Array, language: Language): Synonyms {
  return new Synonyms(JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly Group[], language)
}

/** Finds synonyms by the stems of words. */
export class Synonyms {
  readonly #language: Language
  /** Stems of all words of texts that have synonyms. */
  readonly #stems = new Set<string>()
  readonly #groups = new Map<string, Group[]>()

  constructor(groups: readonly Group[], language: Language) {
    this.#language = language
    for (const group of groups) {
      for (const key of group.searched) {
        for (const stem of key.split(' ')) this.#stems.add(stem)
        const others = this.#groups.get(key)
        if (others) others.push(group)
        else this.#groups.set(key, [group])
      }
    }
  }

  /** Returns whether a word, or a phrase with it, has synonyms. */
  has(word: string): boolean {
    return this.#stems.has(this.#language.stem(word))
  }

  findOf(word: string): readonly Phrase[] {
    return this.find([word]).get(this.#language.stem(word)) ?? []
  }

  /**
   * Finds the synonyms of words and of phrases of successive words.
   * @param isSuggesting whether the last word may be incomplete
   * @returns by the stem of each word; synonyms of a phrase are listed for all its words
   */
  find(words: readonly string[], isSuggesting = false): ReadonlyMap<string, readonly Phrase[]> {
    const byStem = new Map<string, Phrase[]>()
    if (this.#groups.size === 0) return byStem
    const stems = words.map((word) => this.#language.stem(word))
    let count = 0
    for (let from = 0; from < stems.length; from++) {
      for (let to = from + 1; to <= Math.min(stems.length, from + SYNONYM_MAX_WORDS); to++) {
        const run = new Set(stems.slice(from, to))
        for (const phrase of this.#listOf(stems.slice(from, to).join(' '), isSuggesting && to === stems.length)) {
          for (const stem of run) {
            const phrases = byStem.get(stem) ?? []
            if (phrases.includes(phrase)) continue
            if (++count > SYNONYMS_PER_SEARCH_MAX) return byStem
            phrases.push(phrase)
            byStem.set(stem, phrases)
          }
        }
      }
    }
    return byStem
  }

  /** Lists the synonyms of a key or, if it is incomplete, of all keys that begin with it. */
  *#listOf(key: string, isIncomplete: boolean): Generator<Phrase> {
    if (!isIncomplete || key.length < COMPLETED_MIN_LENGTH) return yield* this.#listOfKey(key)
    for (const longer of this.#groups.keys()) if (longer.startsWith(key)) yield* this.#listOfKey(longer)
  }

  *#listOfKey(key: string): Generator<Phrase> {
    for (const { found } of this.#groups.get(key) ?? [])
      for (const synonym of found) if (synonym.key !== key) yield synonym.phrase
  }
}

function toKey(words: readonly string[], language: Language): string {
  return words.map((word) => language.stem(word)).join(' ')
}

/** Splits a synonym into the words that a product must have: no stop words if there are others. */
export function splitSynonym(text: string, language: Language): Phrase {
  const words = splitWords(text)
  const important = words.filter((word) => !language.isStopWord(word))
  return important.length > 0 ? important : words
}
