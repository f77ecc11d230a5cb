import {
  use,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  createContext,
  useContext,
  type RefObject,
  useEffect,
  useReducer,
} from 'react'
import { useLocation } from 'react-router-dom'
import { isMinWidth, useMinWidth, type Breakpoint } from '../use-min-width.ts'
import { usePopoverOpenedBeforeHydration } from '../use-hydrated.ts'
import { type OverlayChangeReason, type OverlayPhase, isImmediate, nextPhase } from './overlay-state.ts'
import { OVERLAY_OPEN_DELAY_MS } from '../../../shared/constants.ts'
import { pushEscapeHandler } from '../escape-stack.ts'
import { listenForOutsidePress, showPanel, afterTransitions } from './panel-layer.ts'

/** The breakpoints that `overlay.css` knows how to stand a panel in the page from. */
export type SidebarBreakpoint = 'md' | 'lg'

export interface OverlayContextValue {
  readonly phase: OverlayPhase
  readonly isOpen: boolean
  /** Stands in the page, where it is wide enough, instead of above it. */
  readonly isInline: boolean
  readonly isMinified: boolean
  readonly sidebarFrom: SidebarBreakpoint | undefined
  readonly panelId: string
  readonly titleId: string
  readonly bodyId: string
  readonly panelRef: RefObject<HTMLElement | null>
  /** Gets the focus back where nothing had it: some browsers do not focus a button that is pressed. */
  readonly triggerRef: RefObject<HTMLElement | null>
  setOpen(isOpen: boolean, reason: OverlayChangeReason): void
  setMinified(isMinified: boolean): void
}

export const OverlayContext = createContext<OverlayContextValue | null>(null)

/** @throws where the part stands outside of an overlay */
export function useOverlay(part: string): OverlayContextValue {
  const overlay = useContext(OverlayContext)
  if (!overlay) throw new Error(`<${part}> must be inside <Overlay>`)
  return overlay
}

/** Whether the panel around this place is on the screen; true where there is none. */
export const ParentPanelShownContext = createContext(true)

export interface OverlayOptions {
  /** Given, it is the caller who opens and closes, following `onOpenChange`. */
  readonly open?: boolean
  readonly defaultOpen?: boolean
  readonly onOpenChange?: (open: boolean, details: { readonly reason: OverlayChangeReason }) => void
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
  const reasonRef = useRef<OverlayChangeReason>(null)
  const [isOpenInside, setOpenInside] = useState(defaultOpen)
  const [isMinified, setMinified] = useState(defaultMinified)
  const isOpen = open ?? isOpenInside
  const breakpoint = sidebarFrom ?? closeFrom
  const isPastBreakpoint = useMinWidth(breakpoint)
  const isInline = sidebarFrom !== undefined && isPastBreakpoint

  const phase = useOverlayPhase({ isOpen, reasonRef, panelRef, triggerRef, close: (reason) => setOpen(false, reason) })

  function setOpen(next: boolean, reason: OverlayChangeReason): void {
    // The resize that leads past the breakpoint may not have come to rest yet.
    if (next === isOpen || (next && breakpoint !== undefined && isMinWidth(breakpoint))) return
    reasonRef.current = reason
    if (open === undefined) setOpenInside(next)
    onOpenChange?.(next, { reason })
  }

  usePopoverOpenedBeforeHydration(panelRef, () => setOpen(true, 'browser'))
  useCloseWhen(isOpen && isPastBreakpoint, () => setOpen(false, 'breakpoint'))
  useCloseWhen(isOpen && !use(ParentPanelShownContext), () => setOpen(false, 'parent-close'))
  useCloseOnNavigation(() => setOpen(false, 'navigation'))
  useExpandWhenDrawer(isInline, () => setMinified(false))

  return {
    phase,
    isOpen,
    isInline,
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

function useCloseWhen(mustClose: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useLayoutEffect(() => {
    if (mustClose) closeNow()
  }, [mustClose])
}

/** An overlay belongs to the page it was opened on; its parts may stand in the layout, which stays. */
function useCloseOnNavigation(onLeave: () => void): void {
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
function useExpandWhenDrawer(isInline: boolean, expand: () => void): void {
  const wasInline = useRef(false)
  const expandNow = useEffectEvent(expand)
  useLayoutEffect(() => {
    if (wasInline.current && !isInline) expandNow()
    wasInline.current = isInline
  }, [isInline])
}

interface PhaseOptions {
  readonly isOpen: boolean
  /** Why it is being opened or closed. */
  readonly reasonRef: RefObject<OverlayChangeReason | null>
  readonly panelRef: RefObject<HTMLElement | null>
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly close: (reason: OverlayChangeReason) => void
}

/** Leads a panel through its phases and on and off the screen. Whatever ends the component ends all of it. */
export function useOverlayPhase({ isOpen, reasonRef, panelRef, triggerRef, close }: PhaseOptions): OverlayPhase {
  const [phase, dispatch] = useReducer(nextPhase, 'closed')
  const isShown = phase !== 'closed'
  const dismiss = useEffectEvent(close)
  const isClosed = useEffectEvent(() => phase === 'closed')
  const isDismissible = phase === 'opening' || phase === 'open'

  useLayoutEffect(() => {
    const reason = reasonRef.current
    // The next change may be its owner's own, for no reason that is told here.
    reasonRef.current = null
    const immediately = reason !== null && isImmediate(reason)
    if (isOpen) dispatch(immediately ? 'open-immediately' : 'open')
    // Most have nothing to hide when they are made, and would have the page drawn once more while it is hydrated.
    else if (!isClosed()) dispatch(immediately ? 'close-immediately' : 'close')
  }, [isOpen, reasonRef])

  useLayoutEffect(() => {
    if (isShown) return showPanel(panelRef.current!, () => triggerRef.current)
  }, [isShown, panelRef, triggerRef])

  useEffect(() => {
    if (phase === 'closing') return afterTransitions(panelRef.current!, () => dispatch('transition-ended'))
    if (phase !== 'opening') return
    const timer = setTimeout(() => dispatch('open-delay-ended'), OVERLAY_OPEN_DELAY_MS)
    return () => clearTimeout(timer)
  }, [phase, panelRef])

  useEffect(() => {
    if (!isDismissible) return
    const removeLayer = pushEscapeHandler(() => dismiss('escape-key'))
    const stopListening = listenForOutsidePress(panelRef.current!, () => dismiss('outside-press'))
    return () => {
      removeLayer()
      stopListening()
    }
  }, [isDismissible, panelRef])

  return phase
}
