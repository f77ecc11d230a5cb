import { useEffect, useId, useState, type ComponentType } from 'react'
import { fieldIds } from './datepicker-frame.tsx'
import type { DatepickerProblem } from './datepicker-state.ts'
import { NativeDatepicker } from './native-datepicker.tsx'
import type { NativeFieldsState, TypedDatepickerProps } from './typed-datepicker.tsx'

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

/** Far beyond any page: what is out of sight counts, what is hidden in a later step has no place at all. */
const VIEWPORT_MARGIN = '1000000px'

/**
 * A day and a time, typed or chosen from a calendar that is loaded when it is first opened. The server draws the
 * platform's own fields, which do all of it without scripts; in the browser text fields of the same size take over what
 * was chosen by then, because those can be typed into as people write dates. They come when the fields are first shown, be it
 * far down the page, and where they cannot be had the platform's stay.
 */
export function Datepicker(props: DatepickerProps) {
  const id = useId()
  const [typed, setTyped] = useState<{
    readonly Fields: ComponentType<TypedDatepickerProps>
    readonly start: NativeFieldsState
  } | null>(null)
  useEffect(() => {
    let isGone = false
    const takeOver = () =>
      import('./typed-datepicker.tsx').then(
        ({ TypedDatepicker }) => {
          if (!isGone) setTyped({ Fields: TypedDatepicker, start: readNativeFields(id) })
        },
        (error: unknown) => console.warn('The typed date fields could not be loaded; the browser’s own stay.', error),
      )
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry!.isIntersecting) return
        observer.disconnect()
        void takeOver()
      },
      { rootMargin: VIEWPORT_MARGIN },
    )
    observer.observe(document.getElementById(fieldIds(id).date)!)
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [id])
  return typed ? <typed.Fields {...props} id={id} start={typed.start} /> : <NativeDatepicker {...props} id={id} />
}

/** What the platform's own fields were left at. */
function readNativeFields(id: string): NativeFieldsState {
  const ids = fieldIds(id)
  const [date, time] = [ids.date, ids.time].map((field) => document.getElementById(field) as HTMLInputElement) as [
    HTMLInputElement,
    HTMLInputElement,
  ]
  return {
    date: date.value,
    time: time.value,
    isChanged: date.value !== date.defaultValue || time.value !== time.defaultValue,
    focus: document.activeElement === date ? 'date' : document.activeElement === time ? 'time' : null,
  }
}
