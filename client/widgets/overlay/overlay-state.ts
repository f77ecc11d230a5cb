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

export type OverlayChangeReason =
  | 'trigger-press'
  | 'close-press'
  | 'escape-key'
  | 'back'
  | 'outside-press'
  | 'breakpoint'
  | 'navigation'
  | 'parent-close'
  /** The browser opened or closed the overlay, for example by a form with method="dialog". */
  | 'browser'

const IMMEDIATE_REASONS: ReadonlySet<OverlayChangeReason> = new Set([
  'breakpoint',
  'navigation',
  'parent-close',
  'browser',
])

/** Such a change skips the transition, because the page around the overlay changes as well. */
export function isImmediate(reason: OverlayChangeReason): boolean {
  return IMMEDIATE_REASONS.has(reason)
}
