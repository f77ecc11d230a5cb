export type OverlayPhase = 'closed' | 'opening' | 'open' | 'closing'

export type OverlayEvent = 'open' | 'open-now' | 'delay-end' | 'close' | 'close-now' | 'transition-end'

const TRANSITIONS: Readonly<Record<OverlayPhase, Partial<Record<OverlayEvent, OverlayPhase>>>> = {
  closed: { open: 'opening', 'open-now': 'open' },
  // An opening overlay is still transparent, so it closes without a transition.
  opening: { 'delay-end': 'open', 'open-now': 'open', close: 'closed', 'close-now': 'closed' },
  open: { close: 'closing', 'close-now': 'closed' },
  closing: { 'transition-end': 'closed', 'close-now': 'closed', open: 'opening', 'open-now': 'open' },
}

/** Events that do not apply are ignored. */
export function nextPhase(phase: OverlayPhase, event: OverlayEvent): OverlayPhase {
  return TRANSITIONS[phase][event] ?? phase
}
