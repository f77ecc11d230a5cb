export type NumberFormat = (value: number) => string

interface Token {
  readonly kind: 'literal' | 'digit' | 'point' | 'percent' | 'date' | 'general' | 'other' | 'end'
  readonly text: string
}

/** Marks tokens such as `[h]`, which count hours beyond a day. */
const ELAPSED = '[]'

const TOKENS =
  /"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|general|am\/pm|a\/p|e[+-]|[yegb]+|m+|d+|h+|s+|[0#?]|\.|,|%|@|;|[^]/giu

/**
 * Compiles a format of Excel, such as `#,##0.00 "€"`. Numbers are written with a decimal point and without separators
 * of thousands, and dates in ISO 8601, so that their meaning does not depend on a language.
 * @param is1904 whether days are counted from 1904 instead of 1900
 */
export function compileNumberFormat(code: string, is1904: boolean): NumberFormat {
  const sections = splitSections(code)
  const [first = []] = sections
  if (first.some(({ kind }) => kind === 'date')) return (value) => formatDate(value, first, is1904)
  if (first.some(({ text }) => text === 'exponent' || text === 'fraction' || text === '@')) return formatGeneral
  if (first.some(({ kind }) => kind === 'digit')) return (value) => formatDigits(value, first)
  if (first.some(({ kind }) => kind === 'general'))
    return (value) => joinLiterals(first, formatGeneral(value)) || formatGeneral(value)
  // A format such as "yes";"no";"-" shows words. If it has none, it hides the cell, but the import needs the number.
  return (value) => joinLiterals(chooseSection(sections, value), '') || formatGeneral(value)
}

/** Writes a number without exponent and with at most 15 digits, as spreadsheet programs store them. */
export function formatGeneral(value: number): string {
  const rounded = Number(value.toPrecision(15))
  if (!Number.isFinite(rounded)) return ''
  if (Number.isInteger(rounded)) return BigInt(rounded).toString()
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text
}

function splitSections(code: string): readonly (readonly Token[])[] {
  const sections: Token[][] = [[]]
  for (const match of code.matchAll(TOKENS)) {
    const token = readToken(match)
    if (token.kind === 'end') sections.push([])
    else sections.at(-1)?.push(token)
  }
  return sections.map((tokens) => (isFraction(tokens) ? [{ kind: 'other', text: 'fraction' }] : tokens))
}

function readToken([text, quoted, escaped, bracketed]: RegExpMatchArray): Token {
  const literal = quoted ?? escaped
  if (literal !== undefined) return { kind: 'literal', text: literal }
  if (bracketed !== undefined) {
    if (/^(?:h+|m+|s+)$/i.test(bracketed)) return { kind: 'date', text: ELAPSED }
    // `[$€-407]` consists of a currency sign and the code of a language.
    return { kind: 'literal', text: /^\$([^-]*)/.exec(bracketed)?.[1] ?? '' }
  }
  const lower = text.toLowerCase()
  if (/^[_*]/.test(lower)) return { kind: 'literal', text: ' ' }
  if (lower === ';') return { kind: 'end', text: '' }
  if (lower === 'general') return { kind: 'general', text: '' }
  if (/^e[+-]/.test(lower)) return { kind: 'other', text: 'exponent' }
  if (/^[ymdhsegb]/.test(lower)) return { kind: 'date', text: lower }
  if (/^[0#?]$/.test(lower)) return { kind: 'digit', text: lower }
  if (lower === '.') return { kind: 'point', text: '.' }
  if (lower === '%') return { kind: 'percent', text: '%' }
  if (lower === '@' || lower === ',' || lower.startsWith('a')) return { kind: 'other', text: lower }
  return { kind: 'literal', text }
}

function isFraction(tokens: readonly Token[]): boolean {
  const slash = tokens.findIndex(({ text }) => text === '/')
  return slash > 0 && tokens[slash - 1]?.kind === 'digit' && !tokens.some(({ kind }) => kind === 'date')
}

function chooseSection(sections: readonly (readonly Token[])[], value: number): readonly Token[] {
  const index = value < 0 ? 1 : value === 0 ? 2 : 0
  return sections[index] ?? sections[0] ?? []
}

function joinLiterals(tokens: readonly Token[], number: string): string {
  return tidy(tokens.map(({ kind, text }) => (kind === 'general' ? number : kind === 'literal' ? text : '')).join(''))
}

/** Writes the digits of a number. Negative numbers get a minus sign, because other notations are ambiguous. */
function formatDigits(value: number, tokens: readonly Token[]): string {
  const isPercent = tokens.some(({ kind }) => kind === 'percent')
  const point = tokens.findIndex(({ kind }) => kind === 'point')
  const pointAt = point === -1 ? tokens.length : point
  const decimals = tokens.slice(pointAt).filter(({ kind }) => kind === 'digit')
  const number = roundDecimal(isPercent ? value * 100 : value, decimals.length)
  const [whole = '0', fraction = ''] = number.replace('-', '').split('.')
  const required = decimals.findLastIndex(({ text }) => text === '0') + 1
  const shown = fraction.slice(0, required) + fraction.slice(required).replace(/0+$/, '')
  const text = fillWhole(tokens.slice(0, pointAt), whole) + fillFraction(tokens.slice(pointAt), shown)
  return tidy(number.startsWith('-') ? `-${text.trimStart()}` : text)
}

/** Fills the places of the whole number from the right, because `000-000` has literals between digits. */
function fillWhole(tokens: readonly Token[], whole: string): string {
  const first = tokens.findIndex(({ kind }) => kind === 'digit')
  const digits = whole === '0' ? [] : [...whole]
  let text = ''
  for (const [index, token] of [...tokens.entries()].toReversed()) {
    if (token.kind === 'literal' || token.kind === 'percent') text = token.text + text
    if (token.kind !== 'digit') continue
    const digit = digits.pop() ?? (token.text === '0' ? '0' : '')
    text = (index === first ? digits.splice(0).join('') + digit : digit) + text
  }
  // The format `#` shows a zero as an empty cell, but the import needs the number.
  return first === -1 || /\d/.test(text) ? text : text + whole
}

function fillFraction(tokens: readonly Token[], fraction: string): string {
  const others = tokens.filter(({ kind }) => kind === 'literal' || kind === 'percent').map(({ text }) => text)
  return (fraction === '' ? '' : `.${fraction}`) + others.join('')
}

/** Rounds half up like spreadsheets: 1.005 is 1.01, although the nearest binary number is smaller. */
function roundDecimal(value: number, decimals: number): string {
  const text = formatGeneral(value)
  const places = Math.min(decimals, 15)
  const scaled = Math.round(Number(`${text.replace('-', '')}e${places}`))
  if (!Number.isSafeInteger(scaled)) return text
  const digits = String(scaled).padStart(places + 1, '0')
  const rounded = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return text.startsWith('-') && scaled !== 0 ? `-${rounded}` : rounded
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const DAY_MS = 86_400_000
/** Day number of 31 December 9999, the last day of spreadsheets. */
const DAYS_MAX = 2_958_466

function formatDate(value: number, tokens: readonly Token[], is1904: boolean): string {
  if (value < 0 || value >= DAYS_MAX) return formatGeneral(value)
  const letters = new Set(tokens.flatMap(({ kind, text }) => (kind === 'date' ? text.charAt(0) : [])))
  const hasTime = letters.has('h') || letters.has('s') || tokens.some(({ text }) => text === ELAPSED)
  const hasDate = ['y', 'd', 'e', 'g'].some((letter) => letters.has(letter)) || !hasTime
  const seconds = Math.round(value * 86_400)
  if (!hasDate) {
    const hours = Math.floor(seconds / 3_600)
    return formatTime(tokens.some(({ text }) => text === ELAPSED) ? hours : hours % 24, seconds)
  }
  const date = new Date(startOf(value, is1904) + (hasTime ? seconds * 1_000 : Math.floor(value) * DAY_MS))
  const [day = '', time = ''] = date.toISOString().split('T')
  return hasTime ? `${day} ${time.slice(0, 8)}` : day
}

/**
 * Returns the day from which a value is counted. Spreadsheets count 29 February 1900, which did not exist, as day 60,
 * so days before it count from one day later.
 */
function startOf(value: number, is1904: boolean): number {
  if (is1904) return Date.UTC(1904, 0, 1)
  return Date.UTC(1899, 11, value < 60 ? 31 : 30)
}

function formatTime(hours: number, seconds: number): string {
  const parts = [hours, Math.floor(seconds / 60) % 60, ...(seconds % 60 === 0 ? [] : [seconds % 60])]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Writes `2026-01-05T00:00:00` as `2026-01-05`; a time other than midnight is kept. */
export function formatIsoDate(text: string): string {
  const [, day, time = ''] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?))?/.exec(text) ?? []
  if (day === undefined) return text
  return /[1-9]/.test(time) ? `${day} ${time}` : day
}

/** The English formats that workbooks refer to by number alone. */
export const BUILTIN_FORMATS: ReadonlyMap<number, string> = new Map([
  ...[1, 3, 5, 6, 37, 38, 41, 42].map((id) => [id, '0'] as const),
  ...[2, 4, 7, 8, 39, 40, 43, 44].map((id) => [id, '0.00'] as const),
  [9, '0%'],
  [10, '0.00%'],
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, 'yyyy-mm-dd'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47].map((id) => [id, 'hh:mm:ss'] as const),
  [22, 'yyyy-mm-dd hh:mm'],
  [46, '[h]:mm:ss'],
])
