import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { DROPDOWN_OFFSET_PX } from '../../../shared/constants.ts'
import { onEscape } from '../on-escape.ts'
import { positionPopup, type Anchor, type Placement } from '../placement.ts'
import { createRequiredContext, useHydrated } from '../../base/context.tsx'

/**
 * What gets the focus on opening: an item after a key, the popup after a pointer opened a context menu, otherwise
 * nothing.
 */
type InitialFocus = 'first' | 'last' | 'popup' | 'none'

export interface DropdownOptions {
  readonly trigger?: 'click' | 'hover' | 'contextmenu'
  /** A `menu` has menu roles and keys; `navigation` is a list of links. */
  readonly kind?: 'menu' | 'navigation'
  /** The preferred side; the opposite one is used if there is no room. */
  readonly placement?: Placement
}

/** TypeScript has no type of it, because some browsers lack it. */
declare class CloseWatcher extends EventTarget {
  destroy(): void
}

export const [DropdownContext, useDropdown] = createRequiredContext<ReturnType<typeof useDropdownRoot>>('Dropdown')

export function useDropdownRoot({ trigger = 'click', kind = 'menu', placement = 'bottom-start' }: DropdownOptions) {
  const id = useId()
  const popupRef = useRef<HTMLDivElement>(null)
  const triggerRef = useRef<HTMLElement>(null)
  const returnToRef = useRef<Element>(null)
  const openingRef = useRef<{ readonly anchor: Anchor; readonly focus: InitialFocus }>(null)
  const [isOpen, setOpen] = useState(false)
  const isHydrated = useHydrated()

  function open(anchor: Anchor, focus: InitialFocus): void {
    const popup = popupRef.current
    if (!popup || popup.matches(':popover-open')) return
    openingRef.current = { anchor, focus }
    returnToRef.current = triggerRef.current ?? document.activeElement
    popup.showPopover(triggerRef.current ? { source: triggerRef.current } : {})
    setOpen(true)
  }

  function close(restoresFocus: boolean): void {
    if (restoresFocus) restoreFocus()
    popupRef.current?.hidePopover()
    setOpen(false)
  }

  function restoreFocus(): void {
    if (returnToRef.current instanceof HTMLElement) returnToRef.current.focus({ preventScroll: true })
  }

  // The popup may have been opened before hydration.
  useLayoutEffect(() => {
    if (!triggerRef.current || !popupRef.current?.matches(':popover-open')) return
    openingRef.current = { anchor: triggerRef.current, focus: 'none' }
    returnToRef.current = triggerRef.current
    setOpen(true)
  }, [])

  useLayoutEffect(() => {
    const popup = popupRef.current
    if (!isOpen || !popup || !openingRef.current) return
    const { anchor, focus } = openingRef.current
    if (focus === 'popup') popup.focus({ preventScroll: true })
    else if (focus !== 'none') {
      const items = listItems(popup)
      items.at(focus === 'first' ? 0 : -1)?.focus()
    }
    // A menu that opens at the pointer needs no gap.
    return positionPopup(anchor, popup, placement, anchor instanceof HTMLElement ? DROPDOWN_OFFSET_PX : 0)
  }, [isOpen, placement])

  const dismiss = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    const { signal } = controller
    const closeOutside = ({ target }: Event) => {
      const isOutside =
        target instanceof Node && !popupRef.current?.contains(target) && !triggerRef.current?.contains(target)
      if (isOutside) dismiss(false)
    }
    document.addEventListener('focusin', closeOutside, { signal })
    if (trigger !== 'contextmenu') return () => controller.abort()
    // The browser closes only the other popups, which are `auto` popovers.
    document.addEventListener('pointerdown', closeOutside, { signal, capture: true })
    document.addEventListener('scroll', closeOutside, { signal, capture: true })
    // Escape and Android's Back trigger a close watcher.
    const watcher = 'CloseWatcher' in window ? new CloseWatcher() : undefined
    watcher?.addEventListener('close', () => dismiss(true))
    const stopWatching = watcher ? () => watcher.destroy() : onEscape(() => dismiss(true))
    return () => {
      stopWatching()
      controller.abort()
    }
  }, [isOpen, trigger])

  return {
    isOpen,
    isHydrated,
    kind,
    trigger,
    popupId: `${id}popup`,
    triggerId: `${id}trigger`,
    popupRef,
    triggerRef,
    open,
    close,
    restoreFocus,
    setOpen,
  }
}

function listItems(popup: HTMLElement): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>('.dropdown-item')]
}

/** Moves the focus by arrow key, Home or End, wrapping around. @returns whether the key was one of these */
export function moveFocus(popup: HTMLElement, key: string): boolean {
  const items = listItems(popup)
  const current = items.indexOf(document.activeElement as HTMLElement)
  const targets = new Map([
    ['ArrowDown', items[(current + 1) % items.length]],
    ['ArrowUp', items.at(current === -1 ? -1 : current - 1)],
    ['Home', items[0]],
    ['End', items.at(-1)],
  ])
  const target = targets.get(key)
  target?.focus()
  return target !== undefined
}
