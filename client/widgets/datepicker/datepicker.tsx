import { useId, useState } from 'react'
import { useHydrated } from '../use-hydrated.ts'
import { writeEntry, type DatepickerProblem } from './datepicker-state.ts'
import { NativeDatepicker } from './native-datepicker.tsx'
import { TypedDatepicker, type StartingPoint } from './typed-datepicker.tsx'

export interface DatepickerProps {
  /** Of the field whose value is `YYYY-MM-DDTHH:MM`; without scripts the form has `{name}-date` and `{name}-time`. */
  readonly name: string
  readonly label: string
  /** BCP 47; rules the order of what is typed, the week and all names. */
  readonly locale: string
  /** IANA name of the zone whose clocks count: the site's, not the visitor's. */
  readonly timeZone: string
  /** `YYYY-MM-DDTHH:MM`. */
  readonly defaultValue?: string
  /** What the server had to say of the value, shown until another is given. */
  readonly error?: string
  /** Told of every change; the value is '' where nothing was chosen or something is wrong. */
  readonly onValueChange?: (value: string, problem: DatepickerProblem | null) => void
}

/**
 * A day and a time, typed or chosen from a calendar that is loaded when it is first opened. The server draws the
 * platform's own fields, which do all of it without scripts; in the browser text fields of the same size take over what
 * was chosen by then, because those can be typed into as people write dates.
 */
export function Datepicker(props: DatepickerProps) {
  const id = useId()
  const isHydrated = useHydrated()
  const [start, setStart] = useState<StartingPoint>(() => ({ entry: writeEntry(props.defaultValue ?? '', props.locale), isChanged: false, focus: null }))
  return isHydrated ? <TypedDatepicker {...props} id={id} start={start} /> : <NativeDatepicker {...props} id={id} onTakeOver={setStart} />
}
