import { DATEPICKER_DEFAULT_TIME, DATEPICKER_LATEST_DATE } from '../../../shared/constants.ts'
import { isIsoDate, isIsoTime, joinDateAndTime, todayIn } from '../../../shared/local-date-time.ts'
import { useMessages } from '../../base/messages-context.ts'
import { DatepickerFrame, fieldIds, zoneHint } from './datepicker-frame.tsx'
import type { DatepickerProps } from './datepicker.tsx'

interface NativeDatepickerProps extends DatepickerProps {
  readonly id: string
}

/** The server renders these fields of the browser, which also work without scripts. */
export function NativeDatepicker({
  id,
  name,
  label,
  timeZone,
  defaultValue,
  error,
  onValueChange,
}: NativeDatepickerProps) {
  const messages = useMessages()
  const ids = fieldIds(id)
  const [date = '', time = ''] = defaultValue.split('T')
  const attributes = {
    className: 'field',
    'aria-describedby': ids.message,
    onChange: () => onValueChange(joinDateAndTime(readValue(ids.date), readValue(ids.time)), null),
  }
  return (
    <DatepickerFrame
      id={id}
      label={label}
      state="closed"
      problem={error ? 'server' : undefined}
      date={
        <input
          {...attributes}
          id={ids.date}
          type="date"
          name={`${name}-date`}
          // Today's date may have changed since the page was cached.
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
          id={ids.time}
          type="time"
          name={`${name}-time`}
          defaultValue={isIsoTime(time) ? time : DATEPICKER_DEFAULT_TIME}
        />
      }
      message={error ?? zoneHint(timeZone, messages)}
    />
  )
}

function readValue(id: string): string {
  return (document.getElementById(id) as HTMLInputElement).value
}
