import { isUtf8 } from 'node:buffer'
import { ImportError } from '../import-error.ts'
import { openSource, type SourcePath } from './source-path.ts'

export interface TextFile extends SourcePath {
  readonly encoding: string
}

interface Table {
  readonly delimiter: string
  readonly header: readonly string[]
}

const NO_TABLE: Table = { delimiter: ',', header: [] }

/** @throws ImportError if the file cannot be read */
export async function readFirstBytes(source: SourcePath, maxBytes: number): Promise<Buffer> {
  const file = await openSource(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Yields the text of a file as UTF-8.
 * @throws ImportError with line and column of the first invalid bytes
 */
export async function* readText(file: TextFile, { delimiter, header }: Table = NO_TABLE): AsyncGenerator<Buffer> {
  try {
    yield* readAsUtf8(file)
  } catch (error) {
    if (!(error instanceof InvalidBytesError)) throw error
    const place = error.offset === null ? undefined : await findLineAndCell(file, error.offset, delimiter)
    const column = place && header[place.cell]
    const advice = 'If the file was saved in the Western European encoding, add --encoding windows-1252'
    throw new ImportError({ file: file.path, line: place?.line, column }, `${error.message}. ${advice}`, {
      cause: error,
    })
  }
}

/* oxlint-disable no-control-regex */

/** Signatures of unsupported formats, for the first bytes decoded as Latin-1. */
const SIGNATURES: readonly (readonly [signature: RegExp, name: string])[] = [
  [/^PK\x03\x04/, 'an Excel workbook (.xlsx), another workbook or an archive'],
  [/^\xD0\xCF\x11\xE0/, 'an old Excel workbook (.xls)'],
  [/^\x1F\x8B/, 'a compressed file'],
  [/^SQLite format 3/, 'an SQLite database'],
  [/^%PDF/, 'a PDF'],
  [/^\{\\rtf/, 'a text document (RTF)'],
  [/^(?:\xEF\xBB\xBF)?\s*[[{]\s*(?:["[\]{}]|$)/, 'JSON'],
  [/^(?:\xEF\xBB\xBF)?\s*(?:-- |\/\*|(?:CREATE|DROP|INSERT) (?:TABLE|DATABASE|INTO))/, 'an SQL dump'],
  [/^(?:\xFF\xD8\xFF|\x89PNG|GIF8|RIFF)/, 'a picture'],
]

export const TABLE_ADVICE =
  'save the table as CSV (UTF-8) or as a workbook (.xlsx), or start from the sheet that "npm run catalog -- template" writes'

/** @returns the name of an unsupported format; undefined if the file may be a table */
export function identifyUnsupportedFile(beginning: Uint8Array): string | undefined {
  const text = Buffer.from(beginning.subarray(0, 200)).toString('latin1')
  return SIGNATURES.find(([signature]) => signature.test(text))?.[1]
}

class InvalidBytesError extends Error {
  override readonly name = 'InvalidBytesError'
  /** Offset of the invalid bytes; null if unknown. */
  readonly offset: number | null

  constructor(offset: number | null, what: string) {
    super(what)
    this.offset = offset
  }
}

export function isKnownEncoding(name: string): boolean {
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}

/** Returns the encoding that the byte order mark states, or UTF-8 if there is none. */
export function detectEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Yields the text as UTF-8. Invalid bytes are errors, because replacing them would silently garble names. */
async function* readAsUtf8(file: TextFile): AsyncGenerator<Buffer> {
  const { encoding } = file
  const chunks: AsyncIterable<Buffer> = (await openSource(file)).createReadStream({ highWaterMark: 64 * 1024 })
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

function countIncompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes.readUInt8(bytes.length - back)
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
    const lead = bytes.readUInt8(index)
    const length = lead < 0x80 ? 1 : sequenceLength(lead)
    if (index + length > bytes.length || !isUtf8(bytes.subarray(index, index + length))) break
    index += length
  }
  const byte = (bytes[index] ?? 0).toString(16).padStart(2, '0')
  return new InvalidBytesError(offset + index, `the byte 0x${byte} is not UTF-8`)
}

const QUOTE = 0x22
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Finds the line and cell of invalid bytes without the CSV parser, which cannot read invalid text. Delimiters, quotes
 * and line ends are the same bytes in all encodings based on ASCII.
 */
async function findLineAndCell(
  file: SourcePath,
  offset: number,
  delimiter: string,
): Promise<{ line: number; cell: number }> {
  const separator = delimiter.charCodeAt(0)
  const place = { line: 1, cell: 0 }
  let isQuoted = false
  // A quote opens a cell at its beginning only, or closes it; one after a closing quote was doubled.
  let mayOpen = true
  let previous = 0
  if (offset === 0) return place
  const before: AsyncIterable<Buffer> = (await openSource(file)).createReadStream({ end: offset - 1 })
  for await (const chunk of before) {
    for (const byte of chunk) {
      const isLineEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN
      if (byte === QUOTE) isQuoted = mayOpen && !isQuoted
      else if (!isQuoted) mayOpen = isLineEnd || byte === separator
      if (byte === separator && !isQuoted) place.cell += 1
      else if (isLineEnd && (byte === CARRIAGE_RETURN || previous !== CARRIAGE_RETURN)) {
        place.line += 1
        if (!isQuoted) place.cell = 0
      }
      previous = byte
    }
  }
  return place
}
