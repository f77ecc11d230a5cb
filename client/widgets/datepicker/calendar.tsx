import { DayPicker, type DayPickerProps } from 'react-day-picker'
import { DATEPICKER_LATEST_DATE } from '../../../shared/constants.ts'
import { checkDate, type OpenDays } from '../../../shared/local-date-time.ts'
import { useMessages } from '../../base/context.tsx'
import { formatDate } from './format-date.ts'

export interface CalendarProps {
  readonly locale: string
  readonly today: string
  readonly openDays: OpenDays
  readonly selected: string | null
  readonly onSelect: (date: string) => void
}

/** Its texts come from `Intl` and the messages, so that no locales of the library are loaded. */
export function Calendar({ locale, today, openDays, selected, onSelect }: CalendarProps) {
  const messages = useMessages()
  const format = (day: Date, options: Intl.DateTimeFormatOptions) => formatDate(toIsoDate(day), locale, options)
  const selectedDay = selected === null ? undefined : toLocalDate(selected)
  return (
    <DayPicker
      mode="single"
      required
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the visitor has opened this dialog
      autoFocus
      showOutsideDays
      // A fixed number of weeks keeps the height constant.
      fixedWeeks
      dir={document.documentElement.dir}
      lang={document.documentElement.lang}
      weekStartsOn={readFirstDayOfWeek(locale)}
      today={toLocalDate(today)}
      startMonth={toLocalDate(today)}
      endMonth={toLocalDate(DATEPICKER_LATEST_DATE)}
      disabled={(day) => checkDate(toIsoDate(day), today, openDays) !== null}
      selected={selectedDay}
      defaultMonth={selectedDay ?? toLocalDate(today)}
      onSelect={(day) => onSelect(toIsoDate(day))}
      formatters={{
        formatCaption: (month) => format(month, { year: 'numeric', month: 'long' }),
        formatWeekdayName: (day) => format(day, { weekday: 'short' }),
      }}
      labels={{
        labelNav: () => messages.chooseDate,
        labelGrid: (month) => format(month, { year: 'numeric', month: 'long' }),
        labelWeekday: (day) => format(day, { weekday: 'long' }),
        labelDayButton: (day) => format(day, { dateStyle: 'full' }),
        labelPrevious: () => messages.previousMonth,
        labelNext: () => messages.nextMonth,
      }}
    />
  )
}

// The library's dates are midnights of the visitor's time zone.

function toLocalDate(date: string): Date {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, day)
}

function toIsoDate(day: Date): string {
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((number) => String(number).padStart(2, '0'))
  return `${day.getFullYear()}-${month}-${date}`
}

/** Not every browser has the method. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?(): { readonly firstDay: number }
}

function readFirstDayOfWeek(locale: string): NonNullable<DayPickerProps['weekStartsOn']> {
  const info: WeekLocale = new Intl.Locale(locale)
  // `Intl` counts from 1 for Monday to 7 for Sunday. ISO 8601 weeks start on Monday.
  const firstDay = info.getWeekInfo?.().firstDay ?? 1
  return (firstDay % 7) as NonNullable<DayPickerProps['weekStartsOn']>
}
