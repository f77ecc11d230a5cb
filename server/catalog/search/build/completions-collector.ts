import { chooseMostFrequent, MAX_COMPLETIONS, type Completion } from '../completions.ts'
import type { KeyEntry } from './spilled-entries.ts'

/** Completions are stored only for prefixes of at least this many words; for others, scanning the dictionary is fast enough. */
const MIN_WORDS = 256

interface Prefix {
  words: number
  best: Completion[]
  /** A word must have more products than this to be among the best. */
  least: number
}

/** Collects the most frequent words of each prefix. */
export class CompletionsCollector {
  /** The prefixes of the last word, shortest first. */
  #open: Prefix[] = []
  #last = ''
  readonly #entries: KeyEntry[] = []

  /** Entries sorted by prefix. The payload lists the most frequent words, one per line. */
  get entries(): readonly KeyEntry[] {
    return this.#entries.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  }

  /** Yields the sorted words unchanged. */
  *watch(words: Iterable<KeyEntry>): Generator<KeyEntry> {
    for (const word of words) {
      this.#add(word)
      yield word
    }
    this.#closeFrom(0)
  }

  #add({ key, documents }: KeyEntry): void {
    let shared = 0
    while (shared < this.#open.length && key[shared] === this.#last[shared]) shared++
    this.#closeFrom(shared)
    while (this.#open.length < key.length) this.#open.push({ words: 0, best: [], least: 0 })
    for (const prefix of this.#open) {
      prefix.words++
      if (documents <= prefix.least) continue
      prefix.best.push({ key, documents })
      if (prefix.best.length === MAX_COMPLETIONS * 2) {
        prefix.best = chooseMostFrequent(prefix.best)
        prefix.least = prefix.best.at(-1)?.documents ?? 0
      }
    }
    this.#last = key
  }

  #closeFrom(length: number): void {
    for (const [place, { words, best }] of this.#open.entries()) {
      const prefix = this.#last.slice(0, place + 1)
      if (place < length || words < MIN_WORDS || !prefix.isWellFormed()) continue
      const lines = chooseMostFrequent(best)
        .map(({ key }) => key)
        .join('\n')
      this.#entries.push({ key: prefix, documents: words, payload: Buffer.from(lines) })
    }
    this.#open.length = Math.min(this.#open.length, length)
  }
}
