export type NumberFormat = (value: number) => string

const FIRST_SECTION = /^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*/u

/** The first group of a match has a sign of the format, the others a literal, such as the € of `[$€-407]`. */
const TOKENS =
  /(\[(?:h+|m+|s+)\]|general|e[+-]?|[0#?.,%@/ymdhsgb])|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|"([^"]*)"|\\(.)|[_*].|([^])/giu

/** Stands for the digits of a number. */
const PLACE = '\0'

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
  const texts = tokens.map(({ sign, literal }) => (/^(?:[0#?]|general)$/.test(sign) ? PLACE : literal))
  const template = texts.join('').replace(/\0[^]*\0/, PLACE)
  // Negative numbers get a minus sign at the beginning, because other notations are ambiguous.
  const write = (number: string) => {
    const text = template.replace(PLACE, () => number.replace('-', '')).trim()
    return (number.startsWith('-') ? `-${text}` : text).replace(/\s+/g, ' ')
  }
  const pattern = tokens.map(({ sign }) => sign).join('')
  if (pattern.includes('general')) return (value) => write(formatGeneral(value))
  if (/^[^[]*[ymdhsgb]|e(?![+-])/.test(pattern)) return (value) => formatDate(value, pattern, is1904)
  // Exponents and fractions would hide digits that the import needs, and elapsed times have more hours than a day.
  if (!/^[0#?.,%]*[0#?][.,%]*$/.test(pattern)) return formatGeneral
  const format = buildDigits(pattern)
  return (value) => write(format(value))
}

const PLAIN = { useGrouping: false, signDisplay: 'negative' } as const

const GENERAL = new Intl.NumberFormat('en', { ...PLAIN, maximumSignificantDigits: 15 })

/** Writes a number without exponent and with at most 15 digits, as spreadsheet programs store them. */
export function formatGeneral(value: number): string {
  return Number.isFinite(value) ? GENERAL.format(value) : ''
}

/** @param pattern such as `#,##0.0#%` */
function buildDigits(pattern: string): NumberFormat {
  const [whole = '', fraction = ''] = pattern.replace(/[,%]/g, '').split('.')
  const digits = new Intl.NumberFormat('en', {
    ...PLAIN,
    minimumIntegerDigits: Math.min(Math.max(1, whole.replace(/[^0]/g, '').length), 21),
    minimumFractionDigits: Math.min(fraction.lastIndexOf('0') + 1, 15),
    maximumFractionDigits: Math.min(fraction.length, 15),
  })
  const factor = pattern.includes('%') ? 100 : 1
  return (value) => digits.format(Number((value * factor).toPrecision(15)))
}

const DAY_MS = 86_400_000
/** Day number of 31 December 9999, the last day of spreadsheets. */
const DAYS_MAX = 2_958_466

function formatDate(value: number, pattern: string, is1904: boolean): string {
  if (value < 0 || value >= DAYS_MAX) return formatGeneral(value)
  const hasTime = /[hs]/.test(pattern)
  // Spreadsheets count 29 February 1900, which did not exist, as day 60, so days before it count from one day later.
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30)
  const milliseconds = hasTime ? Math.round(value * 86_400) * 1_000 : Math.floor(value) * DAY_MS
  const text = new Date(start + milliseconds).toISOString().slice(0, 19)
  return hasTime && !/[ydge]/.test(pattern) ? text.slice(11) : formatIsoDate(text)
}

/** Writes `2026-01-05T00:00:00` as `2026-01-05`; a time other than midnight is kept. */
export function formatIsoDate(text: string): string {
  const [, day, time = ''] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?))?/.exec(text) ?? []
  if (day === undefined) return text
  return /[1-9]/.test(time) ? `${day} ${time}` : day
}

/** The English formats that workbooks refer to by number alone. */
export const BUILTIN_FORMATS: ReadonlyMap<number, string> = new Map(
  Object.entries({
    '0': [1, 3, 5, 6, 37, 38, 41, 42],
    '0.00': [2, 4, 7, 8, 39, 40, 43, 44],
    '0%': [9],
    '0.00%': [10],
    'yyyy-mm-dd': [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58],
    'hh:mm:ss': [18, 19, 20, 21, 32, 33, 34, 35, 45, 47],
    'yyyy-mm-dd hh:mm': [22],
  }).flatMap(([code, ids]) => ids.map((id) => [id, code] as const)),
)
