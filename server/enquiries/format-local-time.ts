import { localDateTimeIn } from '../../shared/local-date-time.ts'

/**
 * Formats a time in the owner's time zone, in a form that spreadsheets recognise.
 * @param iso ISO 8601, in any time zone
 * @param timeZone IANA name
 * @returns for example `2026-03-10 09:00`
 */
export function formatLocalTime(iso: string, timeZone: string): string {
  return localDateTimeIn(timeZone, Date.parse(iso)).replace('T', ' ')
}
