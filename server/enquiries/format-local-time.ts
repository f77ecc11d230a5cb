import { localDateTimeIn } from '../../shared/local-date-time.ts'

/** Formats an ISO time as spreadsheets recognise it, such as `2026-03-10 09:00`. @param timeZone IANA name */
export function formatLocalTime(iso: string, timeZone: string): string {
  return localDateTimeIn(timeZone, Date.parse(iso)).replace('T', ' ')
}
