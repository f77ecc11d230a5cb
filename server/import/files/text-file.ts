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
 * Yields the text of a file. Invalid bytes are errors, because replacing them would silently garble names.
 * @throws ImportError with the line of the first invalid bytes
 */
export async function* readText(file: TextFile): AsyncGenerator<string> {
  try {
    yield* decode(file)
  } catch (error) {
    if (!(error instanceof InvalidBytesError)) throw error
    const reason = `the file is not valid ${file.encoding}; save it as UTF-8, or name its encoding with --encoding`
    throw new ImportError({ file: file.path, line: await findInvalidLine(file) }, reason, { cause: error })
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
    for await (const part of decode({ ...source, encoding })) {
      if (encoding === 'utf-8') continue
      const text = rest + part
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

async function openChunks(file: SourcePath): Promise<AsyncIterable<Buffer>> {
  return (await openSource(file)).createReadStream({ highWaterMark: 64 * 1024 })
}

async function* decode(file: TextFile): AsyncGenerator<string> {
  const decoder = createDecoder(file.encoding)
  try {
    for await (const chunk of await openChunks(file)) yield decoder(chunk)
    yield decoder()
  } catch (error) {
    throw error instanceof TypeError ? new InvalidBytesError(error.message, { cause: error }) : error
  }
}

/** Finds the line of the first bytes that are invalid, which a decoder that replaces them shows. */
async function findInvalidLine(file: TextFile): Promise<number | null> {
  const decoder = new TextDecoder(file.encoding)
  let line = 1
  for await (const chunk of await openChunks(file)) {
    const [valid = '', ...others] = decoder.decode(chunk, { stream: true }).split('\uFFFD')
    line += valid.match(/\n|\r(?!\n)/g)?.length ?? 0
    if (others.length > 0) return line
  }
  return line
}
