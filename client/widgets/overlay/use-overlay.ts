import {
  createContext,
  use,
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
import { pushBackHandler } from '../back-stack.ts'
import { pushEscapeHandler } from '../escape-stack.ts'
import { createPartContext } from '../part-context.ts'
import { usePopoverOpenedBeforeHydration } from '../../base/use-hydrated.ts'
import { isMinWidth, useMinWidth } from '../use-min-width.ts'
import { isImmediate, nextPhase, type OverlayChangeReason, type OverlayPhase } from './overlay-state.ts'
import { afterTransitions, listenForOutsidePress, showPanel } from './panel-layer.ts'

/** Breakpoints for which `overlay.css` has styles. */
type SidebarBreakpoint = 'md' | 'lg'

interface OverlayContextValue {
  readonly phase: OverlayPhase
  readonly isOpen: boolean
  readonly isInline: boolean
  readonly isMinified: boolean
  readonly sidebarFrom: SidebarBreakpoint | undefined
  readonly panelId: string
  readonly titleId: string
  readonly bodyId: string
  readonly panelRef: RefObject<HTMLElement | null>
  /** The trigger pressed last. It gets the focus on close, because Safari does not focus a pressed button. */
  readonly triggerRef: RefObject<HTMLElement | null>
  setOpen(isOpen: boolean, reason: OverlayChangeReason): void
  setMinified(isMinified: boolean): void
}

export const [OverlayContext, useOverlay] = createPartContext<OverlayContextValue>('Overlay')

export const ParentPanelShownContext = createContext(true)

export interface OverlayOptions {
  /** Makes the overlay controlled by its caller. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean, details: { readonly reason: OverlayChangeReason }) => void
  /** From this width on, the panel is an inline sidebar; below, it is a drawer. */
  readonly sidebarFrom?: SidebarBreakpoint
}

export function useOverlayRoot({ open, onOpenChange, sidebarFrom }: OverlayOptions): OverlayContextValue {
  const id = useId()
  const panelRef = useRef<HTMLElement>(null)
  const triggerRef = useRef<HTMLElement>(null)
  const reasonRef = useRef<OverlayChangeReason>(null)
  const [isOpenInside, setOpenInside] = useState(false)
  const [isMinified, setMinified] = useState(false)
  const isOpen = open ?? isOpenInside
  const isInline = useMinWidth(sidebarFrom)

  const phase = useOverlayPhase({ isOpen, reasonRef, panelRef, triggerRef, close: (reason) => setOpen(false, reason) })

  function setOpen(next: boolean, reason: OverlayChangeReason): void {
    // `isInline` is debounced, so the current width is measured.
    if (next === isOpen || (next && sidebarFrom !== undefined && isMinWidth(sidebarFrom))) return
    reasonRef.current = reason
    if (open === undefined) setOpenInside(next)
    onOpenChange?.(next, { reason })
  }

  usePopoverOpenedBeforeHydration(panelRef, () => setOpen(true, 'browser'))
  useCloseWhen(isOpen && isInline, () => setOpen(false, 'breakpoint'))
  useCloseWhen(isOpen && !use(ParentPanelShownContext), () => setOpen(false, 'parent-close'))
  // Overlays in the layout stay mounted when the page changes.
  useOnChange(useLocation().key, () => setOpen(false, 'navigation'))
  // A drawer is never minified.
  useOnChange(isInline, () => isInline || setMinified(false))

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

function useOnChange(value: unknown, onChange: () => void): void {
  const handled = useRef(value)
  const change = useEffectEvent(onChange)
  useLayoutEffect(() => {
    if (handled.current === value) return
    handled.current = value
    change()
  }, [value])
}

interface PhaseOptions {
  readonly isOpen: boolean
  readonly reasonRef: RefObject<OverlayChangeReason | null>
  readonly panelRef: RefObject<HTMLElement | null>
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly close: (reason: OverlayChangeReason) => void
}

function useOverlayPhase({ isOpen, reasonRef, panelRef, triggerRef, close }: PhaseOptions): OverlayPhase {
  const [phase, dispatch] = useReducer(nextPhase, 'closed')
  const isShown = phase !== 'closed'
  const dismiss = useEffectEvent(close)
  const isClosed = useEffectEvent(() => phase === 'closed')
  const isDismissible = phase === 'opening' || phase === 'open'

  useLayoutEffect(() => {
    const reason = reasonRef.current
    reasonRef.current = null
    const immediately = reason !== null && isImmediate(reason)
    if (isOpen) dispatch(immediately ? 'open-now' : 'open')
    // A needless dispatch would cause a second render during hydration.
    else if (!isClosed()) dispatch(immediately ? 'close-now' : 'close')
  }, [isOpen, reasonRef])

  useLayoutEffect(() => {
    if (isShown && panelRef.current) return showPanel(panelRef.current, () => triggerRef.current)
  }, [isShown, panelRef, triggerRef])

  useEffect(() => {
    if (phase === 'closing' && panelRef.current)
      return afterTransitions(panelRef.current, () => dispatch('transition-end'))
    if (phase !== 'opening') return
    const timer = setTimeout(() => dispatch('delay-end'), OVERLAY_OPEN_DELAY_MS)
    return () => clearTimeout(timer)
  }, [phase, panelRef])

  useEffect(() => {
    if (!isDismissible || !panelRef.current) return
    const removeEscapeHandler = pushEscapeHandler(() => dismiss('escape-key'))
    const removeBackHandler = pushBackHandler(() => dismiss('back'))
    const stopListening = listenForOutsidePress(panelRef.current, () => dismiss('outside-press'))
    return () => {
      removeEscapeHandler()
      removeBackHandler()
      stopListening()
    }
  }, [isDismissible, panelRef])

  return phase
}
