/** A row of `synonyms.csv`. A search for any of its words also finds all others. */
export interface SynonymEntry {
  readonly word: string
  readonly synonyms: readonly string[]
}

export const SYNONYM_ENTRIES_MAX = 2_000

/** Maximum number of synonyms per entry. */
export const SYNONYMS_MAX = 20

/** Maximum length of a word or synonym, in characters and in words. */
export const SYNONYM_MAX_LENGTH = 60
export const SYNONYM_MAX_WORDS = 5
