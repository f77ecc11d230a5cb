import { ImportError } from '../import-error.ts'
import { openSource, readSource, type SourcePath } from './source-path.ts'

export interface TextFile extends SourcePath {
  readonly encoding: string
}

/** @throws ImportError if the file cannot be read, or has invalid bytes */
export async function* readText(file: TextFile): AsyncGenerator<string> {
  const chunks = (await openSource(file)).createReadStream({ highWaterMark: 64 * 1024 })
  yield* decodeText(file.path, chunks, file.encoding)
}

/**
 * Yields the text of a file. Invalid bytes are errors, because replacing them would silently garble names.
 * @throws ImportError if there are any
 */
export async function* decodeText(
  file: string,
  chunks: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<string> {
  const decode = createDecoder(encoding)
  try {
    for await (const chunk of chunks) yield decode(chunk)
    yield decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const reason = `the file is not valid ${encoding}; save it as UTF-8, or name its encoding with --encoding`
    throw new ImportError({ file }, reason, { cause: error })
  }
}

/* oxlint-disable no-control-regex */

/** Signatures of unsupported formats, for the first bytes decoded as Latin-1. */
const SIGNATURES: readonly (readonly [signature: RegExp, name: string])[] = [
  [/^\xD0\xCF\x11\xE0/, 'an old Excel workbook (.xls), or one with a password'],
  [/^\x1F\x8B/, 'a compressed file'],
  [/^%PDF/, 'a PDF'],
  [/^(?:\xEF\xBB\xBF)?\s*[[{]\s*(?:["[\]{}]|$)/, 'JSON'],
  [/^(?:\xEF\xBB\xBF)?\s*(?:-- |\/\*|(?:CREATE|DROP|INSERT) (?:TABLE|DATABASE|INTO))/, 'an SQL dump'],
  [/^(?:\xFF\xD8\xFF|\x89PNG|GIF8|RIFF)/, 'a picture'],
]

export const TABLE_ADVICE =
  'save the table as CSV (UTF-8) or as a workbook (.xlsx), or start from the sheet that "npm run catalog -- template" writes'

/** @returns the name of an unsupported format; undefined if the file may be a table */
export function identifyUnsupportedFile(beginning: Buffer): string | undefined {
  const text = beginning.toString('latin1')
  return SIGNATURES.find(([signature]) => signature.test(text))?.[1]
}

export function isKnownEncoding(name: string): boolean {
  try {
    createDecoder(name)
    return true
  } catch {
    return false
  }
}

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

/** A sign within a word, or three letters in a row that are not ASCII: the letters of another encoding look so. */
const NO_WORD =
  /[\x80-\x9F]|\p{L}(?:(?![\xA0\xAD‘’–—·°®™]|[²³]\p{Lu})[^\p{L}\p{M}\p{Nd}\0-\x7F])+\p{L}|(?:(?![\0-\x7F])\p{L}){3}/u

/**
 * Finds the encoding by the byte order mark, or that of which all bytes are valid: UTF-8, or one of Western Europe in
 * which all words consist of letters.
 * @returns UTF-8 if no encoding fits
 */
export async function findEncoding(source: SourcePath): Promise<string> {
  const marked = detectEncoding(await readSource(source, 2))
  if (marked !== 'utf-8') return marked
  for (const encoding of ['utf-8', 'windows-1252', 'cp850']) if (await hasWords(source, encoding)) return encoding
  return marked
}

/** In Windows-1252, the ß of the code page 850 is an á, which hardly ever follows a vowel. */
const OTHER_THAN_SHARP_S = /[^\0-\x7Fá]|(?<=[^aeiou])á/iu

async function hasWords(source: SourcePath, encoding: string): Promise<boolean> {
  let rest = ''
  let isLikely = encoding !== 'windows-1252'
  try {
    for await (const part of readText({ ...source, encoding })) {
      if (encoding === 'utf-8') continue
      const text = rest + part
      if (NO_WORD.test(text)) return false
      isLikely ||= OTHER_THAN_SHARP_S.test(text)
      rest = text.slice(-2)
    }
    return isLikely
  } catch (error) {
    if (error instanceof ImportError) return false
    throw error
  }
}

/** Returns the encoding that the byte order mark states, or the zero byte of an ASCII character in UTF-16. */
export function detectEncoding([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}
