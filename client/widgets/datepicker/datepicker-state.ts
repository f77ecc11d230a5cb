import { DATEPICKER_DEFAULT_TIME } from '../../../shared/constants.ts'
import { checkDate, type DateProblem, type OpenDays, settleLocalDateTime } from '../../../shared/local-date-time.ts'
import { formatDate, formatTime, parseDate, parseTime } from './datepicker-dates.ts'

export interface DatepickerEntry {
  readonly date: string
  readonly time: string
}

interface EntryRules {
  readonly locale: string
  readonly timeZone: string
  readonly today: string
  readonly openDays: OpenDays
}

export type DatepickerProblem = DateProblem | 'time'

interface ParsedEntry {
  /** Null if the text is not a date; dates outside the limits are kept. */
  readonly date: string | null
  /** Adjusted for daylight saving time; null if the text is not a time. */
  readonly time: string | null
  readonly problem: DatepickerProblem | null
  readonly isTimeAdjusted: boolean
  /** `YYYY-MM-DDTHH:MM`, or '' if the entry is empty or invalid. */
  readonly value: string
}

/** A date without a time gets the default time; a time without a date is an empty value. */
export function parseEntry(entry: DatepickerEntry, { locale, timeZone, today, openDays }: EntryRules): ParsedEntry {
  const typedTime = entry.time.trim() ? parseTime(entry.time, locale) : DATEPICKER_DEFAULT_TIME
  const date = parseDate(entry.date, locale, today)
  const isEmpty = entry.date.trim() === ''
  const dateProblem = isEmpty ? null : checkDate(date ?? '', today, openDays)
  const problem = dateProblem ?? (typedTime ? null : 'time')
  if (!date || !typedTime || problem) return { date, time: typedTime, problem, isTimeAdjusted: false, value: '' }
  const typed = `${date}T${typedTime}`
  const value = settleLocalDateTime(typed, timeZone)
  return { date, time: value.slice(11), problem: null, isTimeAdjusted: value !== typed, value }
}

/** Rewrites valid text in the locale's format. */
export function formatEntry(entry: DatepickerEntry, { date, time }: ParsedEntry, locale: string): DatepickerEntry {
  return { date: date ? formatDate(date, locale) : entry.date, time: time ? formatTime(time, locale) : entry.time }
}

export function entryFromNativeFields(date: string, time: string, locale: string): DatepickerEntry {
  return { date: date && formatDate(date, locale), time: time && formatTime(time, locale) }
}
