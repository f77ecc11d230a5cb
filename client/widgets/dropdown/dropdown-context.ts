import { createContext, useContext, type RefObject } from 'react'
import type { Anchor } from '../placement.ts'
import type { TypeAhead } from './type-ahead.ts'

export type DropdownTriggerKind = 'click' | 'hover' | 'contextmenu'

/** `menu`: actions and choices, with the roles and keys of a menu. `navigation`: a list of links, which stays one. */
export type DropdownKind = 'menu' | 'navigation'

export interface OpenDetails {
  /** Where the focus goes: to an item for a keyboard, to the popup for a context menu at the pointer, nowhere for a press. */
  readonly focus: 'first' | 'last' | 'popup' | 'stays'
}

export interface DropdownContextValue {
  readonly isOpen: boolean
  readonly isHydrated: boolean
  readonly kind: DropdownKind
  readonly trigger: DropdownTriggerKind
  readonly popupId: string
  readonly triggerId: string
  readonly popupRef: RefObject<HTMLDivElement | null>
  readonly triggerRef: RefObject<HTMLElement | null>
  /** Begins anew with each opening. */
  readonly typeAheadRef: RefObject<TypeAhead | null>
  open(anchor: Anchor, details: OpenDetails): void
  /** @param givesFocusBack to what had it before */
  close(givesFocusBack: boolean): void
}

export const DropdownContext = createContext<DropdownContextValue | null>(null)

/** @throws where the part stands outside of a dropdown */
export function useDropdown(part: string): DropdownContextValue {
  const dropdown = useContext(DropdownContext)
  if (!dropdown) throw new Error(`<${part}> stands outside of <Dropdown>`)
  return dropdown
}
