import { use, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isMinWidth, useMinWidth, type Breakpoint } from '../use-min-width.ts'
import { useTakenOverPopover } from '../use-taken-over-popover.ts'
import { ParentPanelContext, type OverlayContextValue, type SidebarBreakpoint } from './overlay-context.ts'
import type { OverlayReason } from './overlay-state.ts'
import { useOverlayPhase } from './use-overlay-phase.ts'

export interface OverlayOptions {
  /** Given, it is the caller who opens and closes, following `onOpenChange`. */
  readonly open?: boolean
  readonly defaultOpen?: boolean
  readonly onOpenChange?: (open: boolean, details: { readonly reason: OverlayReason }) => void
  /** From this width up it closes by itself and does not open. */
  readonly closeFrom?: Breakpoint
  /** From this width up the panel stands in the page; below it is a drawer. */
  readonly sidebarFrom?: SidebarBreakpoint
  /** A sidebar that is folded away to begin with. */
  readonly defaultMinified?: boolean
}

/** The state behind `<Overlay>`, and all that opens or closes it other than its own parts. */
export function useOverlayRoot({
  open,
  defaultOpen = false,
  onOpenChange,
  closeFrom,
  sidebarFrom,
  defaultMinified = false,
}: OverlayOptions): OverlayContextValue {
  const id = useId()
  const panelRef = useRef<HTMLElement>(null)
  const triggerRef = useRef<HTMLElement>(null)
  const reasonRef = useRef<OverlayReason>(null)
  const [isOpenInside, setOpenInside] = useState(defaultOpen)
  const [isMinified, setMinified] = useState(defaultMinified)
  const isOpen = open ?? isOpenInside
  const lastBreakpoint = sidebarFrom ?? closeFrom
  const isPast = useMinWidth(lastBreakpoint)
  const isStanding = sidebarFrom !== undefined && isPast

  const phase = useOverlayPhase({ isOpen, reasonRef, panelRef, triggerRef, close: (reason) => setOpen(false, reason) })

  function setOpen(next: boolean, reason: OverlayReason): void {
    // The resize that leads past the breakpoint may not have come to rest yet.
    if (next === isOpen || (next && lastBreakpoint !== undefined && isMinWidth(lastBreakpoint))) return
    reasonRef.current = reason
    if (open === undefined) setOpenInside(next)
    onOpenChange?.(next, { reason })
  }

  useTakenOverPopover(panelRef, () => setOpen(true, 'platform'))
  useClosing(isOpen && isPast, () => setOpen(false, 'breakpoint'))
  useClosing(isOpen && !use(ParentPanelContext), () => setOpen(false, 'parent-close'))
  useLeaving(() => setOpen(false, 'navigation'))
  useFoldedOut(isStanding, () => setMinified(false))

  return {
    phase,
    isOpen,
    isStanding,
    isMinified,
    sidebarFrom,
    panelId: `${id}panel`,
    titleId: `${id}title`,
    bodyId: `${id}body`,
    panelRef,
    triggerRef,
    setOpen,
    setMinified,
  }
}

function useClosing(mustClose: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useLayoutEffect(() => {
    if (mustClose) closeNow()
  }, [mustClose])
}

/** An overlay belongs to the page it was opened on; its parts may stand in the layout, which stays. */
function useLeaving(onLeave: () => void): void {
  const { key } = useLocation()
  const shownKey = useRef(key)
  const leave = useEffectEvent(onLeave)
  useLayoutEffect(() => {
    if (shownKey.current === key) return
    shownKey.current = key
    leave()
  }, [key])
}

/** A sidebar that was a drawer in between comes back whole. */
function useFoldedOut(isStanding: boolean, foldOut: () => void): void {
  const wasStanding = useRef(false)
  const foldOutNow = useEffectEvent(foldOut)
  useLayoutEffect(() => {
    if (wasStanding.current && !isStanding) foldOutNow()
    wasStanding.current = isStanding
  }, [isStanding])
}
