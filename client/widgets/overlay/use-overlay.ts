import {
  createContext,
  use,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { useLocation } from 'react-router-dom'
import { OVERLAY_OPEN_DELAY_MS } from '../../../shared/constants.ts'
import { pushEscapeHandler } from '../escape-stack.ts'
import { usePopoverOpenedBeforeHydration } from '../use-hydrated.ts'
import { isMinWidth, useMinWidth, type Breakpoint } from '../use-min-width.ts'
import { isImmediate, nextPhase, type OverlayChangeReason, type OverlayPhase } from './overlay-state.ts'
import { afterTransitions, listenForOutsidePress, showPanel } from './panel-layer.ts'

/** The breakpoints for which `overlay.css` has sidebar styles. */
export type SidebarBreakpoint = 'md' | 'lg'

export interface OverlayContextValue {
  readonly phase: OverlayPhase
  readonly isOpen: boolean
  /** Whether the panel is an inline sidebar instead of an overlay. */
  readonly isInline: boolean
  readonly isMinified: boolean
  readonly sidebarFrom: SidebarBreakpoint | undefined
  readonly panelId: string
  readonly titleId: string
  readonly bodyId: string
  readonly panelRef: RefObject<HTMLElement | null>
  /** Gets the focus on close if no element had it before: Safari does not focus a pressed button. */
  readonly triggerRef: RefObject<HTMLElement | null>
  setOpen(isOpen: boolean, reason: OverlayChangeReason): void
  setMinified(isMinified: boolean): void
}

export const OverlayContext = createContext<OverlayContextValue | null>(null)

/** @throws if used outside an overlay */
export function useOverlay(part: string): OverlayContextValue {
  const overlay = useContext(OverlayContext)
  if (!overlay) throw new Error(`<${part}> must be inside <Overlay>`)
  return overlay
}

/** Whether the enclosing panel is shown; true outside of any panel. */
export const ParentPanelShownContext = createContext(true)

export interface OverlayOptions {
  /** Makes the overlay controlled: the caller updates this in `onOpenChange`. */
  readonly open?: boolean
  readonly defaultOpen?: boolean
  readonly onOpenChange?: (open: boolean, details: { readonly reason: OverlayChangeReason }) => void
  /** From this width the overlay closes and cannot be opened. */
  readonly closeFrom?: Breakpoint
  /** From this width the panel is an inline sidebar; below it is a drawer. */
  readonly sidebarFrom?: SidebarBreakpoint
  readonly defaultMinified?: boolean
}

/** State of an overlay, and the events outside its parts that open or close it. */
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
    // The current width is checked, because `isPastBreakpoint` is debounced.
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

/** Closes the overlay on navigation. Overlays in the layout are not unmounted by it. */
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

/** Expands a minified sidebar when it becomes a drawer. */
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
  readonly reasonRef: RefObject<OverlayChangeReason | null>
  readonly panelRef: RefObject<HTMLElement | null>
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly close: (reason: OverlayChangeReason) => void
}

/** Moves a panel through its phases, and shows and hides it. */
export function useOverlayPhase({ isOpen, reasonRef, panelRef, triggerRef, close }: PhaseOptions): OverlayPhase {
  const [phase, dispatch] = useReducer(nextPhase, 'closed')
  const isShown = phase !== 'closed'
  const dismiss = useEffectEvent(close)
  const isClosed = useEffectEvent(() => phase === 'closed')
  const isDismissible = phase === 'opening' || phase === 'open'

  useLayoutEffect(() => {
    const reason = reasonRef.current
    // The caller may cause the next change without giving a reason.
    reasonRef.current = null
    const immediately = reason !== null && isImmediate(reason)
    if (isOpen) dispatch(immediately ? 'open-now' : 'open')
    // Dispatching for overlays that start closed would cause a second render during hydration.
    else if (!isClosed()) dispatch(immediately ? 'close-now' : 'close')
  }, [isOpen, reasonRef])

  useLayoutEffect(() => {
    if (isShown) return showPanel(panelRef.current!, () => triggerRef.current)
  }, [isShown, panelRef, triggerRef])

  useEffect(() => {
    if (phase === 'closing') return afterTransitions(panelRef.current!, () => dispatch('transition-end'))
    if (phase !== 'opening') return
    const timer = setTimeout(() => dispatch('delay-end'), OVERLAY_OPEN_DELAY_MS)
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
