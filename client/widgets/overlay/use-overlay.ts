import { useEffect, useEffectEvent, useId, useLayoutEffect, useReducer, useRef, useState, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import { OVERLAY_OPEN_DELAY_MS } from '../../../shared/constants.ts'
import { pushBackHandler } from '../back-stack.ts'
import { pushEscapeHandler } from '../escape-stack.ts'
import { createPartContext } from '../part-context.ts'
import { usePopoverOpenedBeforeHydration } from '../../base/use-hydrated.ts'
import { isMinWidth, useMinWidth } from '../use-min-width.ts'
import { nextPhase, type OverlayPhase } from './overlay-state.ts'
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
  /** An immediate change skips the transition, because the page around the overlay changes as well. */
  setOpen(isOpen: boolean, isImmediate?: boolean): void
  setMinified(isMinified: boolean): void
}

export const [OverlayContext, useOverlay] = createPartContext<OverlayContextValue>('Overlay')

export interface OverlayOptions {
  /** Makes the overlay controlled by its caller. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** From this width on, the panel is an inline sidebar; below, it is a drawer. */
  readonly sidebarFrom?: SidebarBreakpoint
}

export function useOverlayRoot({ open, onOpenChange, sidebarFrom }: OverlayOptions): OverlayContextValue {
  const id = useId()
  const panelRef = useRef<HTMLElement>(null)
  const triggerRef = useRef<HTMLElement>(null)
  const isImmediateRef = useRef(false)
  const [isOpenInside, setOpenInside] = useState(false)
  const [isMinified, setMinified] = useState(false)
  const isOpen = open ?? isOpenInside
  const isInline = useMinWidth(sidebarFrom)

  const phase = useOverlayPhase({ isOpen, isImmediateRef, panelRef, triggerRef, close: () => setOpen(false) })

  function setOpen(next: boolean, isImmediate = false): void {
    // `isInline` is debounced, so the current width is measured.
    if (next === isOpen || (next && sidebarFrom !== undefined && isMinWidth(sidebarFrom))) return
    isImmediateRef.current = isImmediate
    if (open === undefined) setOpenInside(next)
    onOpenChange?.(next)
  }

  usePopoverOpenedBeforeHydration(panelRef, () => setOpen(true, true))
  // Overlays in the layout stay mounted when the page changes.
  useOnChange(useLocation().key, () => setOpen(false, true))
  useOnChange(isInline, () => {
    if (isInline) setOpen(false, true)
    // A drawer is never minified.
    else setMinified(false)
  })

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
  readonly isImmediateRef: RefObject<boolean>
  readonly panelRef: RefObject<HTMLElement | null>
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly close: () => void
}

function useOverlayPhase({ isOpen, isImmediateRef, panelRef, triggerRef, close }: PhaseOptions): OverlayPhase {
  const [phase, dispatch] = useReducer(nextPhase, 'closed')
  const isShown = phase !== 'closed'
  const dismiss = useEffectEvent(close)
  const isClosed = useEffectEvent(() => phase === 'closed')
  const isDismissible = phase === 'opening' || phase === 'open'

  useLayoutEffect(() => {
    const isImmediate = isImmediateRef.current
    isImmediateRef.current = false
    if (isOpen) dispatch(isImmediate ? 'open-now' : 'open')
    // A needless dispatch would cause a second render during hydration.
    else if (!isClosed()) dispatch(isImmediate ? 'close-now' : 'close')
  }, [isOpen, isImmediateRef])

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
    const removeEscapeHandler = pushEscapeHandler(() => dismiss())
    const removeBackHandler = pushBackHandler(() => dismiss())
    const stopListening = listenForOutsidePress(panelRef.current, () => dismiss())
    return () => {
      removeEscapeHandler()
      removeBackHandler()
      stopListening()
    }
  }, [isDismissible, panelRef])

  return phase
}
