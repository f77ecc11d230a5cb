import sanitizeHtml from 'sanitize-html'
import { removeFormulaGuard } from '../export/csv-rows.ts'
import { unescapeHtml } from '../../shared/escape.ts'
import { TAG_MAX_COUNT, TAG_MAX_LENGTH } from './draft-product.ts'
import type { ItemCondition } from '../../shared/catalog.ts'
import { isPlainOrigin } from '../catalog/picture-origins.ts'

/** A tab, a line end or a run of spaces is one space in a plain text; no other control character belongs there. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u2028\u2029\uFEFF\uFFFE\uFFFF]/g

/**
 * Undoes what spreadsheets and exporters put around a cell so that it is not taken for a formula or a number:
 * `'=SUM` and `="00123"`.
 */
function stripSpreadsheetEscapes(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? removeFormulaGuard(cell)
}

/** A code such as a SKU: some exports set an apostrophe before every one of them. */
export function readCode(cell: string): string {
  return readPlainText(stripSpreadsheetEscapes(cell.trim()).replace(/^'+/, ''))
}

/** Whether a spreadsheet turned a long code into a number and lost its digits (`4.00638E+12`). */
export function isScientificNotation(code: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(code)
}

/** Printable ASCII with single spaces and no armour: nothing to mend, as in most cells. */
const PLAIN_TEXT = /^(?:[!-&(-<>-~](?: ?[!-~])*)?$/

/** Trimmed, on one line, without control characters. HTML entities are text like any other. */
export function readPlainText(cell: string): string {
  if (PLAIN_TEXT.test(cell)) return cell
  return stripSpreadsheetEscapes(cell.trim()).replace(CONTROL_CHARACTERS, '').replace(/\s+/g, ' ').trim()
}

/** Without control characters, but with its line ends, for HTML and lists. */
export function readLongText(cell: string): string {
  return stripSpreadsheetEscapes(cell.trim()).replace(CONTROL_CHARACTERS, '').trim()
}

/** As much of a value as a report shows. */
const SHOWN_VALUE_MAX_LENGTH = 60

/** A cell as a report quotes it; null where it is blank. */
export function abbreviateValue(cell: string): string | null {
  const text = readPlainText(cell)
  return (text.length > SHOWN_VALUE_MAX_LENGTH ? `${cutText(text, SHOWN_VALUE_MAX_LENGTH)}…` : text) || null
}

/** A text with memory of its own: as a part of another it would hold all of that for as long as it is kept. */
export function copyText(text: string): string {
  return Buffer.from(text).toString()
}

/** Cut to a length without taking a character apart. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

const OTHER_ENTITY = /&(?!(?:lt|gt|quot|amp);)[#\w]+;/

/** Several times what any plain text may hold: the parser's time grows with the square of the depth of tags. */
const PARSED_MAX_LENGTH = 10_000

/** A plain text that was written as HTML: entities become their characters, tags go. */
export function readHtmlText(html: string): string {
  if (!/[&<]/.test(html)) return readPlainText(html)
  if (!html.includes('<') && !OTHER_ENTITY.test(html)) return readPlainText(unescapeHtml(html))
  // The sanitiser decodes every entity that HTML knows and escapes only what HTML has to.
  const escaped = sanitizeHtml(cutText(html, PARSED_MAX_LENGTH).replace(/<br\b[^>]*>/gi, ' '), {
    allowedTags: [],
    allowedAttributes: {},
  })
  return readPlainText(unescapeHtml(escaped))
}

/**
 * Splits a cell that holds a list. A backslash in front of a separator, or of another backslash, makes it part of the text.
 * @param separator one character
 */
export function splitListCell(cell: string, separator: string): readonly string[] {
  const parts = ['']
  for (let index = 0; index < cell.length; index++) {
    const sign = cell[index]!
    const next = cell[index + 1]
    if (sign === '\\' && (next === separator || next === '\\')) {
      parts.push(parts.pop()! + next)
      index += 1
    } else if (sign === separator) parts.push('')
    else parts.push(parts.pop()! + sign)
  }
  return parts
}

/** What stands in one part of a list so that reading gives it back. */
export function escapeListPart(part: string, separator: string): string {
  return part.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`)
}

/** Tags, each once whatever its capitals, as many as a product may have and as long as they may be. */
export function limitTags(texts: readonly string[]): readonly string[] {
  const tags = new Map<string, string>()
  for (const text of texts) {
    const tag = cutText(text, TAG_MAX_LENGTH)
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()].slice(0, TAG_MAX_COUNT)
}

/** In the languages of the interface; spreadsheets write their own words in the owner's language, such as WAHR. */
const TRUE_WORDS = new Set(['true', '1', 'yes', 'y', 'ja', 'j', 'wahr', 'sí', 'si', 's', 'verdadero'])
const FALSE_WORDS = new Set(['false', '0', 'no', 'n', 'nein', 'falsch', 'falso'])

/** @returns undefined where a text is neither yes nor no */
export function readBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (TRUE_WORDS.has(word)) return true
  return FALSE_WORDS.has(word) ? false : undefined
}

const CONDITIONS: ReadonlyMap<string, ItemCondition> = new Map([
  ['', 'NewCondition'],
  ['new', 'NewCondition'],
  ['refurbished', 'RefurbishedCondition'],
  ['used', 'UsedCondition'],
])

/** @returns undefined where a word in small letters is no condition; a blank one is new */
export function readConditionWord(word: string): ItemCondition | undefined {
  return CONDITIONS.get(word)
}

/** A decimal number with a point or a comma (`.5`, `1,25`), or undefined. */
export function readDecimal(text: string): number | undefined {
  return /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

const GRAMS_BY_UNIT: Readonly<Record<string, number>> = {
  g: 1,
  kg: 1000,
  lb: 453.59237,
  lbs: 453.59237,
  oz: 28.349523125,
}

/** A thousand tonnes: heavier things are mistaken units. */
const WEIGHT_MAX_GRAMS = 1e9

/**
 * Reads a weight; converted ones are exact to a hundredth of a gram.
 * @param unit in small letters
 * @returns grams, null where it is nothing, or undefined where it is no weight
 */
export function readWeightGrams(text: string, unit: string): number | null | undefined {
  const number = readDecimal(text)
  const factor = GRAMS_BY_UNIT[unit]
  if (number === undefined || factor === undefined) return undefined
  const grams = factor === 1 ? number : Math.round(number * factor * 100) / 100
  return grams > WEIGHT_MAX_GRAMS ? undefined : grams || null
}

export function isHttpsAddress(text: string): boolean {
  return /^https:\/\//i.test(text) && URL.canParse(text)
}

/** Whether a page may lead there: a path of the site, or an address of https. */
export function isLinkTarget(text: string): boolean {
  return /^\/(?![/\\])/.test(text) || isHttpsAddress(text)
}

/** Whether pages can show a picture from there. */
export function isPictureAddress(text: string): boolean {
  return isHttpsAddress(text) && isPlainOrigin(new URL(text).origin)
}

/** An address without a scheme (`//cdn.example/a.jpg`), which takes that of its page, with https; any other text as it is. */
export function completeAddress(text: string): string {
  return /^\/\/[^/\\]/.test(text) ? `https:${text}` : text
}
