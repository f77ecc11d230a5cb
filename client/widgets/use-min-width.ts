import { startTransition, useLayoutEffect, useState } from 'react'
import { BREAKPOINTS_PX, RESIZE_DEBOUNCE_MS } from '../../shared/constants.ts'

export type Breakpoint = keyof typeof BREAKPOINTS_PX

/** Whether the window is as wide as a breakpoint at this moment. */
export function isMinWidth(breakpoint: Breakpoint): boolean {
  return window.matchMedia(`(min-width: ${BREAKPOINTS_PX[breakpoint]}px)`).matches
}

/**
 * Whether the window is as wide as a breakpoint, told once a resize has come to rest.
 * @returns false on the server, in the first render, and where no breakpoint is given
 */
export function useMinWidth(breakpoint: Breakpoint | undefined): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    if (breakpoint === undefined) return
    const update = () => setWide(isMinWidth(breakpoint))
    let timer: ReturnType<typeof setTimeout> | undefined
    const updateSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(update, RESIZE_DEBOUNCE_MS)
    }
    // The style sheet knows already; drawn at once it would make the task longer that ends hydration.
    startTransition(update)
    window.addEventListener('resize', updateSoon)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', updateSoon)
    }
  }, [breakpoint])
  return isWide
}
