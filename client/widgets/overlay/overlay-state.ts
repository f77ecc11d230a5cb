/** Phase of an overlay, which is visible in every phase but `closed`. */
export type OverlayPhase = 'closed' | 'opening' | 'open' | 'closing'

export type OverlayEvent =
  'open' | 'open-immediately' | 'open-delay-ended' | 'close' | 'close-immediately' | 'transition-ended'

const TRANSITIONS: Readonly<Record<OverlayPhase, Partial<Record<OverlayEvent, OverlayPhase>>>> = {
  closed: { open: 'opening', 'open-immediately': 'open' },
  // An overlay that is not visible yet closes without a transition.
  opening: { 'open-delay-ended': 'open', 'open-immediately': 'open', close: 'closed', 'close-immediately': 'closed' },
  open: { close: 'closing', 'close-immediately': 'closed' },
  closing: { 'transition-ended': 'closed', 'close-immediately': 'closed', open: 'opening', 'open-immediately': 'open' },
}

/** Returns the phase after an event; events that do not apply are ignored. */
export function nextPhase(phase: OverlayPhase, event: OverlayEvent): OverlayPhase {
  return TRANSITIONS[phase][event] ?? phase
}

/** Why an overlay opens or closes. */
export type OverlayChangeReason =
  | 'trigger-press'
  | 'close-press'
  | 'escape-key'
  | 'outside-press'
  /** The window became wider than `closeFrom` or `sidebarFrom`. */
  | 'breakpoint'
  /** The URL changed. */
  | 'navigation'
  /** The enclosing overlay closed. */
  | 'parent-close'
  /** The browser changed it, for example by a form with method="dialog". */
  | 'browser'

const IMMEDIATE_REASONS: ReadonlySet<OverlayChangeReason> = new Set([
  'breakpoint',
  'navigation',
  'parent-close',
  'browser',
])

/** Whether the change skips the transition, because the page around the overlay has changed too. */
export function isImmediate(reason: OverlayChangeReason): boolean {
  return IMMEDIATE_REASONS.has(reason)
}
