import './datepicker.css'
import type { ReactNode } from 'react'
import type { Messages } from '../../../shared/messages/messages.ts'
import { useMessages } from '../../messages-context.ts'

/** Ids of the parts of one datepicker: the same before and after its fields change their kind. */
export function fieldIds(id: string) {
  return { date: `${id}-date`, time: `${id}-time`, message: `${id}-message` }
}

interface DatepickerFrameProps {
  readonly id: string
  readonly label: string
  readonly state: 'closed' | 'loading' | 'open'
  /** What is wrong, as an attribute. */
  readonly problem: string | undefined
  readonly date: ReactNode
  readonly time: ReactNode
  readonly message: ReactNode
  readonly children?: ReactNode
}

/** What both kinds of fields stand in, so that one takes the other's place and nothing moves. */
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

/** `Los Angeles` of `America/Los_Angeles`: what its people call the zone differs from browser to browser. */
export function zoneHint(timeZone: string, messages: Messages): string {
  return messages.zoneHint(timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' '))
}
