import sanitizeHtml from 'sanitize-html'
import { removeFormulaGuard } from '../../shared/csv-rows.ts'
import { findUnit } from '../catalog/rules/units.ts'
import { unescapeHtml } from '../platform/escape-html.ts'
import { isPlainOrigin } from '../platform/settings/picture-origins.ts'

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u2028\u2029\uFEFF\uFFFE\uFFFF]/g

/** Spreadsheets treat `'=SUM` and `="00123"` as texts. */
function stripSpreadsheetEscapes(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? removeFormulaGuard(cell)
}

/** Also removes the apostrophes that some exports add to every code. */
export function readCode(cell: string): string {
  return readPlainText(stripSpreadsheetEscapes(cell.trim()).replace(/^'+/, ''))
}

/** Returns whether a spreadsheet turned a code into a number and lost digits (`4.00638E+12`). */
export function isScientificNotation(code: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(code)
}

/** Returns one trimmed line without control characters; HTML entities stay. */
export function readPlainText(cell: string): string {
  return stripSpreadsheetEscapes(cell.trim()).replace(CONTROL_CHARACTERS, '').replace(/\s+/g, ' ').trim()
}

/** Like `readPlainText`, but keeps line ends. */
export function readLongText(cell: string): string {
  return stripSpreadsheetEscapes(cell.trim()).replace(CONTROL_CHARACTERS, '').trim()
}

const SHOWN_VALUE_MAX_LENGTH = 60

/** Shortens a value for a report; returns null if the cell is blank. */
export function abbreviateValue(cell: string): string | null {
  const text = readPlainText(cell)
  return (text.length > SHOWN_VALUE_MAX_LENGTH ? `${cutText(text, SHOWN_VALUE_MAX_LENGTH)}…` : text) || null
}

/** Cuts a text to a length in UTF-16 units without splitting a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** Longest HTML that is parsed. It also limits the depth, with whose square parsing time grows. */
const PARSED_MAX_LENGTH = 10_000

/** Decodes entities and removes tags. */
export function readHtmlText(html: string): string {
  if (!/[&<]/.test(html)) return readPlainText(html)
  // sanitize-html leaves only these entities: `&`, `<`, `>` and quotes.
  const escaped = sanitizeHtml(cutText(html, PARSED_MAX_LENGTH).replace(/<br\b[^>]*>/gi, ' '), {
    allowedTags: [],
    allowedAttributes: {},
  })
  return readPlainText(unescapeHtml(escaped))
}

/**
 * Splits a cell at a separator. A backslash escapes a separator or a backslash.
 * @param separator one character
 */
export function splitListCell(cell: string, separator: string): readonly string[] {
  const parts = ['']
  for (const [found, escaped] of cell.matchAll(new RegExp(String.raw`\\([\\${separator}])|[^]`, 'g')))
    if (found === separator) parts.push('')
    else parts[parts.length - 1] += escaped ?? found
  return parts
}

/** Splits a text without escapes into its entries that are not blank. */
export function splitList(text: string, separator: string | RegExp): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Escapes an entry for `splitListCell`. */
export function escapeListPart(part: string, separator: string): string {
  return part.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`)
}

/** Words for yes in files of shops and spreadsheets, which translate TRUE, for example to WAHR. */
// prettier-ignore
export const YES_WORDS = [
  'yes', 'y', 'true', '1', 'x', '✓', '✔', 'ja', 'j', 'wahr', 'sí', 'si', 's', 'verdadero', 'oui', 'vero', 'sim', 'tak', 'نعم', 'active', 'aktiv',
  'activo', 'activa', 'actif', 'actief', 'attivo', 'ativo', 'aktywny', 'online', 'visible',
]
// prettier-ignore
export const NO_WORDS = [
  'no', 'n', 'false', '0', '-', 'nein', 'falsch', 'falso', 'non', 'não', 'nee', 'neen', 'nie', 'لا', 'inactive', 'inaktiv', 'inactivo', 'inactiva',
  'inactif', 'inactief', 'inattivo', 'inativo', 'nieaktywny', 'offline', 'archived', 'archiviert', 'gesperrt',
]

/** Returns undefined if the text is neither yes nor no. */
export function readBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (YES_WORDS.includes(word)) return true
  return NO_WORDS.includes(word) ? false : undefined
}

/** A higher weight probably has the wrong unit. */
const WEIGHT_MAX_GRAMS = 1e9

/**
 * Reads a weight such as `1.5 kg` in grams; without a unit, it is in grams. Converted units are rounded to 0.01 g.
 * @returns null for 0, undefined for a text that is no weight
 */
export function readWeightGrams(text: string): number | null | undefined {
  const [, digits, unit] = /^(\d+(?:[.,]\d*)?|[.,]\d+)\s*(\p{L}*)\.?$/u.exec(text) ?? []
  const { kind, factor = 1 } = findUnit(unit || 'g') ?? {}
  if (digits === undefined || kind !== 'mass') return undefined
  const number = Number(digits.replace(',', '.'))
  const grams = factor === 1 ? number : Math.round(number * factor * 100) / 100
  return grams > WEIGHT_MAX_GRAMS ? undefined : grams || null
}

export function isHttpsAddress(text: string): boolean {
  return /^https:\/\//i.test(text) && URL.canParse(text)
}

/**
 * Accepts a path of this site or an https address. Browsers remove tabs and line ends, so `/\t/host` would lead to
 * another host.
 */
export function isLinkTarget(text: string): boolean {
  return !/[\t\r\n]/.test(text) && (/^\/(?![/\\])/.test(text) || isHttpsAddress(text))
}

/** @returns null if pages cannot show a picture from there */
export function parsePictureAddress(text: string): URL | null {
  const url = /^https:\/\//i.test(text) ? URL.parse(text) : null
  return url && isPlainOrigin(url.origin) ? url : null
}

/** Adds `https:` to `//cdn.example/a.jpg`; other texts stay. */
export function completeAddress(text: string): string {
  return /^\/\/[^/\\]/.test(text) ? `https:${text}` : text
}
