import { writeContainers } from '../containers.ts'
import { GrowingBytes, GrowingWords } from '../growing-bytes.ts'
import { addUp, increment } from '../postings.ts'
import { type KeyEntry, SpilledEntries } from './spilled-entries.ts'

/** Maximum numbers in memory. */
export interface RunLimits {
  readonly postings: number
  readonly keys: number
}

const RUN_LIMITS: RunLimits = { postings: 2 ** 20, keys: 2 ** 16 }

/** Sorts postings by key. At a limit, those in memory are moved to a temporary database. */
export class SortedKeys implements Disposable {
  readonly #limits: RunLimits
  readonly #numbers = new Map<string, number>()
  /** The postings as added, with the numbers of their keys. */
  readonly #log = { keys: new GrowingWords(), postings: new GrowingWords() }
  readonly #spilled = new SpilledEntries()

  constructor(limits = RUN_LIMITS) {
    this.#limits = limits
  }

  /** @param posting its ordinal must not be lower than that of the previous one */
  add(key: string, posting: number): void {
    let number = this.#numbers.get(key)
    if (number === undefined) {
      if (this.#numbers.size === this.#limits.keys) this.#spill()
      number = this.#numbers.size
      this.#numbers.set(key, number)
    }
    if (this.#log.postings.length === this.#limits.postings) {
      this.#spill()
      return this.add(key, posting)
    }
    this.#log.keys.push(number)
    this.#log.postings.push(posting)
  }

  /** Returns the entries sorted by key, then deletes the temporary database. No posting may be added afterwards. */
  *drain(): Generator<KeyEntry> {
    using spilled = this.#spilled
    yield* spilled.drain(this.#sortMemory())
  }

  [Symbol.dispose](): void {
    this.#spilled[Symbol.dispose]()
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

  #spill(): void {
    this.#spilled.add(this.#sortMemory())
    this.#numbers.clear()
    this.#log.keys.clear()
    this.#log.postings.clear()
  }
}
