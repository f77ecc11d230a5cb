import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { DATEPICKER_DEFAULT_TIME, DATEPICKER_LATEST_DATE } from '../../../shared/constants.ts'
import { isIsoDate, isIsoTime, todayIn } from '../../../shared/local-date-time.ts'
import { DatepickerFrame, fieldIds, zoneHint } from './datepicker-frame.tsx'
import { readNativeEntry } from './datepicker-state.ts'
import type { DatepickerProps } from './datepicker.tsx'
import type { StartingPoint } from './typed-datepicker.tsx'

interface NativeDatepickerProps extends DatepickerProps {
  readonly id: string
  /** Told in the browser what was chosen by then, and which of the fields has the focus. */
  readonly onTakeOver: (start: StartingPoint) => void
}

/** The platform's own fields: what the server draws, and all there is without scripts. */
export function NativeDatepicker({ id, name, label, locale, timeZone, defaultValue = '', error, onTakeOver }: NativeDatepickerProps) {
  const dateField = useRef<HTMLInputElement>(null)
  const timeField = useRef<HTMLInputElement>(null)
  const takeOver = useEffectEvent(() => {
    const [date, time] = [dateField.current!, timeField.current!]
    onTakeOver({
      entry: readNativeEntry(date.value, time.value, locale),
      isChanged: date.value !== date.defaultValue || time.value !== time.defaultValue,
      focus: document.activeElement === date ? 'date' : document.activeElement === time ? 'time' : null,
    })
  })
  useLayoutEffect(() => takeOver(), [])

  const ids = fieldIds(id)
  const [date = '', time = ''] = defaultValue.split('T')
  const attributes = { className: 'field', 'aria-describedby': ids.message }
  return (
    <DatepickerFrame
      id={id}
      label={label}
      state="closed"
      problem={error ? 'server' : undefined}
      date={
        <input
          {...attributes}
          ref={dateField}
          id={ids.date}
          type="date"
          name={`${name}-date`}
          // A page that was kept since yesterday still says yesterday's day.
          suppressHydrationWarning
          min={todayIn(timeZone)}
          max={DATEPICKER_LATEST_DATE}
          defaultValue={isIsoDate(date) ? date : ''}
          aria-invalid={Boolean(error)}
        />
      }
      time={
        <input
          {...attributes}
          ref={timeField}
          id={ids.time}
          type="time"
          name={`${name}-time`}
          defaultValue={isIsoTime(time) ? time : DATEPICKER_DEFAULT_TIME}
        />
      }
      message={error ?? zoneHint(timeZone)}
    />
  )
}
