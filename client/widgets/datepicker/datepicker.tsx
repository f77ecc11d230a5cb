import { useEffect, useId, useState, type ComponentType } from 'react'
import { fieldIds } from './datepicker-frame.tsx'
import type { DatepickerProblem } from './datepicker-state.ts'
import { NativeDatepicker } from './native-datepicker.tsx'
import type { NativeFieldsState, TypedDatepickerProps } from './typed-datepicker.tsx'

export interface DatepickerProps {
  /**
   * Name of the hidden field with `YYYY-MM-DDTHH:MM`. Without scripts the form sends `{name}-date` and `{name}-time`.
   */
  readonly name: string
  readonly label: string
  /** BCP 47 locale for formats, names and the first day of the week. */
  readonly locale: string
  /** IANA name of the site's time zone, which may differ from the visitor's. */
  readonly timeZone: string
  /** `YYYY-MM-DDTHH:MM`. */
  readonly defaultValue?: string
  /** The server's error message, shown until the value changes. */
  readonly error?: string
  /** Called on every change; `value` is '' if the entry is empty or invalid. */
  readonly onValueChange?: (value: string, problem: DatepickerProblem | null) => void
}

/** Includes all of the page, however far it is scrolled. Fields in a hidden step have no box and do not intersect. */
const VIEWPORT_MARGIN = '1000000px'

/**
 * Fields for a date and a time, with a calendar that is loaded on first use. The server renders native fields. When
 * the fields are first displayed, text fields of the same size replace them and take over their values; if those
 * cannot be loaded, the native fields stay.
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
