import type { OpenDays } from '../../../shared/local-date-time.ts'
import { useEffect, useId, useState, type ComponentType } from 'react'
import { fieldIds } from './datepicker-frame.tsx'
import type { DatepickerProblem } from './datepicker-state.ts'
import { NativeDatepicker } from './native-datepicker.tsx'
import type { NativeFieldsState, TypedDatepickerProps } from './typed-datepicker.tsx'

export interface DatepickerProps {
  /** Name of the form field with `YYYY-MM-DDTHH:MM`. Without scripts the form sends `{name}-date` and `{name}-time`. */
  readonly name: string
  readonly label: string
  readonly locale: string
  /** Time zone of the fields, which may differ from the visitor's. */
  readonly timeZone: string
  /** Days of the week that can be chosen. */
  readonly openDays: OpenDays
  readonly defaultValue: string
  /** Message that is shown until the value changes. */
  readonly error?: string
  /** The value is '' if the entry is empty or invalid. */
  readonly onValueChange: (value: string, problem: DatepickerProblem | null) => void
}

/** All fields of a page count as visible, except those in a hidden step, which have no box. */
const VIEWPORT_MARGIN = '1000000px'

/**
 * Renders fields for a date and a time, with a calendar that is loaded on first use. The server renders native fields.
 * When they are displayed, text fields of the same size replace them and take over their values, unless they cannot be
 * loaded.
 */
export function Datepicker(props: DatepickerProps) {
  const id = useId()
  const [typed, setTyped] = useState<{
    readonly Fields: ComponentType<TypedDatepickerProps>
    readonly start: NativeFieldsState
  } | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const loadTypedFields = () =>
      import('./typed-datepicker.tsx').then(
        ({ TypedDatepicker }) => {
          if (!isUnmounted) setTyped({ Fields: TypedDatepicker, start: readNativeFields(id) })
        },
        (error: unknown) =>
          console.warn(
            'The date fields for typing could not be loaded; the browser’s own date fields stay in use.',
            error,
          ),
      )
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void loadTypedFields()
      },
      { rootMargin: VIEWPORT_MARGIN },
    )
    const dateField = document.getElementById(fieldIds(id).date)
    if (dateField) observer.observe(dateField)
    return () => {
      isUnmounted = true
      observer.disconnect()
    }
  }, [id])
  return typed ? <typed.Fields {...props} id={id} start={typed.start} /> : <NativeDatepicker {...props} id={id} />
}

function readNativeFields(id: string): NativeFieldsState {
  const ids = fieldIds(id)
  const date = document.getElementById(ids.date) as HTMLInputElement
  const time = document.getElementById(ids.time) as HTMLInputElement
  return {
    date: date.value,
    time: time.value,
    isChanged: date.value !== date.defaultValue || time.value !== time.defaultValue,
    focus: document.activeElement === date ? 'date' : document.activeElement === time ? 'time' : null,
  }
}
