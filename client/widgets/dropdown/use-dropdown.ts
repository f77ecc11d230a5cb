import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { DROPDOWN_OFFSET_PX } from '../../../shared/constants.ts'
import { pushEscapeHandler } from '../escape-stack.ts'
import { createPartContext } from '../part-context.ts'
import { positionPopup, type Anchor, type Placement } from '../placement.ts'
import { useHydrated, usePopoverOpenedBeforeHydration } from '../../base/use-hydrated.ts'
import { createTypeAhead, listItems, type TypeAhead } from './dropdown-items.ts'

type DropdownTriggerKind = 'click' | 'hover' | 'contextmenu'

/** A `menu` has menu roles and keys; `navigation` is a list of links. */
type DropdownKind = 'menu' | 'navigation'

/**
 * What gets the focus on opening: an item after a key, the popup after a pointer opened a context menu, otherwise
 * nothing.
 */
type InitialFocus = 'first' | 'last' | 'popup' | 'none'

interface DropdownContextValue {
  readonly isOpen: boolean
  readonly isHydrated: boolean
  readonly kind: DropdownKind
  readonly trigger: DropdownTriggerKind
  readonly popupId: string
  readonly triggerId: string
  readonly popupRef: RefObject<HTMLDivElement | null>
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly typeAheadRef: RefObject<TypeAhead | null>
  open(anchor: Anchor, focus: InitialFocus): void
  close(restoresFocus: boolean): void
}

export const [DropdownContext, useDropdown] = createPartContext<DropdownContextValue>('Dropdown')

export interface DropdownOptions {
  readonly trigger?: DropdownTriggerKind
  readonly kind?: DropdownKind
  /** The preferred side; the opposite one is used if there is no room. */
  readonly placement?: Placement
}

interface OpenState {
  readonly anchor: Anchor
  readonly focus: InitialFocus
}

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

  function open(anchor: Anchor, focus: InitialFocus): void {
    if (!isOpen) returnToRef.current = triggerRef.current ?? document.activeElement
    typeAheadRef.current = createTypeAhead()
    setOpenState({ anchor, focus })
  }

  function close(restoresFocus: boolean): void {
    const returnTo = returnToRef.current
    if (restoresFocus && returnTo instanceof HTMLElement) returnTo.focus({ preventScroll: true })
    setOpenState(null)
  }

  usePopoverOpenedBeforeHydration(popupRef, () => triggerRef.current && open(triggerRef.current, 'none'))

  useLayoutEffect(() => {
    const popup = popupRef.current
    if (!isOpen || !popup) return
    closeOthers(popup)
    popup.showPopover(triggerRef.current ? { source: triggerRef.current } : {})
    return () => {
      if (popup.matches(':popover-open')) popup.hidePopover()
    }
  }, [isOpen])

  useLayoutEffect(() => {
    const popup = popupRef.current
    if (!openState || !popup) return
    const { anchor, focus } = openState
    if (focus === 'popup') popup.focus({ preventScroll: true })
    else if (focus !== 'none') {
      const items = listItems(popup)
      items.at(focus === 'first' ? 0 : -1)?.focus()
    }
    // A menu that opens at the pointer needs no gap.
    return positionPopup(anchor, popup, placement, anchor instanceof HTMLElement ? DROPDOWN_OFFSET_PX : 0)
  }, [openState, placement])

  const dismiss = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const removeEscapeHandler = pushEscapeHandler(() => dismiss(true))
    const controller = new AbortController()
    const { signal } = controller
    const closeOutside = ({ target }: Event) => {
      const isOutside =
        target instanceof Node && !popupRef.current?.contains(target) && !triggerRef.current?.contains(target)
      if (isOutside) dismiss(false)
    }
    document.addEventListener('pointerdown', closeOutside, { signal, capture: true })
    document.addEventListener('focusin', closeOutside, { signal })
    if (trigger === 'contextmenu') document.addEventListener('scroll', closeOutside, { signal, capture: true })
    return () => {
      removeEscapeHandler()
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

function closeOthers(popup: HTMLElement): void {
  for (const other of document.querySelectorAll<HTMLElement>('.dropdown-popup:popover-open')) {
    if (!other.contains(popup)) other.hidePopover()
  }
}
