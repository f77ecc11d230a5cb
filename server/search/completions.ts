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
