import { DATEPICKER_DEFAULT_TIME, DATEPICKER_LATEST_DATE } from './constants.ts'
import { DAYS_OF_WEEK, type Contact, type Site } from './site.ts'

const DAY_MS = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the timestamp at which UTC shows the date and time that the zone shows at an instant, in whole minutes. */
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
  const parts = formatter.formatToParts(instant).map(({ type, value }) => [type, Number(value)] as const)
  const { year = 0, month = 1, day, hour, minute }: Record<string, number> = Object.fromEntries(parts)
  return Date.UTC(year, month - 1, day, hour, minute)
}

/** Returns the local date and time of an IANA time zone as `YYYY-MM-DDTHH:MM`. */
export function localDateTimeIn(timeZone: string, instant: number): string {
  return new Date(wallClock(timeZone, instant)).toISOString().slice(0, 16)
}

export function todayIn(timeZone: string, now: number = Date.now()): string {
  return localDateTimeIn(timeZone, now).slice(0, 10)
}

/**
 * Converts a local date and time to an instant. An ambiguous time, when clocks go back, is the earlier instant. A time that the
 * clocks skip is moved forward by the gap.
 */
export function toInstant(dateTime: string, timeZone: string): number {
  const wall = Date.parse(`${dateTime}Z`)
  const offsetAt = (instant: number) => wallClock(timeZone, instant) - instant
  const before = wall - offsetAt(wall - DAY_MS)
  const after = wall - offsetAt(wall + DAY_MS)
  return wallClock(timeZone, before) === wall || wallClock(timeZone, after) !== wall ? before : after
}

/** Moves a date and time forward if the zone's clocks skip it. */
export function settleLocalDateTime(dateTime: string, timeZone: string): string {
  return localDateTimeIn(timeZone, toInstant(dateTime, timeZone))
}

export function isIsoDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function isIsoTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** Joins the values of the date and time inputs. A date without time gets the default time. */
export function joinDateAndTime(date: string, time: string): string {
  return date && `${date}T${time || DATEPICKER_DEFAULT_TIME}`
}

/** Days of the week on which a shop is open, from 1 for Monday to 7 for Sunday. If empty, all days can be chosen. */
export type OpenDays = readonly number[]

function isOpenDay(date: string, openDays: OpenDays): boolean {
  // `getUTCDay` returns 0 for Sunday.
  return openDays.length === 0 || openDays.includes(new Date(`${date}T00:00Z`).getUTCDay() || 7)
}

export type DateProblem = 'invalid' | 'past' | 'too-late' | 'closed'

/** Checks a date against the datepicker's limits. @returns null if it is valid */
export function checkDate(date: string, today: string, openDays: OpenDays = []): DateProblem | null {
  if (!isIsoDate(date)) return 'invalid'
  // ISO dates can be compared as strings.
  if (date < today) return 'past'
  if (date > DATEPICKER_LATEST_DATE) return 'too-late'
  return isOpenDay(date, openDays) ? null : 'closed'
}

/** Validates the value of a datepicker. A time that the clocks skip is invalid. @returns null if the value is valid */
export function checkLocalDateTime(
  dateTime: string,
  timeZone: string,
  openDays: OpenDays = [],
  now: number = Date.now(),
): DateProblem | null {
  const [date = '', time = ''] = dateTime.split('T')
  if (dateTime.length !== 16 || !isIsoTime(time)) return 'invalid'
  const problem = checkDate(date, todayIn(timeZone, now), openDays)
  return problem ?? (settleLocalDateTime(dateTime, timeZone) === dateTime ? null : 'invalid')
}

/** Formats `YYYY-MM-DDTHH:MM`. An invalid value is returned unchanged. */
export function describeLocalDateTime(dateTime: string, locale: string): string {
  const time = Date.parse(`${dateTime}Z`)
  return Number.isNaN(time)
    ? dateTime
    : new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(time)
}

export interface ShopTimes {
  /** IANA name of the time zone. */
  readonly timeZone: string
  readonly openDays: OpenDays
}

/** Lists the days on which a shop is open. A shop without opening hours has no closed days. */
export function listOpenDays({ openingHours }: Pick<Contact, 'openingHours'>): OpenDays {
  return openingHours.flatMap(({ days }) => days.map((day) => 1 + DAYS_OF_WEEK.indexOf(day)))
}

/**
 * Returns the locale for dates and times. A locale without a country gets the shop's, because English-speaking countries write
 * dates differently.
 */
export function readDateLocale({
  locale,
  contact: { address },
}: Pick<Site, 'locale'> & { readonly contact: Pick<Contact, 'address'> }): string {
  const region = address?.addressCountry
  return region && !new Intl.Locale(locale).region ? new Intl.Locale(locale, { region }).toString() : locale
}
