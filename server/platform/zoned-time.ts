import { memoizeBounded } from './memoize-bounded.ts'

const DAY_MS = 86_400_000

// Swedish dates are written as in ISO 8601.
const formatterOf = memoizeBounded(
  (timeZone) => new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
)

/** Returns the local date and time of an IANA time zone as `YYYY-MM-DDTHH:MM`. */
export function localDateTimeIn(timeZone: string, instant: number): string {
  return formatterOf(timeZone).format(instant).replace(' ', 'T')
}

/**
 * Converts a local date and time to an instant. An ambiguous time, when clocks go back, is the earlier instant. A time that the
 * clocks skip is moved forward by the gap.
 */
export function toInstant(dateTime: string, timeZone: string): number {
  const wall = parseAsUtc(dateTime)
  const offsetAt = (instant: number) => parseAsUtc(localDateTimeIn(timeZone, instant)) - instant
  const before = wall - offsetAt(wall - DAY_MS)
  const after = wall - offsetAt(wall + DAY_MS)
  const isShown = (instant: number) => parseAsUtc(localDateTimeIn(timeZone, instant)) === wall
  return isShown(before) || !isShown(after) ? before : after
}

function parseAsUtc(dateTime: string): number {
  return Date.parse(`${dateTime}Z`)
}
