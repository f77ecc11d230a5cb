import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentType, type RefObject } from 'react'
import { useMessages } from '../../base/context.tsx'
import { positionPopup } from '../placement.ts'
import type { CalendarProps } from './calendar.tsx'
import { formatDate } from './format-date.ts'

const OFFSET_PX = 4

interface CalendarButtonProps extends CalendarProps {
  readonly anchor: RefObject<HTMLElement | null>
}

/** Opens a calendar, which is loaded on opening. The style sheet shows the button only to visitors with a mouse. */
export function CalendarButton({ anchor, ...calendarProps }: CalendarButtonProps) {
  const messages = useMessages()
  const { selected, locale, onSelect } = calendarProps
  const popover = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const popoverId = useId()
  const [isOpen, setOpen] = useState(false)
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps> | null>(null)

  const open = useEffectEvent(() => {
    import('./calendar.tsx').then(
      (loaded) => setCalendar(() => loaded.Calendar),
      (error: unknown) => {
        console.warn('The calendar could not be loaded.', error)
        popover.current?.hidePopover()
      },
    )
    return positionPopup(anchor.current!, popover.current!, 'bottom-start', OFFSET_PX)
  })
  useEffect(() => (isOpen ? open() : undefined), [isOpen])

  return (
    <>
      <button
        ref={button}
        type="button"
        className="datepicker-open"
        data-state={isOpen ? (Calendar ? 'open' : 'loading') : 'closed'}
        aria-label={
          selected ? messages.chosenDate(formatDate(selected, locale, { dateStyle: 'full' })) : messages.chooseDate
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={popoverId}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M3.5 5.5h13v11h-13zM3.5 9h13M7 3.5v4M13 3.5v4" />
        </svg>
      </button>
      <div
        ref={popover}
        id={popoverId}
        popover="auto"
        role="dialog"
        aria-label={messages.chooseDate}
        className="calendar"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && Calendar ? (
          <Calendar
            {...calendarProps}
            onSelect={(date) => {
              popover.current?.hidePopover()
              // Safari does not focus a clicked button, so it would not return the focus to it.
              button.current?.focus()
              onSelect(date)
            }}
          />
        ) : null}
      </div>
    </>
  )
}
