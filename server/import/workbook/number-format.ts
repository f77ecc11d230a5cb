export type NumberFormat = (value: number) => string

const FIRST_SECTION = /^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*/u

/** The first group of a match has a sign of the format, the others a literal, such as the € of `[$€-407]`. */
const TOKENS =
  /(\[(?:h+|m+|s+)\]|general|e[+-]?|[0#?.,%@/ymdhsgb])|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|"([^"]*)"|\\(.)|[_*].|([^])/giu

interface Token {
  /** Such as `0`, `yyyy` or `[h]`; '' for a literal. */
  readonly sign: string
  readonly literal: string
}

/**
 * Compiles the section of positive numbers of a format of Excel, such as `#,##0.00 "€"`. Numbers are written with a
 * decimal point and without separators of thousands, and dates in ISO 8601, so that their meaning does not depend on a
 * language.
 * @param is1904 whether days are counted from 1904 instead of 1900
 */
export function compileNumberFormat(code: string, is1904: boolean): NumberFormat {
  const tokens = [...(FIRST_SECTION.exec(code)?.[0] ?? '').matchAll(TOKENS)].map(
    ([token, sign = '', ...literals]): Token => ({
      sign: sign.toLowerCase(),
      literal: sign === '%' ? sign : (literals.find((text) => text !== undefined) ?? (/^[_*]/.test(token) ? ' ' : '')),
    }),
  )
  const before = joinLiterals(tokens.slice(0, tokens.findIndex(isPlace)))
  const after = joinLiterals(tokens.slice(tokens.findLastIndex(isPlace) + 1))
  // Negative numbers get a minus sign at the beginning, because other notations are ambiguous.
  const write = (number: string) =>
    `${number.startsWith('-') ? '-' : ''}${`${before}${number.replace('-', '')}${after}`.trim()}`.replace(/\s+/g, ' ')
  const pattern = tokens.map(({ sign }) => sign).join('')
  if (pattern.includes('general')) return (value) => write(formatGeneral(value))
  if (/[ymdhsgb]|e(?![+-])/.test(pattern)) return (value) => formatDate(value, pattern, is1904)
  // Exponents and fractions would hide digits that the import needs.
  if (!/^[0#?.,%]*[0#?][.,%]*$/.test(pattern)) return formatGeneral
  return (value) => write(formatDigits(value, pattern))
}

function isPlace({ sign }: Token): boolean {
  return /^(?:[0#?]|general)$/.test(sign)
}

function joinLiterals(tokens: readonly Token[]): string {
  return tokens.map(({ literal }) => literal).join('')
}

/** Writes a number without exponent and with at most 15 digits, as spreadsheet programs store them. */
export function formatGeneral(value: number): string {
  const rounded = Number(value.toPrecision(15))
  if (!Number.isFinite(rounded)) return ''
  if (Number.isInteger(rounded)) return BigInt(rounded).toString()
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text
}

/** @param pattern such as `#,##0.0#%` */
function formatDigits(value: number, pattern: string): string {
  const [whole = '', fraction = ''] = pattern.replace(/[,%]/g, '').split('.')
  const number = roundDecimal(pattern.includes('%') ? value * 100 : value, fraction.length)
  const [, sign = '', integer = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(number) ?? []
  const required = fraction.lastIndexOf('0') + 1
  const shown = decimals.slice(0, required) + decimals.slice(required).replace(/0+$/, '')
  const digits = integer.padStart(whole.replace(/[^0]/g, '').length, '0')
  return `${sign}${digits}${shown === '' ? '' : `.${shown}`}`
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

const DAY_MS = 86_400_000
/** Day number of 31 December 9999, the last day of spreadsheets. */
const DAYS_MAX = 2_958_466

function formatDate(value: number, pattern: string, is1904: boolean): string {
  if (value < 0 || value >= DAYS_MAX) return formatGeneral(value)
  const isElapsed = pattern.includes('[')
  const hasTime = isElapsed || /[hs]/.test(pattern)
  const seconds = Math.round(value * 86_400)
  if (hasTime && !/[ydge]/.test(pattern)) {
    const hours = Math.floor(seconds / 3_600)
    const parts = [isElapsed ? hours : hours % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    const shown = parts.slice(0, seconds % 60 === 0 ? 2 : 3)
    return shown.map((part) => String(part).padStart(2, '0')).join(':')
  }
  // Spreadsheets count 29 February 1900, which did not exist, as day 60, so days before it count from one day later.
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30)
  const date = new Date(start + (hasTime ? seconds * 1_000 : Math.floor(value) * DAY_MS)).toISOString()
  return hasTime ? date.slice(0, 19).replace('T', ' ') : date.slice(0, 10)
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
