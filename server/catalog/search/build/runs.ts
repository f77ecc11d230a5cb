import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BytesReader, GrowingBytes } from '../growing-bytes.ts'
import type { KeyEntry } from './sorted-keys.ts'

/** A temporary file of sorted entries. */
export interface Run {
  readonly file: number
  remove(): void
}

const BUFFER_BYTES = 2 ** 17
const LENGTH_BYTES = 4

/** @throws if the file cannot be written */
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

/** Payloads are views that the next entry overwrites. */
export function* readRun({ file }: Run): Generator<KeyEntry> {
  let buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let [start, end, position] = [0, 0, 0]
  /** Makes sure that the buffer holds `count` bytes from `start` on. @returns false if the file ends before */
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

/**
 * Merges sorted runs. The payloads of equal keys are joined in the order of the runs.
 * @param runs without duplicate keys in each
 */
export function mergeRuns(runs: readonly Iterable<KeyEntry>[]): Iterable<KeyEntry> {
  if (runs.length < 2) return runs[0] ?? []
  const middle = runs.length >>> 1
  return mergeTwo(mergeRuns(runs.slice(0, middle)), mergeRuns(runs.slice(middle)))
}

function* mergeTwo(first: Iterable<KeyEntry>, second: Iterable<KeyEntry>): Generator<KeyEntry> {
  const [ones, others] = [first[Symbol.iterator](), second[Symbol.iterator]()]
  let [one, other] = [ones.next(), others.next()]
  // The next entry overwrites the payload, so a run is advanced only after use.
  while (!one.done && !other.done) {
    if (one.value.key < other.value.key) {
      yield one.value
      one = ones.next()
    } else if (other.value.key < one.value.key) {
      yield other.value
      other = others.next()
    } else {
      yield mergeEntries(one.value, other.value)
      ;[one, other] = [ones.next(), others.next()]
    }
  }
  for (; !one.done; one = ones.next()) yield one.value
  for (; !other.done; other = others.next()) yield other.value
}

function mergeEntries(one: KeyEntry, other: KeyEntry): KeyEntry {
  return {
    key: one.key,
    documents: one.documents + other.documents,
    payload: Buffer.concat([one.payload, other.payload]),
  }
}
