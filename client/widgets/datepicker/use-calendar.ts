import { useLayoutEffect, useRef, useState, type ComponentType, type RefObject } from 'react'
import type { CalendarDialogProps } from './calendar-dialog.tsx'

type CalendarState = 'closed' | 'loading' | 'open'

/**
 * The calendar's coming and going: loaded when it is first asked for, and the focus back on its button afterwards.
 * @returns the dialog to draw, or null while there is none
 */
export function useCalendar(button: RefObject<HTMLButtonElement | null>, onLoadFailed: () => void) {
  const [state, setState] = useState<CalendarState>('closed')
  const [Dialog, setDialog] = useState<ComponentType<CalendarDialogProps> | null>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    // Only now is the page behind the calendar awake again.
    if (wasOpen.current && state === 'closed') button.current?.focus()
    wasOpen.current = state === 'open'
  }, [state, button])

  async function load(): Promise<void> {
    setState('loading')
    try {
      // What places the calendar is fetched along with it: its first frame is to stand in the right place.
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
