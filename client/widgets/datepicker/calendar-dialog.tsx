import { useEffectEvent, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { isOpenDay, type OpenDays } from '../../../shared/local-date-time.ts'
import { useMessages } from '../../base/messages-context.ts'
import { positionPopup } from '../placement.ts'
import { toLogicalArrowKey } from '../logical-arrow-key.ts'
import {
  addMonths,
  clampDate,
  describeMonth,
  moveByKey,
  readFirstDayOfWeek,
  describeDate,
  listMonthWeeks,
  listWeekdays,
} from './datepicker-dates.ts'

const OFFSET_PX = 4

export interface CalendarDialogProps extends CalendarLimits {
  readonly locale: string
  readonly selected: string | null
  readonly anchor: RefObject<HTMLElement | null>
  readonly onSelect: (date: string) => void
  readonly onClose: () => void
}

/**
 * This modal calendar follows the ARIA Authoring Practices (date picker dialog), and is mounted only while it is open.
 */
export function CalendarDialog({ locale, selected, anchor, onSelect, onClose, ...limits }: CalendarDialogProps) {
  const messages = useMessages()
  const { today, earliest, latest } = limits
  const dialog = useRef<HTMLDialogElement>(null)
  const labelId = useId()
  const firstDay = readFirstDayOfWeek(locale)
  const [focused, setFocused] = useState(() => clampDate(selected ?? today, earliest, latest))
  // The focus moves to the new day after an arrow key, but stays on a month button that was pressed.
  const [followsFocus, setFollowsFocus] = useState(true)

  const open = useEffectEvent(() => {
    const element = dialog.current
    if (!element || !anchor.current) return undefined
    element.showModal()
    const stopPositioning = positionPopup(anchor.current, element, 'bottom-start', OFFSET_PX)
    // A click on the backdrop has the dialog as its target. The second click of a double click on the trigger does not
    // count.
    const closeOutside = (event: MouseEvent) => {
      if (event.target === element && event.detail < 2) onClose()
    }
    element.addEventListener('click', closeOutside)
    return () => {
      element.removeEventListener('click', closeOutside)
      stopPositioning()
      element.close()
    }
  })
  useLayoutEffect(() => open(), [])
  useLayoutEffect(() => {
    if (followsFocus) dialog.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus()
  }, [focused, followsFocus])

  function move(to: string, movesFocus: boolean): void {
    setFollowsFocus(movesFocus)
    setFocused(clampDate(to, earliest, latest))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target as HTMLElement).dataset['date']) return
    const to = moveByKey(focused, toLogicalArrowKey(event.key), event.shiftKey, firstDay)
    if (!to) return
    event.preventDefault()
    move(to, true)
  }

  const buttonProps = (months: number) => ({
    isEnabled: hasMonth(focused, months, limits),
    onPress: () => move(addMonths(focused, months), false),
  })
  return (
    <dialog ref={dialog} className="calendar" aria-label={messages.chooseDate} onKeyDown={onKeyDown} onClose={onClose}>
      <div className="calendar-parts">
        <div className="calendar-head">
          <NavigationButton label={messages.previousYear} mark="«" {...buttonProps(-12)} />
          <NavigationButton label={messages.previousMonth} mark="‹" {...buttonProps(-1)} />
          <p id={labelId} aria-live="polite">
            {describeMonth(focused, locale)}
          </p>
          <NavigationButton label={messages.nextMonth} mark="›" {...buttonProps(1)} />
          <NavigationButton label={messages.nextYear} mark="»" {...buttonProps(12)} />
        </div>
        <CalendarGrid
          {...limits}
          locale={locale}
          labelId={labelId}
          firstDay={firstDay}
          focused={focused}
          selected={selected}
          onSelect={onSelect}
        />
      </div>
    </dialog>
  )
}

function hasMonth(date: string, months: number, { earliest, latest }: CalendarLimits): boolean {
  const month = addMonths(date, months).slice(0, 7)
  return month >= earliest.slice(0, 7) && month <= latest.slice(0, 7)
}

interface NavigationButtonProps {
  readonly label: string
  readonly mark: string
  readonly isEnabled: boolean
  readonly onPress: () => void
}

/** A button with `disabled` would lose the focus. */
function NavigationButton({ label, mark, isEnabled, onPress }: NavigationButtonProps) {
  return (
    <button type="button" aria-label={label} aria-disabled={!isEnabled} onClick={() => isEnabled && onPress()}>
      <span aria-hidden="true">{mark}</span>
    </button>
  )
}

interface CalendarLimits {
  readonly today: string
  readonly earliest: string
  readonly latest: string
  readonly openDays: OpenDays
}

interface CalendarGridProps extends CalendarLimits {
  readonly locale: string
  readonly labelId: string
  readonly firstDay: number
  /** The only day in the tab order. */
  readonly focused: string
  readonly selected: string | null
  readonly onSelect: (date: string) => void
}

function CalendarGrid({
  locale,
  labelId,
  firstDay,
  focused,
  selected,
  today,
  earliest,
  latest,
  openDays,
  onSelect,
}: CalendarGridProps) {
  const month = focused.slice(0, 7)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the table's cells are the grid's cells
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
                  // With `disabled`, keys could not move the focus through closed days.
                  aria-disabled={!isOpenDay(date, openDays)}
                  aria-label={describeDate(date, locale)}
                  aria-current={date === today ? 'date' : undefined}
                  onClick={(event) => {
                    // This may be the second click of a double click on the trigger.
                    if (event.detail < 2 && isOpenDay(date, openDays)) onSelect(date)
                  }}
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
