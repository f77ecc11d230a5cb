import { startTransition, useLayoutEffect, useState } from 'react'
import { BREAKPOINTS_PX, RESIZE_DEBOUNCE_MS } from '../../shared/constants.ts'

export type Breakpoint = keyof typeof BREAKPOINTS_PX

export function isMinWidth(breakpoint: Breakpoint): boolean {
  return window.matchMedia(`(min-width: ${BREAKPOINTS_PX[breakpoint]}px)`).matches
}

/**
 * Whether the window is at least as wide as a breakpoint, debounced.
 * @returns false on the server and in the first render
 */
export function useMinWidth(breakpoint: Breakpoint): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const update = () => setWide(isMinWidth(breakpoint))
    let timer: ReturnType<typeof setTimeout> | undefined
    const updateSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(update, RESIZE_DEBOUNCE_MS)
    }
    // The CSS already applies; a synchronous render would lengthen hydration.
    startTransition(update)
    window.addEventListener('resize', updateSoon)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', updateSoon)
    }
  }, [breakpoint])
  return isWide
}
