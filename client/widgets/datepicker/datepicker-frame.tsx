import './datepicker.css'
import type { ReactElement, ReactNode } from 'react'
import type { Messages } from '../../../shared/messages/messages.ts'
import { useMessages } from '../../base/messages-context.ts'

/** Element ids, which are the same for native and typed fields. */
export function fieldIds(id: string) {
  return { date: `${id}-date`, time: `${id}-time`, message: `${id}-message` }
}

interface DatepickerFrameProps {
  readonly id: string
  readonly label: string
  readonly state: 'closed' | 'loading' | 'open'
  readonly problem: string | undefined
  readonly date: ReactElement
  readonly time: ReactElement
  readonly message: ReactNode
  readonly children?: ReactNode
}

/** Native and typed fields share this layout, so that replacing them moves nothing. */
export function DatepickerFrame({ id, label, state, problem, date, time, message, children }: DatepickerFrameProps) {
  const messages = useMessages()
  const ids = fieldIds(id)
  return (
    <fieldset className="datepicker" data-state={state} data-problem={problem}>
      <legend>{label}</legend>
      <div className="datepicker-fields">
        <div>
          <label htmlFor={ids.date} className="caption">
            {messages.date}
          </label>
          {date}
        </div>
        <div>
          <label htmlFor={ids.time} className="caption">
            {messages.time}
          </label>
          {time}
        </div>
      </div>
      <p id={ids.message} className="datepicker-message caption" aria-live="polite">
        {message}
      </p>
      {children}
    </fieldset>
  )
}

/** Names a time zone by its city, such as `Los Angeles`, because browsers have different names for zones. */
export function zoneHint(timeZone: string, messages: Messages): string {
  return messages.zoneHint(timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' '))
}
