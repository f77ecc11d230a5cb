import { writeContainers } from '../containers.ts'
import { GrowingBytes, GrowingWords } from '../growing-bytes.ts'
import { mergeRuns, readRun, type Run, writeRun } from './runs.ts'

/** A word or a part number with the products that have it. */
export interface KeyEntry {
  readonly key: string
  /** Number of products that have the key. */
  readonly documents: number
  /** The products as containers; a view that is valid until the next entry. */
  readonly payload: Uint8Array
}

/** Maximum numbers of postings and keys in memory before they are written to a temporary file. */
export interface RunLimits {
  readonly postings: number
  readonly keys: number
}

const RUN_LIMITS: RunLimits = { postings: 2 ** 20, keys: 2 ** 16 }

/**
 * Sorts postings by their keys with an external merge sort: what exceeds the limits is written to sorted temporary files,
 * which are merged at the end. Keys are compared as JavaScript compares strings.
 */
export class SortedKeys {
  readonly #limits: RunLimits
  readonly #numbers = new Map<string, number>()
  /** The postings in the order of insertion, each with the number of its key. */
  readonly #log = { keys: new GrowingWords(), postings: new GrowingWords() }
  readonly #runs: Run[] = []

  constructor(limits = RUN_LIMITS) {
    this.#limits = limits
  }

  /** Adds a posting. @param posting its ordinal must not be lower than that of the previous one */
  add(key: string, posting: number): void {
    let number = this.#numbers.get(key)
    if (number === undefined) {
      if (this.#numbers.size === this.#limits.keys) this.#writeRun()
      number = this.#numbers.size
      this.#numbers.set(key, number)
    }
    if (this.#log.postings.length === this.#limits.postings) {
      this.#writeRun()
      return this.add(key, posting)
    }
    this.#log.keys.push(number)
    this.#log.postings.push(posting)
  }

  /** Returns all entries sorted by key, and deletes the temporary files at the end. Nothing can be added afterwards. */
  *drain(): Generator<KeyEntry> {
    try {
      yield* this.#runs.length === 0 ? this.#sortMemory() : mergeRuns([...this.#runs.map(readRun), this.#sortMemory()])
    } finally {
      this.close()
    }
  }

  /** Deletes the temporary files. */
  close(): void {
    for (const run of this.#runs.splice(0)) run.remove()
  }

  /** Returns the entries in memory, sorted by key. */
  *#sortMemory(): Generator<KeyEntry> {
    const keys = this.#log.keys.view()
    const postings = this.#log.postings.view()
    const ends = new Uint32Array(this.#numbers.size)
    for (const number of keys) ends[number]!++
    for (let number = 1; number < ends.length; number++) ends[number]! += ends[number - 1]!
    const starts = ends.slice()
    const grouped = new Uint32Array(keys.length)
    // Iterates backwards, so that the postings of a key keep their order.
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

  #writeRun(): void {
    this.#runs.push(writeRun(this.#sortMemory()))
    this.#numbers.clear()
    this.#log.keys.clear()
    this.#log.postings.clear()
  }
}
