import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Tells that a field has its first value back because its form was reset: no input event does. */
export function useFormReset(field: RefObject<HTMLInputElement | null>, onReset: () => void): void {
  const tell = useEffectEvent(onReset)
  useEffect(() => {
    const form = field.current!.form
    let timer: ReturnType<typeof setTimeout> | undefined
    const listener = () => {
      // The event comes before the values change.
      timer = setTimeout(() => tell())
    }
    form?.addEventListener('reset', listener)
    return () => {
      clearTimeout(timer)
      form?.removeEventListener('reset', listener)
    }
  }, [field])
}
