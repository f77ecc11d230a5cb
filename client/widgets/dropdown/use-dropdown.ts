import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { DROPDOWN_OFFSET_PX } from '../../../shared/constants.ts'
import { pushEscapeHandler } from '../escape-stack.ts'
import { positionPopup, type Anchor, type Placement } from '../placement.ts'
import { useHydrated, usePopoverOpenedBeforeHydration } from '../use-hydrated.ts'
import { createTypeAhead, listEnabledItems, type TypeAhead } from './dropdown-items.ts'

export type DropdownTriggerKind = 'click' | 'hover' | 'contextmenu'

/** `menu`: actions and choices with menu roles and keys. `navigation`: a list of links. */
export type DropdownKind = 'menu' | 'navigation'

export interface DropdownOpenDetails {
  /** What gets the focus: an item if opened by keyboard, the popup for a context menu, nothing for a pointer. */
  readonly focus: 'first' | 'last' | 'popup' | 'none'
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
  /** Type-ahead state, created each time the popup opens. */
  readonly typeAheadRef: RefObject<TypeAhead | null>
  open(anchor: Anchor, details: DropdownOpenDetails): void
  /** @param restoresFocus to the element that had it before */
  close(restoresFocus: boolean): void
}

export const DropdownContext = createContext<DropdownContextValue | null>(null)

/** @throws if used outside a dropdown */
export function useDropdown(part: string): DropdownContextValue {
  const dropdown = useContext(DropdownContext)
  if (!dropdown) throw new Error(`<${part}> must be inside <Dropdown>`)
  return dropdown
}

export interface DropdownOptions {
  readonly trigger?: DropdownTriggerKind
  readonly kind?: DropdownKind
  /** Preferred side; the opposite side is used if there is no room. */
  readonly placement?: Placement
}

interface OpenState extends DropdownOpenDetails {
  readonly anchor: Anchor
}

/** State of a dropdown, its position, and the events outside it that close it. */
export function useDropdownRoot({
  trigger = 'click',
  kind = 'menu',
  placement = 'bottom-start',
}: DropdownOptions): DropdownContextValue {
  const id = useId()
  const popupRef = useRef<HTMLDivElement>(null)
  const triggerRef = useRef<HTMLElement>(null)
  const returnToRef = useRef<Element>(null)
  const typeAheadRef = useRef<TypeAhead>(null)
  const [openState, setOpenState] = useState<OpenState | null>(null)
  const isHydrated = useHydrated()
  const isOpen = openState !== null

  function open(anchor: Anchor, details: DropdownOpenDetails): void {
    if (!isOpen) returnToRef.current = triggerRef.current ?? document.activeElement
    typeAheadRef.current = createTypeAhead()
    setOpenState({ anchor, ...details })
  }

  function close(restoresFocus: boolean): void {
    const returnTo = returnToRef.current
    if (restoresFocus && returnTo instanceof HTMLElement) returnTo.focus({ preventScroll: true })
    setOpenState(null)
  }

  usePopoverOpenedBeforeHydration(popupRef, () => triggerRef.current && open(triggerRef.current, { focus: 'none' }))

  useLayoutEffect(() => {
    if (!isOpen) return
    const popup = popupRef.current!
    closeOthers(popup)
    popup.showPopover(triggerRef.current ? { source: triggerRef.current } : {})
    return () => {
      if (popup.matches(':popover-open')) popup.hidePopover()
    }
  }, [isOpen])

  useLayoutEffect(() => {
    if (!openState) return
    const popup = popupRef.current!
    if (openState.focus === 'popup') popup.focus({ preventScroll: true })
    else if (openState.focus !== 'none')
      listEnabledItems(popup)
        .at(openState.focus === 'first' ? 0 : -1)
        ?.focus()
    return positionPopup(openState.anchor, popup, {
      placement,
      // A menu at the pointer needs no gap.
      offsetPx: openState.anchor instanceof HTMLElement ? DROPDOWN_OFFSET_PX : 0,
    })
  }, [openState, placement])

  const dismiss = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const removeLayer = pushEscapeHandler(() => dismiss(true))
    const controller = new AbortController()
    const { signal } = controller
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !popupRef.current?.contains(target) && !triggerRef.current?.contains(target)
    document.addEventListener('pointerdown', ({ target }) => isOutside(target) && dismiss(false), {
      signal,
      capture: true,
    })
    document.addEventListener('focusin', ({ target }) => isOutside(target) && dismiss(false), { signal })
    // A context menu is closed on scroll, because the content at its position moves away.
    if (trigger === 'contextmenu')
      document.addEventListener('scroll', ({ target }) => isOutside(target) && dismiss(false), {
        signal,
        capture: true,
      })
    return () => {
      removeLayer()
      controller.abort()
    }
  }, [isOpen, trigger])

  return {
    isOpen,
    isHydrated,
    kind,
    trigger,
    popupId: `${id}popup`,
    triggerId: `${id}trigger`,
    popupRef,
    triggerRef,
    typeAheadRef,
    open,
    close,
  }
}

/** Closes all other open dropdowns, except those that contain this one. */
function closeOthers(popup: HTMLElement): void {
  for (const other of document.querySelectorAll<HTMLElement>('.dropdown-popup:popover-open')) {
    if (!other.contains(popup)) other.hidePopover()
  }
}
