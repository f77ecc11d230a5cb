import { writeContainers } from '../containers.ts'
import { GrowingBytes, GrowingWords } from '../growing-bytes.ts'
import { addUp, increment } from '../postings.ts'
import { mergeRuns, readRun, type Run, writeRun } from './runs.ts'

export interface KeyEntry {
  readonly key: string
  /** Number of products; for keys of other dictionaries, of words or part numbers in the payload. */
  readonly documents: number
  /** A view that the next entry overwrites. */
  readonly payload: Uint8Array
}

/** Maximum numbers in memory. */
export interface RunLimits {
  readonly postings: number
  readonly keys: number
}

const RUN_LIMITS: RunLimits = { postings: 2 ** 20, keys: 2 ** 16 }

/** Sorts postings by key with an external merge sort: at a limit, those in memory become a sorted temporary file. */
export class SortedKeys {
  readonly #limits: RunLimits
  readonly #numbers = new Map<string, number>()
  /** The postings as added, with the numbers of their keys. */
  readonly #log = { keys: new GrowingWords(), postings: new GrowingWords() }
  readonly #runs: Run[] = []

  constructor(limits = RUN_LIMITS) {
    this.#limits = limits
  }

  /** @param posting its ordinal must not be lower than that of the previous one */
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

  /** Returns the entries sorted by key, then deletes the temporary files. No posting may be added afterwards. */
  *drain(): Generator<KeyEntry> {
    try {
      yield* this.#runs.length === 0 ? this.#sortMemory() : mergeRuns([...this.#runs.map(readRun), this.#sortMemory()])
    } finally {
      this.close()
    }
  }

  close(): void {
    for (const run of this.#runs.splice(0)) run.remove()
  }

  *#sortMemory(): Generator<KeyEntry> {
    const keys = this.#log.keys.view()
    const postings = this.#log.postings.view()
    const starts = new Uint32Array(this.#numbers.size + 1)
    for (const number of keys) increment(starts, number + 1)
    addUp(starts)
    const ends = starts.slice()
    const grouped = new Uint32Array(keys.length)
    for (let index = 0; index < keys.length; index++) grouped[increment(ends, keys[index] ?? 0)] = postings[index] ?? 0
    const payload = new GrowingBytes()
    for (const key of [...this.#numbers.keys()].sort()) {
      const number = this.#numbers.get(key) ?? 0
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
