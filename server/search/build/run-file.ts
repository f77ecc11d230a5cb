import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BytesReader, GrowingBytes } from '../growing-bytes.ts'
import type { KeyEntry } from './sorted-keys.ts'

/** Sorted entries in a temporary file. */
export interface Run {
  readonly file: number
  remove(): void
}

const BUFFER_BYTES = 2 ** 17
const LENGTH_BYTES = 4

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

/** The entries of a run, from its beginning. */
export function* readRun({ file }: Run): Generator<KeyEntry> {
  let buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let [start, end, position] = [0, 0, 0]
  /** Makes so many bytes stand at `start`. */
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
