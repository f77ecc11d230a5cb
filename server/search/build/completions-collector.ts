import { chooseMostFrequent, MAX_COMPLETIONS, type Completion } from '../completions.ts'
import type { KeyEntry } from './sorted-keys.ts'

/** Beginnings of fewer words are not noted: those words are gone through as they are asked for. */
const NOTED_FROM = 256

interface Beginning {
  /** How many words begin so. */
  words: number
  /** The most frequent ones, which may be a few too many. */
  best: Completion[]
  /** What a word must have at least to be among them. */
  least: number
}

/** Gathers, while words pass in their order, the most frequent ones of beginnings that many share. */
export class CompletionsCollector {
  /** Of the word that passed last; the one at place n has n + 1 letters. */
  #open: Beginning[] = []
  #last = ''
  readonly #noted: KeyEntry[] = []

  /** By their beginnings, in order: words a line each, the most frequent first. */
  get entries(): readonly KeyEntry[] {
    return this.#noted.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  }

  *watch(words: Iterable<KeyEntry>): Generator<KeyEntry> {
    for (const word of words) {
      this.#note(word)
      yield word
    }
    this.#closeFrom(0)
  }

  #note({ key, documents }: KeyEntry): void {
    let shared = 0
    while (shared < this.#open.length && key[shared] === this.#last[shared]) shared++
    this.#closeFrom(shared)
    while (this.#open.length < key.length) this.#open.push({ words: 0, best: [], least: 0 })
    for (const beginning of this.#open) {
      beginning.words++
      if (documents <= beginning.least) continue
      beginning.best.push({ key, documents })
      if (beginning.best.length === MAX_COMPLETIONS * 2) {
        beginning.best = chooseMostFrequent(beginning.best)
        beginning.least = beginning.best.at(-1)!.documents
      }
    }
    this.#last = key
  }

  #closeFrom(length: number): void {
    for (const [place, { words, best }] of this.#open.entries()) {
      const prefix = this.#last.slice(0, place + 1)
      if (place < length || words < NOTED_FROM || !prefix.isWellFormed()) continue
      const lines = chooseMostFrequent(best)
        .map(({ key }) => key)
        .join('\n')
      this.#noted.push({ key: prefix, documents: words, payload: Buffer.from(lines) })
    }
    this.#open.length = Math.min(this.#open.length, length)
  }
}
