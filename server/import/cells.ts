import sanitizeHtml from 'sanitize-html'
import { removeFormulaGuard } from '../../shared/csv-rows.ts'
import { unescapeHtml } from '../../shared/escape.ts'
import { TAG_MAX_COUNT, TAG_MAX_LENGTH } from './draft-product.ts'
import { isPlainOrigin } from '../catalog/picture-origins.ts'

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u2028\u2029\uFEFF\uFFFE\uFFFF]/g

/** Removes the characters that make spreadsheets treat a cell as text: `'=SUM` and `="00123"`. */
function stripSpreadsheetEscapes(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? removeFormulaGuard(cell)
}

/** Reads a code such as a SKU, without the leading apostrophes that some exports add to every code. */
export function readCode(cell: string): string {
  return readPlainText(stripSpreadsheetEscapes(cell.trim()).replace(/^'+/, ''))
}

/** Returns whether a spreadsheet turned a long code into a number and lost some of its digits (`4.00638E+12`). */
export function isScientificNotation(code: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(code)
}

/** Most cells match this pattern and need no cleaning. */
const PLAIN_TEXT = /^(?:[!-&(-<>-~](?: ?[!-~])*)?$/

/** Converts a cell to one trimmed line without control characters. HTML entities are not decoded. */
export function readPlainText(cell: string): string {
  if (PLAIN_TEXT.test(cell)) return cell
  return stripSpreadsheetEscapes(cell.trim()).replace(CONTROL_CHARACTERS, '').replace(/\s+/g, ' ').trim()
}

/** Trims a text that may have several lines, and removes control characters. */
export function readLongText(cell: string): string {
  return stripSpreadsheetEscapes(cell.trim()).replace(CONTROL_CHARACTERS, '').trim()
}

const SHOWN_VALUE_MAX_LENGTH = 60

/** Shortens a cell for the report; returns null if it is blank. */
export function abbreviateValue(cell: string): string | null {
  const text = readPlainText(cell)
  return (text.length > SHOWN_VALUE_MAX_LENGTH ? `${cutText(text, SHOWN_VALUE_MAX_LENGTH)}…` : text) || null
}

/** Copies a text: V8 stores a substring as a reference that keeps the whole original string in memory. */
export function copyText(text: string): string {
  return Buffer.from(text).toString()
}

/** Cuts a text to a length in UTF-16 units without splitting a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

const OTHER_ENTITY = /&(?!(?:lt|gt|quot|amp);)[#\w]+;/

/** Also limits the nesting depth of HTML, because parsing time grows with the square of the depth. */
const PARSED_MAX_LENGTH = 10_000

/** Reads a plain text that was written as HTML: decodes entities and removes tags. */
export function readHtmlText(html: string): string {
  if (!/[&<]/.test(html)) return readPlainText(html)
  if (!html.includes('<') && !OTHER_ENTITY.test(html)) return readPlainText(unescapeHtml(html))
  // sanitize-html decodes all entities except those for `&`, `<`, `>` and quotes, which are decoded below.
  const escaped = sanitizeHtml(cutText(html, PARSED_MAX_LENGTH).replace(/<br\b[^>]*>/gi, ' '), {
    allowedTags: [],
    allowedAttributes: {},
  })
  return readPlainText(unescapeHtml(escaped))
}

/**
 * Splits a cell that holds a list. A backslash escapes a separator or another backslash.
 * @param separator one character
 */
export function splitListCell(cell: string, separator: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  for (let index = 0; index < cell.length; index++) {
    const character = cell.charAt(index)
    const next = cell.charAt(index + 1)
    if (character === '\\' && (next === separator || next === '\\')) {
      part += next
      index += 1
    } else if (character === separator) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part]
}

/** Escapes one entry of a list so that `splitListCell` returns it unchanged. */
export function escapeListPart(part: string, separator: string): string {
  return part.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`)
}

/** Cuts long tags, removes repeated tags and limits their number. */
export function limitTags(texts: readonly string[]): readonly string[] {
  const tags = new Map<string, string>()
  for (const text of texts) {
    const tag = cutText(text, TAG_MAX_LENGTH)
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()].slice(0, TAG_MAX_COUNT)
}

/** Words for yes in the languages of the interface. Spreadsheets translate TRUE, for example to WAHR. */
const TRUE_WORDS = new Set(['true', '1', 'yes', 'y', 'ja', 'j', 'wahr', 'sí', 'si', 's', 'verdadero'])
const FALSE_WORDS = new Set(['false', '0', 'no', 'n', 'nein', 'falsch', 'falso'])

/** Reads yes or no, or returns undefined if the text is neither. */
export function readBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (TRUE_WORDS.has(word)) return true
  return FALSE_WORDS.has(word) ? false : undefined
}

/** Reads a decimal number with a point or a comma (`.5`, `1,25`), or returns undefined. */
export function readDecimal(text: string): number | undefined {
  return /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

const GRAMS_BY_UNIT = new Map([
  ['g', 1],
  ['kg', 1000],
  ['lb', 453.59237],
  ['lbs', 453.59237],
  ['oz', 28.349523125],
])

/** A higher weight probably has the wrong unit. */
const WEIGHT_MAX_GRAMS = 1e9

/**
 * Reads a weight in grams; converted units are rounded to 0.01 g.
 * @param unit in lower case
 * @returns null if the weight is 0, undefined if the text is not a weight
 */
export function readWeightGrams(text: string, unit: string): number | null | undefined {
  const number = readDecimal(text)
  const factor = GRAMS_BY_UNIT.get(unit)
  if (number === undefined || factor === undefined) return undefined
  const grams = factor === 1 ? number : Math.round(number * factor * 100) / 100
  return grams > WEIGHT_MAX_GRAMS ? undefined : grams || null
}

/** Returns whether a text is a complete `https://` URL. */
export function isHttpsAddress(text: string): boolean {
  return /^https:\/\//i.test(text) && URL.canParse(text)
}

/**
 * Returns whether a link target is allowed: a path of this site or an https address. Browsers remove tabs and line ends,
 * so `/\t/host` would lead to another host.
 */
export function isLinkTarget(text: string): boolean {
  return !/[\t\r\n]/.test(text) && (/^\/(?![/\\])/.test(text) || isHttpsAddress(text))
}

/** Parses an https address of a picture. @returns null if pages cannot show a picture from there */
export function parsePictureAddress(text: string): URL | null {
  const url = /^https:\/\//i.test(text) ? URL.parse(text) : null
  return url && isPlainOrigin(url.origin) ? url : null
}

/** Adds `https:` to an address without a scheme (`//cdn.example/a.jpg`) and returns any other text unchanged. */
export function completeAddress(text: string): string {
  return /^\/\/[^/\\]/.test(text) ? `https:${text}` : text
}
