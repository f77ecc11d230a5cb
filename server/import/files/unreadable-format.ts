/* oxlint-disable no-control-regex */

/** Files that owners take for a table, by their first bytes as Latin-1. */
const SIGNATURES: readonly (readonly [signature: RegExp, name: string])[] = [
  [/^PK\x03\x04/, 'an Excel workbook (.xlsx), another workbook or an archive'],
  [/^\xD0\xCF\x11\xE0/, 'an old Excel workbook (.xls)'],
  [/^\x1F\x8B/, 'a compressed file'],
  [/^SQLite format 3/, 'a database of SQLite'],
  [/^%PDF/, 'a PDF'],
  [/^\{\\rtf/, 'a text document (RTF)'],
  [/^(?:\xEF\xBB\xBF)?\s*[[{]\s*(?:["[\]{}]|$)/, 'JSON'],
  [/^(?:\xEF\xBB\xBF)?\s*(?:-- |\/\*|(?:CREATE|DROP|INSERT) (?:TABLE|DATABASE|INTO))/, 'an SQL dump'],
  [/^(?:\xFF\xD8\xFF|\x89PNG|GIF8|RIFF)/, 'a picture'],
]

/** What to do with a file that is no table and no feed. */
export const TABLE_ADVICE =
  'save the table as CSV (UTF-8), or begin with the sheet that "npm run catalog -- template" writes'

/** @returns what a file is that cannot be imported, or undefined if it may be a table */
export function nameUnreadableFormat(beginning: Uint8Array): string | undefined {
  const text = Buffer.from(beginning.subarray(0, 200)).toString('latin1')
  return SIGNATURES.find(([signature]) => signature.test(text))?.[1]
}
