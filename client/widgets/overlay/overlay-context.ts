import { createContext, useContext, type RefObject } from 'react'
import type { OverlayPhase, OverlayReason } from './overlay-state.ts'

/** The breakpoints that `overlay.css` knows how to stand a panel in the page from. */
export type SidebarBreakpoint = 'md' | 'lg'

export interface OverlayContextValue {
  readonly phase: OverlayPhase
  readonly isOpen: boolean
  /** Stands in the page, where it is wide enough, instead of above it. */
  readonly isStanding: boolean
  readonly isMinified: boolean
  readonly sidebarFrom: SidebarBreakpoint | undefined
  readonly panelId: string
  readonly titleId: string
  readonly bodyId: string
  readonly panelRef: RefObject<HTMLElement | null>
  /** Gets the focus back where nothing had it: some browsers do not focus a button that is pressed. */
  readonly triggerRef: RefObject<HTMLElement | null>
  setOpen(isOpen: boolean, reason: OverlayReason): void
  setMinified(isMinified: boolean): void
}

export const OverlayContext = createContext<OverlayContextValue | null>(null)

/** @throws where the part stands outside of an overlay */
export function useOverlay(part: string): OverlayContextValue {
  const overlay = useContext(OverlayContext)
  if (!overlay) throw new Error(`<${part}> stands outside of <Overlay>`)
  return overlay
}

/** Whether the panel around this place is on the screen; true where there is none. */
export const ParentPanelContext = createContext(true)
