import type { RefObject } from 'react'
import { createPartContext } from '../part-context.ts'

interface OverlayContextValue {
  /** Whether the panel is open as a drawer. */
  readonly isOpen: boolean
  readonly isInline: boolean
  readonly isMinified: boolean
  readonly panelId: string
  readonly titleId: string
  readonly bodyId: string
  readonly panelRef: RefObject<HTMLDivElement | null>
  setOpen(isOpen: boolean): void
  setMinified(isMinified: boolean): void
}

export const [OverlayContext, useOverlay] = createPartContext<OverlayContextValue>('Overlay')
