import { DATEPICKER_DEFAULT_TIME, DATEPICKER_LATEST_DATE } from './constants.ts'
import { DAYS_OF_WEEK, type Contact, type Site } from './site.ts'

/** Returns the local date of an IANA time zone as `YYYY-MM-DD`, as dates are written in Swedish. */
export function todayIn(timeZone: string, now: number = Date.now()): string {
  return new Date(now).toLocaleDateString('sv', { timeZone })
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

/** Validates the value of a datepicker. @returns null if the value is valid */
export function checkLocalDateTime(
  dateTime: string,
  timeZone: string,
  openDays: OpenDays = [],
  now: number = Date.now(),
): DateProblem | null {
  const [date = '', time = ''] = dateTime.split('T')
  if (dateTime.length !== 16 || !isIsoTime(time)) return 'invalid'
  return checkDate(date, todayIn(timeZone, now), openDays)
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
