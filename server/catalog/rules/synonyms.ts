/** A row of `synonyms.csv`. */
export interface SynonymEntry {
  readonly word: string
  readonly synonyms: readonly string[]
  /** Whether only searches for the word find the synonyms. Otherwise, a search for any of them also finds all others. */
  readonly isOneWay: boolean
}

export const SYNONYM_ENTRIES_MAX = 2_000

/** Maximum number of synonyms per entry. */
export const SYNONYMS_MAX = 20

/** Maximum length of a word or synonym, in characters and in words. */
export const SYNONYM_MAX_LENGTH = 60
export const SYNONYM_MAX_WORDS = 5

/** Returns which texts of an entry can be searched for, and which such a search also finds. */
export function listSearchedTexts({ word, synonyms, isOneWay }: SynonymEntry): {
  readonly searched: readonly string[]
  readonly found: readonly string[]
} {
  const texts = [word, ...synonyms]
  return isOneWay ? { searched: [word], found: synonyms } : { searched: texts, found: texts }
}
