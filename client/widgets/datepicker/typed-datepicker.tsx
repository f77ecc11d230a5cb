import { useEffectEvent, useLayoutEffect, useRef, useState, type ComponentType, type RefObject } from 'react'
import { DATEPICKER_DEFAULT_TIME, DATEPICKER_LATEST_DATE } from '../../../shared/constants.ts'
import { todayIn } from '../../../shared/local-date-time.ts'
import { useMessages } from '../../base/messages-context.ts'
import { describeDate, describeWeekday, formatDate, formatTime } from './datepicker-dates.ts'
import { DatepickerFrame, fieldIds, zoneHint } from './datepicker-frame.tsx'
import {
  parseEntry,
  entryFromNativeFields,
  formatEntry,
  type DatepickerProblem,
  type DatepickerEntry,
} from './datepicker-state.ts'
import type { DatepickerProps } from './datepicker.tsx'
import type { CalendarDialogProps } from './calendar-dialog.tsx'

export interface NativeFieldsState {
  readonly date: string
  readonly time: string
  readonly isChanged: boolean
  readonly focus: 'date' | 'time' | null
}

export interface TypedDatepickerProps extends DatepickerProps {
  readonly id: string
  readonly start: NativeFieldsState
}

export function TypedDatepicker({
  id,
  name,
  label,
  locale,
  timeZone,
  openDays,
  error,
  onValueChange,
  start,
}: TypedDatepickerProps) {
  const messages = useMessages()
  const dateField = useRef<HTMLInputElement>(null)
  const timeField = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const anchor = useRef<HTMLDivElement>(null)
  const [entry, setEntry] = useState(() => entryFromNativeFields(start.date, start.time, locale))
  const [isChanged, setIsChanged] = useState(start.isChanged)
  // Errors are shown on blur, not while typing.
  const [isChecked, setIsChecked] = useState(start.isChanged)
  const [note, setNote] = useState('')
  const calendar = useCalendar(button, () => setNote(messages.calendarFailed))

  const today = todayIn(timeZone)
  const rules = { locale, timeZone, today, openDays }
  const read = parseEntry(entry, rules)
  const isTimeWrong = read.problem === 'time'
  const chosen = read.problem && !isTimeWrong ? null : read.date
  // The day is 31, which cannot be mistaken for a month.
  const examples = {
    date: formatDate(`${today.slice(0, 4)}-12-31`, locale),
    time: formatTime(DATEPICKER_DEFAULT_TIME, locale),
  }
  const hints: Readonly<Record<DatepickerProblem, string>> = {
    past: formatDate(today, locale),
    'too-late': formatDate(DATEPICKER_LATEST_DATE, locale),
    time: examples.time,
    closed: read.date ? describeWeekday(read.date, locale) : '',
    invalid: examples.date,
  }
  const problemText = read.problem ? messages.dateProblems[read.problem](hints[read.problem]) : ''
  const shownError = (isChecked && problemText) || (isChanged ? '' : error)

  function update(next: DatepickerEntry): void {
    setEntry(next)
    setIsChanged(true)
    setIsChecked(false)
    setNote('')
    const { value, problem } = parseEntry(next, rules)
    onValueChange(value, problem)
  }

  function check(typed: DatepickerEntry): void {
    const parsed = parseEntry(typed, rules)
    setIsChecked(true)
    if (parsed.isTimeAdjusted && parsed.time) setNote(messages.timeMoved(formatTime(parsed.time, locale)))
    setEntry(formatEntry(typed, parsed, locale))
  }

  function choose(date: string): void {
    calendar.close()
    const next = { ...entry, date: formatDate(date, locale) }
    update(next)
    check(next)
  }

  const continueNativeInput = useEffectEvent(() => {
    if (start.focus) (start.focus === 'date' ? dateField : timeField).current?.focus()
    if (start.isChanged) onValueChange(read.value, read.problem)
  })
  useLayoutEffect(() => continueNativeInput(), [])
  // Invalid text must block the form, because the hidden field is empty.
  useLayoutEffect(() => {
    dateField.current?.setCustomValidity(isTimeWrong ? '' : problemText)
    timeField.current?.setCustomValidity(isTimeWrong ? problemText : '')
  }, [isTimeWrong, problemText])

  const ids = fieldIds(id)
  const attributes = {
    className: 'field',
    type: 'text',
    autoComplete: 'off',
    'aria-describedby': ids.message,
    onBlur: () => check(entry),
    onInvalid: () => setIsChecked(true),
  }
  return (
    <DatepickerFrame
      id={id}
      label={label}
      state={calendar.state}
      problem={shownError ? (read.problem ?? 'server') : undefined}
      date={
        <div className="datepicker-date" ref={anchor}>
          <input
            {...attributes}
            ref={dateField}
            id={ids.date}
            value={entry.date}
            aria-invalid={Boolean(shownError) && !isTimeWrong}
            onChange={(event) => update({ ...entry, date: event.currentTarget.value })}
          />
          <button
            ref={button}
            type="button"
            className="datepicker-open"
            aria-label={chosen ? messages.chosenDate(describeDate(chosen, locale)) : messages.chooseDate}
            aria-haspopup="dialog"
            aria-expanded={calendar.state === 'open'}
            onClick={calendar.open}
          >
            <CalendarIcon />
          </button>
        </div>
      }
      time={
        <input
          {...attributes}
          ref={timeField}
          id={ids.time}
          value={entry.time}
          aria-invalid={isChecked && isTimeWrong}
          onChange={(event) => update({ ...entry, time: event.currentTarget.value })}
        />
      }
      message={
        shownError || note || `${zoneHint(timeZone, messages)} ${messages.dateExample(examples.date, examples.time)}`
      }
    >
      <input type="hidden" name={name} value={read.value} />
      {calendar.Dialog ? (
        <calendar.Dialog
          locale={locale}
          today={today}
          earliest={today}
          latest={DATEPICKER_LATEST_DATE}
          openDays={openDays}
          selected={chosen}
          anchor={anchor}
          onSelect={choose}
          onClose={calendar.close}
        />
      ) : null}
    </DatepickerFrame>
  )
}

function CalendarIcon() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M3.5 5.5h13v11h-13zM3.5 9h13M7 3.5v4M13 3.5v4" />
    </svg>
  )
}

type CalendarState = 'closed' | 'loading' | 'open'

function useCalendar(button: RefObject<HTMLButtonElement | null>, onLoadFailed: () => void) {
  const [state, setState] = useState<CalendarState>('closed')
  const [Dialog, setDialog] = useState<ComponentType<CalendarDialogProps> | null>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    // The page behind a modal dialog is inert, so this waits until it has closed.
    if (wasOpen.current && state === 'closed') button.current?.focus()
    wasOpen.current = state === 'open'
  }, [state, button])

  async function load(): Promise<void> {
    setState('loading')
    try {
      // Floating UI positions the calendar, so it is loaded before opening.
      const [{ CalendarDialog }] = await Promise.all([import('./calendar-dialog.tsx'), import('@floating-ui/dom')])
      setDialog(() => CalendarDialog)
      setState('open')
    } catch (error) {
      console.warn('The calendar could not be loaded.', error)
      setState('closed')
      onLoadFailed()
    }
  }

  return {
    state,
    Dialog: state === 'open' ? Dialog : null,
    open: () => {
      if (state === 'closed') void load()
    },
    close: () => setState('closed'),
  }
}
