import { useSyncExternalStore, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

const subscribe = () => () => {}

/** Returns false on the server and while hydrating, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/** Hides a popover that was opened before hydration, and calls back so that the widget opens it itself. */
export function usePopoverOpenedBeforeHydration(
  popoverRef: RefObject<HTMLElement | null>,
  onTakeOver: () => void,
): void {
  const isHydrated = useHydrated()
  const wasOpen = useRef(false)
  const takeOver = useEffectEvent(onTakeOver)
  useLayoutEffect(() => {
    const popover = popoverRef.current
    // React closes the popover by changing its attribute, so the state is read before hydration.
    if (!isHydrated) wasOpen.current = popover?.matches(':popover-open') ?? false
    else if (wasOpen.current) {
      wasOpen.current = false
      popover?.hidePopover()
      takeOver()
    }
  }, [isHydrated, popoverRef])
}
