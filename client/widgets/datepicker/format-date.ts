/** Formats a `YYYY-MM-DD` date of the Gregorian calendar, without a time zone. */
export function formatDate(date: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(locale, {
    ...options,
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  })
  return format.format(Date.parse(`${date}T00:00Z`))
}
