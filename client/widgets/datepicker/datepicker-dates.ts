import { isIsoDate, isIsoTime } from '../../../shared/local-date-time.ts'

// Dates are `YYYY-MM-DD` and times `HH:MM`, without time zone and comparable as strings.

const DAY_MS = 86_400_000

/** Creating a formatter is slow. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Calendar, digits and time zone are fixed, so that the text can be parsed again. */
function getFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      ...options,
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone: 'UTC',
    })
    formats.set(key, format)
  }
  return format
}

const TYPED_DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const TYPED_TIME = { timeStyle: 'short' } as const

function toTimestamp(date: string): number {
  return Date.parse(`${date}T00:00Z`)
}

function fromTimestamp(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Returns a text such as `12/10/2026`, for the field. */
export function formatDate(date: string, locale: string): string {
  return normalizeSpaces(getFormat(locale, TYPED_DATE).format(toTimestamp(date)))
}

/** Returns a text such as `Thursday, December 10, 2026`. */
export function describeDate(date: string, locale: string): string {
  return getFormat(locale, { dateStyle: 'full' }).format(toTimestamp(date))
}

/** Returns a text such as `Thursday`. */
export function describeWeekday(date: string, locale: string): string {
  return getFormat(locale, { weekday: 'long' }).format(toTimestamp(date))
}

/** Returns a text such as `December 2026`. */
export function describeMonth(date: string, locale: string): string {
  return getFormat(locale, { year: 'numeric', month: 'long' }).format(toTimestamp(date))
}

/** Returns a text such as `12:00 PM`, for the field. */
export function formatTime(time: string, locale: string): string {
  return normalizeSpaces(getFormat(locale, TYPED_TIME).format(Date.parse(`1970-01-01T${time}Z`)))
}

/** Replaces spaces and direction marks that some locales use but no keyboard can type. */
function normalizeSpaces(text: string): string {
  return text.replace(/[\u200e\u200f\u061c]/g, '').replace(/\s/g, ' ')
}

function toLatinDigits(text: string, locale: string): string {
  const digits = new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)
  return text.replace(/\p{Nd}/gu, (digit) => (digits.includes(digit) ? String(9 - digits.indexOf(digit)) : digit))
}

/** Returns the fixed text of a format, such as the German `Uhr`. */
function getLiterals(locale: string, options: Intl.DateTimeFormatOptions): string {
  const parts = getFormat(locale, options).formatToParts(0)
  return parts
    .filter(({ type }) => type === 'literal')
    .map(({ value }) => value)
    .join('')
}

/**
 * Parses a typed date, with the year first or in the locale's order. Two-digit years belong to this century; without a
 * year, the next such day from `today` on is returned.
 * @returns `YYYY-MM-DD`, or null if the text is not a date
 */
export function parseDate(text: string, locale: string, today: string): string | null {
  const plain = toLatinDigits(normalizeSpaces(text), locale).trim()
  const words = getLiterals(locale, TYPED_DATE)
  if ([...plain.replace(/[\d\s./,–-]/g, '')].some((character) => !words.includes(character))) return null
  const numbers = plain.match(/\d+/g) ?? []
  const hasYear = numbers.length === 3
  if (!hasYear && numbers.length !== 2) return null
  const isYearFirst = hasYear && numbers[0].length === 4
  const order = isYearFirst ? DATE_FIELDS : listDateFields(locale, hasYear)
  const read = (field: string) => numbers[order.indexOf(field)] ?? ''
  if (!hasYear) return findNextDate(read('month'), read('day'), today)
  const year = read('year')
  return buildDate(year.length === 2 ? `20${year}` : year, read('month'), read('day'))
}

const DATE_FIELDS: readonly string[] = ['year', 'month', 'day']

function listDateFields(locale: string, hasYear: boolean): readonly string[] {
  const parts = getFormat(locale, TYPED_DATE).formatToParts(0)
  return parts.map(({ type }) => type).filter((type) => DATE_FIELDS.includes(type) && (hasYear || type !== 'year'))
}

function buildDate(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDate(date) ? date : null
}

/** The next 29 February may be eight years away, because 2100 is not a leap year. */
const YEARS_TO_LEAP_DAY = 8

function findNextDate(month: string, day: string, today: string): string | null {
  const thisYear = Number(today.slice(0, 4))
  for (let year = thisYear; year <= thisYear + YEARS_TO_LEAP_DAY; year++) {
    const date = buildDate(String(year), month, day)
    if (date && date >= today) return date
  }
  return null
}

/**
 * Parses a time such as `14:30`, `2:30 pm`, `1430` or `9`, or in the locale's format.
 * @returns `HH:MM`, or null if the text is not a time
 */
export function parseTime(text: string, locale: string): string | null {
  let plain = toLatinDigits(normalizeSpaces(text), locale).toLowerCase()
  const removeWord = (word: string) => {
    const rest = word && plain.replace(word, '')
    const isFound = rest !== '' && rest !== plain
    if (isFound) plain = rest
    return isFound
  }
  removeWord(getLiterals(locale, { hour: 'numeric' }).trim().toLowerCase())
  const isAfternoon = removeWord(dayPeriod(locale, 13)) || removeWord('p.m.') || removeWord('pm')
  const isMorning = !isAfternoon && (removeWord(dayPeriod(locale, 1)) || removeWord('a.m.') || removeWord('am'))
  const match = /^(\d{1,2})(?:\s*[:.h]?\s*(\d\d))?$/.exec(plain.trim())
  if (!match) return null
  let hour = Number(match[1])
  if (isAfternoon || isMorning) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (isAfternoon ? 12 : 0)
  }
  const time = `${String(hour).padStart(2, '0')}:${match[2] ?? '00'}`
  return isIsoTime(time) ? time : null
}

function dayPeriod(locale: string, hour: number): string {
  const parts = getFormat(locale, { hour: 'numeric', hour12: true }).formatToParts(Date.UTC(1970, 0, 1, hour))
  return normalizeSpaces(parts.find(({ type }) => type === 'dayPeriod')?.value ?? '').toLowerCase()
}

export function clampDate(date: string, earliest: string, latest: string): string {
  return date < earliest ? earliest : date > latest ? latest : date
}

export function addDays(date: string, days: number): string {
  return fromTimestamp(toTimestamp(date) + days * DAY_MS)
}

/** Returns the same day of another month, or its last day if it is shorter. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return fromTimestamp(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
}

/** Older browsers have a property instead of the method. */
interface WeekLocale extends Intl.Locale {
  readonly weekInfo?: { readonly firstDay: number }
  getWeekInfo?(): { readonly firstDay: number }
}

/** From 1 for Monday to 7 for Sunday. */
export function readFirstDayOfWeek(locale: string): number {
  const info: WeekLocale = new Intl.Locale(locale)
  // ISO 8601 weeks start on Monday.
  return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1
}

function startOfWeek(date: string, firstDay: number): string {
  return addDays(date, -((new Date(toTimestamp(date)).getUTCDay() - firstDay + 7) % 7))
}

/** No month spans more weeks, and a fixed number keeps the calendar's height constant. */
const WEEKS_SHOWN = 6

/** The weeks include days of the neighbouring months. */
export function listMonthWeeks(date: string, firstDay: number): readonly (readonly string[])[] {
  const start = startOfWeek(`${date.slice(0, 8)}01`, firstDay)
  return Array.from({ length: WEEKS_SHOWN }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => addDays(start, week * 7 + day)),
  )
}

export function listWeekdays(
  locale: string,
  firstDay: number,
): readonly { readonly long: string; readonly short: string }[] {
  // 1 January 2024 was a Monday.
  const start = addDays('2024-01-01', firstDay - 1)
  return Array.from({ length: 7 }, (_, index) => {
    const time = toTimestamp(addDays(start, index))
    return {
      long: getFormat(locale, { weekday: 'long' }).format(time),
      short: getFormat(locale, { weekday: 'short' }).format(time),
    }
  })
}

/** The keys are those of the ARIA Authoring Practices (date picker dialog). @returns null for other keys */
export function moveByKey(date: string, key: string, hasShift: boolean, firstDay: number): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return startOfWeek(date, firstDay)
    case 'End':
      return addDays(startOfWeek(date, firstDay), 6)
    case 'PageUp':
      return addMonths(date, hasShift ? -12 : -1)
    case 'PageDown':
      return addMonths(date, hasShift ? 12 : 1)
    default:
      return null
  }
}
