import { localDateTimeIn } from '../../shared/local-date-time.ts'

/**
 * A moment as the owner's clocks show it, in a form that spreadsheets know.
 * @param iso ISO 8601, of any zone
 * @returns `2026-03-10 09:00`
 */
export function formatLocalTime(iso: string, timeZone: string): string {
  return localDateTimeIn(timeZone, Date.parse(iso)).replace('T', ' ')
}
