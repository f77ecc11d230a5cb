import type { DayOfWeek, OpeningHours as OpeningHoursData } from '../../../shared/catalog.ts'
import { messages } from '../../../shared/messages/messages.ts'

const DAYS: readonly DayOfWeek[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A Monday, in UTC: the beginning from which a day's name is found in any language. */
const A_MONDAY_MS = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

interface OpeningHoursProps {
  readonly hours: readonly OpeningHoursData[]
  /** BCP 47. */
  readonly locale: string
}

/** Days and times as the locale writes them. Spaces and points in them differ between browsers, hence the suppressed warnings. */
export function OpeningHours({ hours, locale }: OpeningHoursProps) {
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  const timeOf = (text: string) => time.format(Date.parse(`1970-01-01T${text}Z`))
  return (
    <div>
      <dt className="caption">{messages.openingHours}</dt>
      {hours.map(({ days, opens, closes }) => (
        <dd key={days.join() + opens} className="contact-hours">
          <span suppressHydrationWarning>{describeDays(days, locale)}</span>
          <span suppressHydrationWarning>{`${timeOf(opens)}\u2009–\u2009${timeOf(closes)}`}</span>
        </dd>
      ))}
    </div>
  )
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
