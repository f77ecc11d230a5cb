import { DATEPICKER_DEFAULT_TIME } from '../../../shared/constants.ts'
import { checkDate, settleLocalDateTime } from '../../../shared/local-date-time.ts'
import { formatDate, formatTime, parseDate, parseTime } from './datepicker-dates.ts'

/** What stands in the two fields. */
export interface DatepickerEntry {
  readonly date: string
  readonly time: string
}

interface EntryRules {
  readonly locale: string
  /** IANA name of the zone whose clocks count. */
  readonly timeZone: string
  /** The day it is there now; the first that can be chosen. */
  readonly today: string
  readonly latest: string
}

export type DatepickerProblem = 'invalid' | 'past' | 'too-late' | 'time'

/** What two texts mean. */
interface ParsedEntry {
  /** `YYYY-MM-DD`, also where it lies outside of the limits; null where there is no day. */
  readonly date: string | null
  /** `HH:MM`, as the clocks of the zone will show it; null where it is no time. */
  readonly time: string | null
  readonly problem: DatepickerProblem | null
  /** The clocks skip the time that was typed. */
  readonly isTimeAdjusted: boolean
  /** `YYYY-MM-DDTHH:MM`, or '' where nothing was chosen or something is wrong. */
  readonly value: string
}

/** A day alone gets the default time; a time alone says nothing yet. */
export function parseEntry(entry: DatepickerEntry, { locale, timeZone, today, latest }: EntryRules): ParsedEntry {
  const typedTime = entry.time.trim() ? parseTime(entry.time, locale) : DATEPICKER_DEFAULT_TIME
  const date = parseDate(entry.date, locale, today)
  const isEmpty = entry.date.trim() === ''
  const dateProblem = isEmpty ? null : checkDate(date ?? '', today, latest)
  const problem = dateProblem ?? (typedTime ? null : 'time')
  if (!date || !typedTime || problem) return { date, time: typedTime, problem, isTimeAdjusted: false, value: '' }
  const typed = `${date}T${typedTime}`
  const value = settleLocalDateTime(typed, timeZone)
  return { date, time: value.slice(11), problem: null, isTimeAdjusted: value !== typed, value }
}

/** The same texts as the fields would show them; what cannot be read stays as it was typed. */
export function formatEntry(entry: DatepickerEntry, { date, time }: ParsedEntry, locale: string): DatepickerEntry {
  return { date: date ? formatDate(date, locale) : entry.date, time: time ? formatTime(time, locale) : entry.time }
}

/** What the platform's own fields were left at, as the typed ones show it. */
export function entryFromNativeFields(date: string, time: string, locale: string): DatepickerEntry {
  return { date: date && formatDate(date, locale), time: time && formatTime(time, locale) }
}
