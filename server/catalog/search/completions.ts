import type { DictionaryEntry } from './dictionary.ts'
import type { ListingIndex } from './listing-index.ts'

export const MAX_COMPLETIONS = 40

export interface Completion {
  readonly key: string
  readonly documents: number
}

/** Chooses the most frequent words; equally frequent ones are in alphabetical order. */
export function chooseMostFrequent<Entry extends Completion>(entries: readonly Entry[]): Entry[] {
  return entries
    .toSorted((one, other) => other.documents - one.documents || (one.key < other.key ? -1 : 1))
    .slice(0, MAX_COMPLETIONS)
}

/** Finds the word itself, if a product has it, then the most frequent words that begin with it. */
export async function completeWord(index: ListingIndex, word: string): Promise<readonly DictionaryEntry[]> {
  const stored = await index.completions.readLines(word)
  const found = stored.length > 0 ? await findAll(index, [word, ...stored]) : await listByPrefix(index, word)
  return [...new Map(found.map((entry) => [entry.key, entry])).values()]
}

async function listByPrefix(index: ListingIndex, word: string): Promise<readonly DictionaryEntry[]> {
  const entries: DictionaryEntry[] = []
  for await (const entry of index.terms.list(word)) entries.push(entry)
  // If the word itself is an entry, it is the first, because they are sorted.
  return [...entries.slice(0, 1).filter(({ key }) => key === word), ...chooseMostFrequent(entries)]
}

async function findAll(index: ListingIndex, keys: readonly string[]): Promise<readonly DictionaryEntry[]> {
  const entries: DictionaryEntry[] = []
  for (const key of keys) {
    const entry = await index.terms.find(key)
    if (entry) entries.push(entry)
  }
  return entries
}
