/** Where an overlay stands between closed and open; it is on the screen in every phase but the first. */
export type OverlayPhase = 'closed' | 'opening' | 'open' | 'closing'

export type OverlayEvent =
  'open' | 'open-immediately' | 'open-delay-ended' | 'close' | 'close-immediately' | 'transition-ended'

const TRANSITIONS: Readonly<Record<OverlayPhase, Partial<Record<OverlayEvent, OverlayPhase>>>> = {
  closed: { open: 'opening', 'open-immediately': 'open' },
  // What has not come into view yet needs no way out.
  opening: { 'open-delay-ended': 'open', 'open-immediately': 'open', close: 'closed', 'close-immediately': 'closed' },
  open: { close: 'closing', 'close-immediately': 'closed' },
  closing: { 'transition-ended': 'closed', 'close-immediately': 'closed', open: 'opening', 'open-immediately': 'open' },
}

/** The phase after an event; one that comes too late changes nothing. */
export function nextPhase(phase: OverlayPhase, event: OverlayEvent): OverlayPhase {
  return TRANSITIONS[phase][event] ?? phase
}

/** What made an overlay open or close. */
export type OverlayChangeReason =
  | 'trigger-press'
  | 'close-press'
  | 'escape-key'
  | 'outside-press'
  /** The window has grown past `closeFrom` or `sidebarFrom`. */
  | 'breakpoint'
  /** Another page, or another state of it, is shown. */
  | 'navigation'
  /** The overlay around this one closed. */
  | 'parent-close'
  /** The browser did it: a form in the dialog, its own way back. */
  | 'browser'

const IMMEDIATE_REASONS: ReadonlySet<OverlayChangeReason> = new Set([
  'breakpoint',
  'navigation',
  'parent-close',
  'browser',
])

/** Whether it changes without a movement: what was underneath is gone already. */
export function isImmediate(reason: OverlayChangeReason): boolean {
  return IMMEDIATE_REASONS.has(reason)
}
