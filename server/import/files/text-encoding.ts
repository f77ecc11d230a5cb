import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'

/** Bytes that mean nothing in the encoding the file is said to have. */
export class InvalidBytesError extends Error {
  override readonly name = 'InvalidBytesError'
  /** Position in the file; null where the decoder does not tell. */
  readonly offset: number | null

  constructor(offset: number | null, what: string) {
    super(what)
    this.offset = offset
  }
}

/** Whether the platform can decode an encoding of that name (WHATWG labels). */
export function isKnownEncoding(name: string): boolean {
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}

/** @returns the encoding that the byte order mark names, or UTF-8 where there is none */
export function detectEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * Reads a text file as UTF-8 whatever its own encoding, without its byte order mark.
 * @throws InvalidBytesError at the first bytes that the encoding does not allow: guessing would garble names silently
 */
export async function* readAsUtf8(path: string, encoding: string): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 16 * 1024 })
  yield* new TextDecoder(encoding).encoding === 'utf-8' ? checkUtf8(chunks) : transcode(chunks, encoding)
}

async function* checkUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let offset = 0
  for await (const chunk of chunks) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    if (offset === 0 && bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      bytes = bytes.subarray(3)
      offset = 3
    }
    const end = bytes.length - countIncompleteTail(bytes)
    const whole = bytes.subarray(0, end)
    if (!isUtf8(whole)) throw invalidUtf8(bytes, offset)
    rest = bytes.subarray(end)
    offset += end
    yield whole
  }
  if (rest.length > 0) throw invalidUtf8(rest, offset)
}

async function* transcode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
    yield Buffer.from(decoder.decode())
  } catch (error) {
    if (error instanceof TypeError) throw new InvalidBytesError(null, `the file is not valid ${encoding}`)
    throw error
  }
}

/** How many bytes at the end begin a character that the next chunk completes. */
function countIncompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0
  }
  return 0
}

function sequenceLength(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
}

function invalidUtf8(bytes: Buffer, offset: number): InvalidBytesError {
  let index = 0
  while (index < bytes.length) {
    const length = bytes[index]! < 0x80 ? 1 : sequenceLength(bytes[index]!)
    if (index + length > bytes.length || !isUtf8(bytes.subarray(index, index + length))) break
    index += length
  }
  const byte = (bytes[index] ?? 0).toString(16).padStart(2, '0')
  return new InvalidBytesError(offset + index, `the byte 0x${byte} is not UTF-8`)
}
