import { DATEPICKER_DEFAULT_TIME, DATEPICKER_LATEST_DATE } from './constants.ts'

const DAY_MS = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Date and time on the clocks of a zone, as if they were UTC's; what is below a minute is dropped. */
function wallClock(timeZone: string, instant: number): number {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  const parts = Object.fromEntries(formatter.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute'])
}

/**
 * Date and time on the clocks of a zone.
 * @param timeZone IANA name
 * @returns `YYYY-MM-DDTHH:MM`
 */
export function localDateTimeIn(timeZone: string, instant: number): string {
  return new Date(wallClock(timeZone, instant)).toISOString().slice(0, 16)
}

/** @returns the day it is in a zone, `YYYY-MM-DD` */
export function todayIn(timeZone: string, now: number = Date.now()): string {
  return localDateTimeIn(timeZone, now).slice(0, 10)
}

/**
 * The moment at which the clocks of a zone show a date and time: the earlier one where they show it twice, and as much
 * later as they are put forward where they never show it.
 */
export function toInstant(dateTime: string, timeZone: string): number {
  const wall = Date.parse(`${dateTime}Z`)
  const offsetAt = (instant: number) => wallClock(timeZone, instant) - instant
  const before = wall - offsetAt(wall - DAY_MS)
  const after = wall - offsetAt(wall + DAY_MS)
  return wallClock(timeZone, before) === wall || wallClock(timeZone, after) !== wall ? before : after
}

/** The date and time itself, or the one that the clocks of the zone show instead where they skip it. */
export function settleLocalDateTime(dateTime: string, timeZone: string): string {
  return localDateTimeIn(timeZone, toInstant(dateTime, timeZone))
}

/** Whether a text is a day of the calendar, written `YYYY-MM-DD`. */
export function isIsoDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether a text is a time of day, written `HH:MM`. */
export function isIsoTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** Puts together what the two fields send where no script has done it; a day alone gets the default time. */
export function joinDateAndTime(date: string, time: string): string {
  return date && `${date}T${time || DATEPICKER_DEFAULT_TIME}`
}

export type DateProblem = 'invalid' | 'past' | 'too-late'

/** Holds a day against the datepicker's limits. */
export function checkDate(date: string, today: string, latest: string = DATEPICKER_LATEST_DATE): DateProblem | null {
  if (!isIsoDate(date)) return 'invalid'
  // Written this way, days compare as texts do.
  return date < today ? 'past' : date > latest ? 'too-late' : null
}

/** What is wrong with a datepicker's value; the server asks too. */
export function checkLocalDateTime(dateTime: string, timeZone: string, now: number = Date.now()): DateProblem | null {
  const [date = '', time = ''] = dateTime.split('T')
  if (dateTime.length !== 16 || !isIsoTime(time)) return 'invalid'
  const problem = checkDate(date, todayIn(timeZone, now))
  // A time that the clocks skip is one that nobody can come at.
  return problem ?? (settleLocalDateTime(dateTime, timeZone) === dateTime ? null : 'invalid')
}

/**
 * A date and time of the site's own clocks in the words of a locale; what is no time stays as it came.
 * @param dateTime `YYYY-MM-DDTHH:MM`
 */
export function describeLocalDateTime(dateTime: string, locale: string): string {
  const time = Date.parse(`${dateTime}Z`)
  // In UTC, so that no zone has a say in it.
  return Number.isNaN(time)
    ? dateTime
    : new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(time)
}
