import { writeContainers } from '../containers.ts'
import { GrowingBytes, GrowingWords } from '../growing-bytes.ts'
import { mergeRuns, readRun, type Run, writeRun } from './runs.ts'

/** A word or a part number with the products that have it. */
export interface KeyEntry {
  readonly key: string
  /** How many products have it. */
  readonly documents: number
  /** Their containers: a view until the next entry is asked for. */
  readonly payload: Uint8Array
}

/** What is held in memory before it is written away. */
export interface RunLimits {
  readonly postings: number
  readonly keys: number
}

const RUN_LIMITS: RunLimits = { postings: 2 ** 20, keys: 2 ** 16 }

/**
 * Brings postings into the order of their keys, however many there are: what does not fit into memory goes into temporary
 * files, each sorted, that are merged at the end. Keys are ordered as JavaScript compares strings.
 */
export class SortedKeys {
  readonly #limits: RunLimits
  readonly #numbers = new Map<string, number>()
  /** Of each posting the number of its key, and the posting. */
  readonly #log = { keys: new GrowingWords(), postings: new GrowingWords() }
  readonly #runs: Run[] = []

  constructor(limits = RUN_LIMITS) {
    this.#limits = limits
  }

  /** @param posting of an ordinal that is not lower than the one before */
  add(key: string, posting: number): void {
    let number = this.#numbers.get(key)
    if (number === undefined) {
      if (this.#numbers.size === this.#limits.keys) this.#writeAway()
      number = this.#numbers.size
      this.#numbers.set(key, number)
    }
    if (this.#log.postings.length === this.#limits.postings) {
      this.#writeAway()
      return this.add(key, posting)
    }
    this.#log.keys.push(number)
    this.#log.postings.push(posting)
  }

  /** All that was added. Ends with it. */
  *drain(): Generator<KeyEntry> {
    try {
      yield* this.#runs.length === 0 ? this.#sortLog() : mergeRuns([...this.#runs.map(readRun), this.#sortLog()])
    } finally {
      this.close()
    }
  }

  /** Removes the temporary files. */
  close(): void {
    for (const run of this.#runs.splice(0)) run.remove()
  }

  /** What is in memory, sorted. */
  *#sortLog(): Generator<KeyEntry> {
    const keys = this.#log.keys.view()
    const postings = this.#log.postings.view()
    const ends = new Uint32Array(this.#numbers.size)
    for (const number of keys) ends[number]!++
    for (let number = 1; number < ends.length; number++) ends[number]! += ends[number - 1]!
    const starts = ends.slice()
    const grouped = new Uint32Array(keys.length)
    // From the end, so that the postings of a key stay in their order.
    for (let index = keys.length - 1; index >= 0; index--) grouped[--starts[keys[index]!]!] = postings[index]!
    const payload = new GrowingBytes()
    for (const key of [...this.#numbers.keys()].sort()) {
      const number = this.#numbers.get(key)!
      const ofKey = grouped.subarray(starts[number], ends[number])
      payload.clear()
      writeContainers(ofKey, payload)
      yield { key, documents: ofKey.length, payload: payload.view() }
    }
  }

  #writeAway(): void {
    this.#runs.push(writeRun(this.#sortLog()))
    this.#numbers.clear()
    this.#log.keys.clear()
    this.#log.postings.clear()
  }
}
