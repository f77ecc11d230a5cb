import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BytesReader, GrowingBytes } from '../growing-bytes.ts'
import type { KeyEntry } from './sorted-keys.ts'

/** A temporary file of sorted entries, one of those that an external merge sort merges. */
export interface Run {
  readonly file: number
  remove(): void
}

const BUFFER_BYTES = 2 ** 17
const LENGTH_BYTES = 4

/** Writes sorted entries to a temporary file. @throws if the file cannot be written */
export function writeRun(entries: Iterable<KeyEntry>): Run {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-index-'))
  const file = openSync(join(folder, 'run'), 'w+')
  const remove = () => {
    closeSync(file)
    rmSync(folder, { recursive: true, force: true })
  }
  const buffer = new GrowingBytes(BUFFER_BYTES * 2)
  const flush = () => {
    writeSync(file, buffer.view())
    buffer.clear()
  }
  try {
    for (const entry of entries) {
      pushEntry(buffer, entry)
      if (buffer.length >= BUFFER_BYTES) flush()
    }
    flush()
    return { file, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function pushEntry(buffer: GrowingBytes, { key, documents, payload }: KeyEntry): void {
  const start = buffer.length
  buffer.pushBytes(new Uint8Array(LENGTH_BYTES))
  buffer.pushNumber(documents)
  buffer.pushNumber(payload.length)
  buffer.pushBytes(payload)
  buffer.pushText(key)
  buffer.view().writeUInt32LE(buffer.length - start - LENGTH_BYTES, start)
}

/** Reads the entries of a run; a payload is a view that is valid until the next entry. */
export function* readRun({ file }: Run): Generator<KeyEntry> {
  let buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let [start, end, position] = [0, 0, 0]
  /** Reads on until `count` bytes are buffered from `start`. @returns false at the end of the file */
  const need = (count: number): boolean => {
    if (end - start >= count) return true
    const target = count > buffer.length ? Buffer.allocUnsafeSlow(count) : buffer
    buffer.copy(target, 0, start, end)
    ;[buffer, end, start] = [target, end - start, 0]
    for (let read = 1; read > 0 && end < buffer.length; end += read, position += read)
      read = readSync(file, buffer, end, buffer.length - end, position)
    return end >= count
  }
  while (need(LENGTH_BYTES)) {
    const length = buffer.readUInt32LE(start)
    need(LENGTH_BYTES + length)
    const reader = new BytesReader(buffer, start + LENGTH_BYTES)
    start += LENGTH_BYTES + length
    const documents = reader.readNumber()
    const payload = reader.readBytes(reader.readNumber())
    yield { key: buffer.toString('utf8', reader.position, start), documents, payload }
  }
}

interface Head {
  readonly entries: Iterator<KeyEntry>
  readonly place: number
  entry: KeyEntry
}

/**
 * Merges sorted runs. Entries of the same key are merged into one, with their payloads in the order of the runs.
 * @param runs sorted, each without duplicate keys
 */
export function* mergeRuns(runs: readonly Iterable<KeyEntry>[]): Generator<KeyEntry> {
  /** A binary heap of the next entry of each run. */
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
    // The runs advance only after the merged entry is used, because their payloads are views.
    removeFirst(heap)
    while (heap[0]?.entry.key === same[0]!.entry.key) {
      same.push(heap[0])
      removeFirst(heap)
    }
    yield same.length === 1 ? same[0]!.entry : mergeEntries(same.map(({ entry }) => entry))
    for (const head of same) {
      const { value, done } = head.entries.next()
      if (done) continue
      head.entry = value
      heap.push(head)
      rise(heap)
    }
  }
}

function mergeEntries(entries: readonly KeyEntry[]): KeyEntry {
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
