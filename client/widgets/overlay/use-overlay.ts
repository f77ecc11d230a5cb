import { use, useEffectEvent, useId, useLayoutEffect, useRef, useState, createContext, useContext, type RefObject, useEffect, useReducer } from 'react'
import { useLocation } from 'react-router-dom'
import { isMinWidth, useMinWidth, type Breakpoint } from '../use-min-width.ts'
import { useTakenOverPopover } from '../use-hydrated.ts'
import { type OverlayReason, type OverlayPhase, isImmediate, nextPhase } from './overlay-state.ts'
import { OVERLAY_OPEN_DELAY_MS } from "../../../shared/constants.ts";
import { addEscapeLayer } from "../escape-stack.ts";
import { listenForOutsidePress, showPanel, afterTransitions } from "./panel-layer.ts";

/** The breakpoints that `overlay.css` knows how to stand a panel in the page from. */
export type SidebarBreakpoint = 'md' | 'lg'

export interface OverlayContextValue {
  readonly phase: OverlayPhase
  readonly isOpen: boolean
  /** Stands in the page, where it is wide enough, instead of above it. */
  readonly isStanding: boolean
  readonly isMinified: boolean
  readonly sidebarFrom: SidebarBreakpoint | undefined
  readonly panelId: string
  readonly titleId: string
  readonly bodyId: string
  readonly panelRef: RefObject<HTMLElement | null>
  /** Gets the focus back where nothing had it: some browsers do not focus a button that is pressed. */
  readonly triggerRef: RefObject<HTMLElement | null>
  setOpen(isOpen: boolean, reason: OverlayReason): void
  setMinified(isMinified: boolean): void
}

export const OverlayContext = createContext<OverlayContextValue | null>(null)

/** @throws where the part stands outside of an overlay */
export function useOverlay(part: string): OverlayContextValue {
  const overlay = useContext(OverlayContext)
  if (!overlay) throw new Error(`<${part}> stands outside of <Overlay>`)
  return overlay
}

/** Whether the panel around this place is on the screen; true where there is none. */
export const ParentPanelContext = createContext(true)


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

interface PhaseOptions {
  readonly isOpen: boolean
  /** Why it is being opened or closed. */
  readonly reasonRef: RefObject<OverlayReason | null>
  readonly panelRef: RefObject<HTMLElement | null>
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly close: (reason: OverlayReason) => void
}

/** Leads a panel through its phases and on and off the screen. Whatever ends the component ends all of it. */
export function useOverlayPhase({ isOpen, reasonRef, panelRef, triggerRef, close }: PhaseOptions): OverlayPhase {
  const [phase, dispatch] = useReducer(nextPhase, 'closed')
  const isShown = phase !== 'closed'
  const dismiss = useEffectEvent(close)
  const isClosed = useEffectEvent(() => phase === 'closed')
  const isLive = phase === 'opening' || phase === 'open'

  useLayoutEffect(() => {
    const reason = reasonRef.current
    // The next change may be its owner's own, for no reason that is told here.
    reasonRef.current = null
    const atOnce = reason !== null && isImmediate(reason)
    if (isOpen) dispatch(atOnce ? 'show-at-once' : 'show')
    // Most have nothing to hide when they are made, and would have the page drawn once more while it is hydrated.
    else if (!isClosed()) dispatch(atOnce ? 'hide-at-once' : 'hide')
  }, [isOpen, reasonRef])

  useLayoutEffect(() => {
    if (isShown) return showPanel(panelRef.current!, () => triggerRef.current)
  }, [isShown, panelRef, triggerRef])

  useEffect(() => {
    if (phase === 'closing') return afterTransitions(panelRef.current!, () => dispatch('exit-over'))
    if (phase !== 'opening') return
    const timer = setTimeout(() => dispatch('delay-over'), OVERLAY_OPEN_DELAY_MS)
    return () => clearTimeout(timer)
  }, [phase, panelRef])

  useEffect(() => {
    if (!isLive) return
    const removeLayer = addEscapeLayer(() => dismiss('escape'))
    const stopListening = listenForOutsidePress(panelRef.current!, () => dismiss('outside-press'))
    return () => {
      removeLayer()
      stopListening()
    }
  }, [isLive, panelRef])

  return phase
}
