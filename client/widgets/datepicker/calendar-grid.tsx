import { describeDate, listMonthWeeks, listWeekdays } from './datepicker-dates.ts'

export interface CalendarLimits {
  readonly today: string
  readonly earliest: string
  readonly latest: string
}

interface CalendarGridProps extends CalendarLimits {
  readonly locale: string
  readonly labelId: string
  readonly firstDay: number
  /** The one day in the tab order; its month is the one shown. */
  readonly focused: string
  readonly selected: string | null
  readonly onSelect: (date: string) => void
}

/** A month of days, one button each. Which of them has the focus is the calendar's business. */
export function CalendarGrid({
  locale,
  labelId,
  firstDay,
  focused,
  selected,
  today,
  earliest,
  latest,
  onSelect,
}: CalendarGridProps) {
  const month = focused.slice(0, 7)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table's own cells are the grid's
    <table role="grid" aria-labelledby={labelId}>
      <thead>
        <tr>
          {listWeekdays(locale, firstDay).map(({ long, short }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listMonthWeeks(focused, firstDay).map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <td key={date} aria-selected={date === selected}>
                <button
                  type="button"
                  data-date={date}
                  data-state={date === selected ? 'selected' : undefined}
                  data-outside={date.startsWith(month) ? undefined : ''}
                  tabIndex={date === focused ? 0 : -1}
                  disabled={date < earliest || date > latest}
                  aria-label={describeDate(date, locale)}
                  aria-current={date === today ? 'date' : undefined}
                  onClick={() => onSelect(date)}
                >
                  {Number(date.slice(8))}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
