import { useSyncExternalStore, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

const subscribe = () => () => {}

/** False on the server and in the first render on top of its HTML, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/**
 * A visitor may have been faster than the scripts: a popover that the browser opened by itself is hidden once hydrated,
 * and handed over.
 */
export function usePopoverOpenedBeforeHydration(
  popoverRef: RefObject<HTMLElement | null>,
  onTakeOver: () => void,
): void {
  const isHydrated = useHydrated()
  const wasOpen = useRef(false)
  const takeOver = useEffectEvent(onTakeOver)
  useLayoutEffect(() => {
    const popover = popoverRef.current
    // A change of the attribute hides it too, so it has to be noted before.
    if (!isHydrated) wasOpen.current = popover?.matches(':popover-open') ?? false
    else if (wasOpen.current) {
      wasOpen.current = false
      popover?.hidePopover()
      takeOver()
    }
  }, [isHydrated, popoverRef])
}
