import type { DictionaryEntry } from './dictionary.ts'
import type { ListingIndex } from './listing-index.ts'

const COMPLETIONS_MAX = 40

/** Finds the word itself, if a product has it, then the most frequent words that begin with it, in alphabetical order if equal. */
export async function completeWord(index: ListingIndex, word: string): Promise<readonly DictionaryEntry[]> {
  const entries: DictionaryEntry[] = []
  for await (const entry of index.terms.list(word)) entries.push(entry)
  const itself = entries.filter(({ key }) => key === word)
  const frequent = entries
    .toSorted((one, other) => other.documents - one.documents || (one.key < other.key ? -1 : 1))
    .slice(0, COMPLETIONS_MAX)
  return [...new Set([...itself, ...frequent])]
}
