import './datepicker.css'
import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { DATEPICKER_DEFAULT_TIME, DATEPICKER_LATEST_DATE } from '../../../shared/constants.ts'
import {
  checkDate,
  isIsoDate,
  isIsoTime,
  joinDateAndTime,
  todayIn,
  type DateProblem,
  type OpenDays,
} from '../../../shared/local-date-time.ts'
import { useMessages, useHydrated } from '../../base/context.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { formatDate } from './format-date.ts'

/** An incomplete time is a problem of its own. */
export type DatepickerProblem = DateProblem | 'time'

interface DatepickerProps {
  /** The form sends `{name}-date` and `{name}-time`. */
  readonly name: string
  readonly label: string
  readonly locale: string
  /** Time zone of the fields, which may differ from the visitor's. */
  readonly timeZone: string
  /** Days of the week that can be chosen. */
  readonly openDays: OpenDays
  /** `YYYY-MM-DDTHH:MM`, or '' */
  readonly defaultValue: string
  /** Message that is shown until the value changes. */
  readonly error?: string | undefined
  /** The value is `YYYY-MM-DDTHH:MM`, or '' if the entry is empty or invalid. */
  readonly onValueChange: (value: string, problem: DatepickerProblem | null) => void
}

interface Entry {
  readonly date: string
  readonly problem: DatepickerProblem | null
}

/** Renders the browser's fields for a date and a time, and a calendar for visitors with a mouse. */
export function Datepicker(props: DatepickerProps) {
  const { name, label, locale, timeZone, openDays, defaultValue, error, onValueChange } = props
  const messages = useMessages()
  const isHydrated = useHydrated()
  const id = useId()
  const dateField = useRef<HTMLInputElement>(null)
  const timeField = useRef<HTMLInputElement>(null)
  const anchor = useRef<HTMLDivElement>(null)
  const [startDate = '', startTime = ''] = defaultValue.split('T')
  const [entry, setEntry] = useState<Entry>({ date: startDate, problem: null })
  const [isChanged, setChanged] = useState(false)
  // Problems are shown on blur, not while typing.
  const [isChecked, setChecked] = useState(false)
  const today = todayIn(timeZone)

  const problemText = entry.problem ? describeProblem(entry) : ''
  const shownError = isChanged ? isChecked && problemText : error

  function describeProblem({ date, problem }: Entry): string {
    const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const { dateProblems } = messages
    if (problem === 'past') return dateProblems.past(formatDate(today, locale, numeric))
    if (problem === 'too-late') return dateProblems['too-late'](formatDate(DATEPICKER_LATEST_DATE, locale, numeric))
    if (problem === 'closed') return dateProblems.closed(formatDate(date, locale, { weekday: 'long' }))
    return dateProblems[problem ?? 'invalid']
  }

  function update(): void {
    const [dateInput, timeInput] = [dateField.current!, timeField.current!]
    const date = dateInput.value
    const isEmpty = date === '' && !dateInput.validity.badInput
    const dateProblem = isEmpty ? null : checkDate(date, today, openDays)
    const next: Entry = { date, problem: dateProblem ?? (timeInput.validity.badInput ? 'time' : null) }
    setEntry(next)
    setChanged(true)
    setChecked(false)
    // The browser knows neither closed days nor the present day on a cached page.
    dateInput.setCustomValidity(dateProblem ? describeProblem(next) : '')
    onValueChange(next.problem ? '' : joinDateAndTime(date, timeInput.value), next.problem)
  }

  function choose(date: string): void {
    dateField.current!.value = date
    update()
    setChecked(true)
  }

  const reportEarlyInput = useEffectEvent(() => {
    const isTyped = [dateField, timeField].some(({ current }) => current!.value !== current!.defaultValue)
    if (isTyped) update()
  })
  useLayoutEffect(() => reportEarlyInput(), [])

  const messageId = `${id}-message`
  const attributes = {
    className: 'field',
    'aria-describedby': messageId,
    onChange: update,
    onBlur: () => setChecked(true),
    onInvalid: () => setChecked(true),
  }
  return (
    <fieldset className="datepicker" data-problem={shownError ? (entry.problem ?? 'server') : undefined}>
      <legend>{label}</legend>
      <div className="datepicker-fields">
        <div className="labelled">
          <label htmlFor={`${id}-date`} className="caption">
            {messages.date}
          </label>
          <div ref={anchor} className="datepicker-date">
            <input
              {...attributes}
              ref={dateField}
              id={`${id}-date`}
              type="date"
              name={`${name}-date`}
              // Today's date may have changed since the page was cached.
              suppressHydrationWarning
              min={today}
              max={DATEPICKER_LATEST_DATE}
              defaultValue={isIsoDate(startDate) ? startDate : ''}
              aria-invalid={Boolean(shownError) && entry.problem !== 'time'}
              data-state={entry.date === '' ? 'empty' : 'filled'}
            />
            {isHydrated ? (
              <CalendarButton
                locale={locale}
                today={today}
                openDays={openDays}
                selected={entry.date && !entry.problem ? entry.date : null}
                anchor={anchor}
                onSelect={choose}
              />
            ) : null}
          </div>
        </div>
        <div className="labelled">
          <label htmlFor={`${id}-time`} className="caption">
            {messages.time}
          </label>
          <input
            {...attributes}
            ref={timeField}
            id={`${id}-time`}
            type="time"
            name={`${name}-time`}
            defaultValue={isIsoTime(startTime) ? startTime : DATEPICKER_DEFAULT_TIME}
            aria-invalid={Boolean(shownError) && entry.problem === 'time'}
          />
        </div>
      </div>
      <p id={messageId} className="datepicker-message caption" aria-live="polite">
        {shownError || messages.zoneHint(readCity(timeZone))}
      </p>
    </fieldset>
  )
}

/** A time zone is named by its city, such as `Los Angeles`, because browsers have different names for zones. */
function readCity(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
