import { writeContainers } from '../containers.ts'
import { GrowingBytes, GrowingWords } from '../growing-bytes.ts'
import { addUp, increment } from '../postings.ts'
import { TemporaryDatabase } from '../../store/sqlite/queries.ts'

/** Maximum numbers in memory. */
export interface RunLimits {
  readonly postings: number
  readonly keys: number
}

const RUN_LIMITS: RunLimits = { postings: 2 ** 20, keys: 2 ** 16 }

/** An entry of a dictionary. */
export interface KeyEntry {
  readonly key: string
  /** Number of products; for keys of other dictionaries, of words or part numbers in the payload. */
  readonly documents: number
  /** A view that the next entry may overwrite. */
  readonly payload: Uint8Array
}

/** In this encoding, SQLite sorts texts as JavaScript does. */
const SCHEMA = `PRAGMA encoding = 'UTF-16be';
  CREATE TABLE entry (key TEXT NOT NULL, documents INTEGER NOT NULL, payload BLOB NOT NULL)`

/** Sorts postings by key. At a limit, those in memory are moved to a temporary database. */
export class SortedKeys implements Disposable {
  readonly #limits: RunLimits
  readonly #numbers = new Map<string, number>()
  /** The postings as added, with the numbers of their keys. */
  readonly #log = { keys: new GrowingWords(), postings: new GrowingWords() }
  #database: TemporaryDatabase | undefined

  constructor(limits = RUN_LIMITS) {
    this.#limits = limits
  }

  /**
   * @param posting its ordinal must not be lower than that of the previous one
   * @throws HttpError 503 if the disk is full
   */
  add(key: string, posting: number): void {
    let number = this.#numbers.get(key)
    const isFull = number === undefined && this.#numbers.size === this.#limits.keys
    if (isFull || this.#log.postings.length === this.#limits.postings) {
      this.#spill()
      number = undefined
    }
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(key, number)
    }
    this.#log.keys.push(number)
    this.#log.postings.push(posting)
  }

  /** Yields the entries sorted by key, then deletes the temporary database. No posting may be added afterwards. */
  *drain(): Generator<KeyEntry> {
    if (!this.#database) return yield* this.#sortMemory()
    this.#spill()
    let joined: KeyEntry | undefined
    for (const row of this.#database.queries.iterate('SELECT key, documents, payload FROM entry ORDER BY key, rowid')) {
      const entry = row as unknown as KeyEntry
      if (joined && joined.key !== entry.key) yield joined
      joined = joined?.key === entry.key ? joinEntries(joined, entry) : entry
    }
    if (joined) yield joined
    this[Symbol.dispose]()
  }

  [Symbol.dispose](): void {
    this.#database?.[Symbol.dispose]()
    this.#database = undefined
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
    this.#database ??= new TemporaryDatabase(SCHEMA)
    for (const { key, documents, payload } of this.#sortMemory())
      this.#database.queries.run('INSERT INTO entry VALUES (?, ?, ?)', key, documents, payload)
    this.#numbers.clear()
    this.#log.keys.clear()
    this.#log.postings.clear()
  }
}

/** The payloads of equal keys are joined in the order in which they were added. */
function joinEntries({ key, documents, payload }: KeyEntry, next: KeyEntry): KeyEntry {
  return { key, documents: documents + next.documents, payload: Buffer.concat([payload, next.payload]) }
}
