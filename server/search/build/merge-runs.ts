import type { KeyEntry } from './sorted-keys.ts'

interface Head {
  readonly entries: Iterator<KeyEntry>
  readonly place: number
  entry: KeyEntry
}

/**
 * Merges sorted entries; those of one key become one, in the order of their runs.
 * @param runs each sorted, without a key twice
 */
export function* mergeRuns(runs: readonly Iterable<KeyEntry>[]): Generator<KeyEntry> {
  /** A heap: no head comes before the one at half its place. */
  const heap: Head[] = []
  for (const [place, run] of runs.entries()) {
    const entries = run[Symbol.iterator]()
    const { value, done } = entries.next()
    if (done) continue
    heap.push({ entries, place, entry: value })
  }
  for (let index = heap.length >>> 1; index >= 0; index--) sink(heap, index)
  while (heap.length > 0) {
    const same = [heap[0]!]
    // Taken off while they are gathered: an entry is a view until its run moves on.
    removeFirst(heap)
    while (heap[0]?.entry.key === same[0]!.entry.key) {
      same.push(heap[0])
      removeFirst(heap)
    }
    yield same.length === 1 ? same[0]!.entry : uniteEntries(same.map(({ entry }) => entry))
    for (const head of same) {
      const { value, done } = head.entries.next()
      if (done) continue
      head.entry = value
      heap.push(head)
      rise(heap)
    }
  }
}

function uniteEntries(entries: readonly KeyEntry[]): KeyEntry {
  return {
    key: entries[0]!.key,
    documents: entries.reduce((sum, { documents }) => sum + documents, 0),
    payload: Buffer.concat(entries.map(({ payload }) => payload)),
  }
}

function isBefore(one: Head, other: Head): boolean {
  return one.entry.key < other.entry.key || (one.entry.key === other.entry.key && one.place < other.place)
}

function removeFirst(heap: Head[]): void {
  const last = heap.pop()!
  if (heap.length === 0) return
  heap[0] = last
  sink(heap, 0)
}

function sink(heap: Head[], start: number): void {
  for (let index = start; ;) {
    let first = index
    for (const child of [2 * index + 1, 2 * index + 2])
      if (child < heap.length && isBefore(heap[child]!, heap[first]!)) first = child
    if (first === index) return
    swap(heap, index, first)
    index = first
  }
}

function rise(heap: Head[]): void {
  for (let index = heap.length - 1; index > 0;) {
    const parent = (index - 1) >>> 1
    if (!isBefore(heap[index]!, heap[parent]!)) return
    swap(heap, index, parent)
    index = parent
  }
}

function swap(heap: Head[], one: number, other: number): void {
  ;[heap[one], heap[other]] = [heap[other]!, heap[one]!]
}
