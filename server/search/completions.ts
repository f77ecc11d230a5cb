import type { DictionaryEntry } from './dictionary.ts'
import type { ListingIndex } from './listing-index.ts'

/** The most frequent words that begin like the one that was typed. */
export const MAX_COMPLETIONS = 40

/** A word with how many products have it. */
export interface Completion {
  readonly key: string
  readonly documents: number
}

/** Those of one frequency by their letters. */
export function chooseMostFrequent<Entry extends Completion>(entries: readonly Entry[]): Entry[] {
  return entries
    .toSorted((one, other) => other.documents - one.documents || (one.key < other.key ? -1 : 1))
    .slice(0, MAX_COMPLETIONS)
}

/** A word itself, where there is such a one, and the most frequent words that begin so. */
export async function completeWord(index: ListingIndex, word: string): Promise<readonly DictionaryEntry[]> {
  const noted = await index.completions.find(word)
  const found = noted
    ? await findAll(index, [word, ...split(await index.completions.readPayload(noted))])
    : await listBeginning(index, word)
  return [...new Map(found.map((entry) => [entry.key, entry])).values()]
}

async function listBeginning(index: ListingIndex, word: string): Promise<readonly DictionaryEntry[]> {
  const entries: DictionaryEntry[] = []
  for await (const entry of index.terms.list(word)) entries.push(entry)
  // In the order of the keys the word itself comes first.
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

function split(lines: Uint8Array): readonly string[] {
  return Buffer.from(lines).toString('utf8').split('\n')
}
