import { isUtf8 } from 'node:buffer'
import { ImportError } from '../import-error.ts'
import { openSource, type SourcePath } from './source-path.ts'

export interface TextFile extends SourcePath {
  readonly encoding: string
}

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
 * @throws ImportError with the line of the first invalid bytes
 */
export async function* readText(file: TextFile): AsyncGenerator<Buffer> {
  try {
    yield* readAsUtf8(file)
  } catch (error) {
    if (!(error instanceof InvalidBytesError)) throw error
    const line = error.offset === null ? null : await countLines(file, error.offset)
    const reason = `${error.message}; save it as UTF-8, or name its encoding with --encoding`
    throw new ImportError({ file: file.path, line }, reason, { cause: error })
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
    createDecoder(name)
    return true
  } catch {
    return false
  }
}

const WESTERN = ['windows-1252', 'cp850'] as const

/** The upper half of the code page of Western Europe in DOS, which Excel's "CSV (MS-DOS)" has. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** @returns decodes the next bytes, or the rest. It throws a TypeError for invalid bytes. */
function createDecoder(encoding: string): (chunk?: Buffer) => string {
  if (encoding.toLowerCase() === 'cp850')
    return (chunk) =>
      chunk?.toString('latin1').replace(/[\x80-\xFF]/g, (byte) => CP850[byte.charCodeAt(0) - 0x80]!) ?? ''
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())
}

/** Decodes the first bytes of a file, which may end within a character. */
export function decodeBeginning(bytes: Buffer, encoding: string): string {
  return encoding.toLowerCase() === 'cp850' ? createDecoder(encoding)(bytes) : new TextDecoder(encoding).decode(bytes)
}

/** A sign within a word, or three letters in a row that are not ASCII: the letters of another encoding look so. */
const NO_WORD =
  /[\x80-\x9F]|\p{L}(?:(?![\xA0\xAD‘’–—·°®™]|[²³]\p{Lu})[^\p{L}\p{M}\p{Nd}\0-\x7F])+\p{L}|(?:(?![\0-\x7F])\p{L}){3}/u

/**
 * Finds the encoding by the byte order mark, or that of which all bytes are valid: UTF-8, or one of Western Europe in
 * which all words consist of letters.
 * @returns UTF-8 if no encoding fits
 */
export async function findEncoding(source: SourcePath, beginning: Uint8Array): Promise<string> {
  const marked = detectEncoding(beginning)
  if (marked !== 'utf-8' || (await hasWords(source, marked))) return marked
  for (const encoding of WESTERN) if (await hasWords(source, encoding)) return encoding
  return marked
}

/** In Windows-1252, the ß of the code page 850 is an á, which hardly ever follows a vowel. */
const OTHER_THAN_SHARP_S = /[^\0-\x7Fá]|(?<=[^aeiou])á/iu

async function hasWords(source: SourcePath, encoding: string): Promise<boolean> {
  let rest = ''
  let isLikely = encoding !== 'windows-1252'
  try {
    for await (const bytes of readAsUtf8({ ...source, encoding })) {
      if (encoding === 'utf-8') continue
      const text = rest + bytes.toString()
      if (NO_WORD.test(text)) return false
      isLikely ||= OTHER_THAN_SHARP_S.test(text)
      rest = text.slice(-2)
    }
    return isLikely
  } catch (error) {
    if (error instanceof InvalidBytesError) return false
    throw error
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
  yield* /^utf-?8$/i.test(encoding) ? checkUtf8(chunks) : transcode(chunks, encoding)
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
  const decode = createDecoder(encoding)
  try {
    for await (const chunk of chunks) yield Buffer.from(decode(chunk))
    yield Buffer.from(decode())
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

/** Counts the lines up to an offset. */
async function countLines(source: SourcePath, offset: number): Promise<number> {
  if (offset === 0) return 1
  let lines = 1
  const before: AsyncIterable<Buffer> = (await openSource(source)).createReadStream({ end: offset - 1 })
  for await (const chunk of before) lines += chunk.toString('latin1').match(/\n|\r(?!\n)/g)?.length ?? 0
  return lines
}
