import type { DayOfWeek, OpeningHours, Site } from '../../shared/catalog.ts'
import type { PageDataByRoute } from '../../shared/page-data.ts'

const DAYS: readonly DayOfWeek[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A Monday, in UTC: the beginning from which a day's name is found in any language. */
const A_MONDAY_MS = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/**
 * Country and opening hours as the site's locale writes them. Browsers differ in that, and take long for it: names of
 * countries, days and times are made here, once.
 */
export function formatContact({
  contact,
  locale,
}: Pick<Site, 'contact' | 'locale'>): Pick<PageDataByRoute['contact'], 'country' | 'openingHours'> {
  const { address, openingHours } = contact
  return {
    country: address ? (new Intl.DisplayNames(locale, { type: 'region' }).of(address.addressCountry) ?? null) : null,
    openingHours: openingHours.map(({ days, ...times }) => ({
      days: describeDays(days, locale),
      times: describeTimes(times, locale),
    })),
  }
}

/** 'Monday – Friday' where days follow one another, else each by name. */
function describeDays(days: readonly DayOfWeek[], locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const numbers = days.map((day) => DAYS.indexOf(day)).sort((a, b) => a - b)
  const names = numbers.map((day) => format.format(A_MONDAY_MS + day * DAY_MS))
  const [first = 0, last = first] = [numbers[0], numbers.at(-1)]
  if (numbers.length > 2 && last - first === numbers.length - 1) return `${names[0]} – ${names.at(-1)}`
  return new Intl.ListFormat(locale).format(names)
}

function describeTimes({ opens, closes }: Pick<OpeningHours, 'opens' | 'closes'>, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  const timeOf = (text: string) => format.format(Date.parse(`1970-01-01T${text}Z`))
  return `${timeOf(opens)}\u2009–\u2009${timeOf(closes)}`
}
