import { useEffect, useEffectEvent, useLayoutEffect, useReducer, type RefObject } from 'react'
import { OVERLAY_OPEN_DELAY_MS } from '../../../shared/constants.ts'
import { addEscapeLayer } from '../escape-stack.ts'
import { afterTransitions } from '../after-transitions.ts'
import { isImmediate, nextPhase, type OverlayPhase, type OverlayReason } from './overlay-state.ts'
import { listenForOutsidePress, showPanel } from './panel-layer.ts'

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
