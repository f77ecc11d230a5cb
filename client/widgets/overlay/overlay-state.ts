/** Where an overlay stands between closed and open; it is on the screen in every phase but the first. */
export type OverlayPhase = 'closed' | 'opening' | 'open' | 'closing'

export type OverlayEvent = 'show' | 'show-at-once' | 'delay-over' | 'hide' | 'hide-at-once' | 'exit-over'

const TRANSITIONS: Readonly<Record<OverlayPhase, Partial<Record<OverlayEvent, OverlayPhase>>>> = {
  closed: { show: 'opening', 'show-at-once': 'open' },
  // What has not come into view yet needs no way out.
  opening: { 'delay-over': 'open', 'show-at-once': 'open', hide: 'closed', 'hide-at-once': 'closed' },
  open: { hide: 'closing', 'hide-at-once': 'closed' },
  closing: { 'exit-over': 'closed', 'hide-at-once': 'closed', show: 'opening', 'show-at-once': 'open' },
}

/** The phase after an event; one that comes too late changes nothing. */
export function nextPhase(phase: OverlayPhase, event: OverlayEvent): OverlayPhase {
  return TRANSITIONS[phase][event] ?? phase
}

/** What made an overlay open or close. */
export type OverlayReason =
  | 'trigger-press'
  | 'close-press'
  | 'escape'
  | 'outside-press'
  /** The window has grown past `closeFrom` or `sidebarFrom`. */
  | 'breakpoint'
  /** Another page, or another state of it, is shown. */
  | 'navigation'
  /** The overlay around this one closed. */
  | 'parent-close'
  /** The browser did it: a form in the dialog, its own way back. */
  | 'platform'

const IMMEDIATE_REASONS: ReadonlySet<OverlayReason> = new Set(['breakpoint', 'navigation', 'parent-close', 'platform'])

/** Whether it changes without a movement: what was underneath is gone already. */
export function isImmediate(reason: OverlayReason): boolean {
  return IMMEDIATE_REASONS.has(reason)
}
