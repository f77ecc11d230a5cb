import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Calls back when a form reset has restored a field's value, because that fires no input event. */
export function useFormReset(field: RefObject<HTMLInputElement | null>, onReset: () => void): void {
  const reset = useEffectEvent(onReset)
  useEffect(() => {
    const form = field.current?.form
    let timer: ReturnType<typeof setTimeout> | undefined
    const listener = () => {
      // The event is fired before the values change.
      timer = setTimeout(() => reset())
    }
    form?.addEventListener('reset', listener)
    return () => {
      clearTimeout(timer)
      form?.removeEventListener('reset', listener)
    }
  }, [field])
}
