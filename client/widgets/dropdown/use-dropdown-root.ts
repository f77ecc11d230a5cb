import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { DROPDOWN_OFFSET_PX } from '../../../shared/constants.ts'
import { addEscapeLayer } from '../escape-stack.ts'
import { keepPlaced, type Anchor, type Placement } from '../placement.ts'
import { useHydrated } from '../use-hydrated.ts'
import { useTakenOverPopover } from '../use-taken-over-popover.ts'
import type { DropdownContextValue, DropdownKind, DropdownTriggerKind, OpenDetails } from './dropdown-context.ts'
import { findItems } from './dropdown-items.ts'
import { createTypeAhead, type TypeAhead } from './type-ahead.ts'

export interface DropdownOptions {
  readonly trigger?: DropdownTriggerKind
  readonly kind?: DropdownKind
  /** The side it opens to, where there is room. */
  readonly placement?: Placement
}

interface Opened extends OpenDetails {
  readonly anchor: Anchor
}

/** The state behind `<Dropdown>`: what is open, where it stands, and all that closes it from outside. */
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
  const [opened, setOpened] = useState<Opened | null>(null)
  const isHydrated = useHydrated()
  const isOpen = opened !== null

  function open(anchor: Anchor, details: OpenDetails): void {
    if (!isOpen) returnToRef.current = triggerRef.current ?? document.activeElement
    typeAheadRef.current = createTypeAhead()
    setOpened({ anchor, ...details })
  }

  function close(givesFocusBack: boolean): void {
    const returnTo = returnToRef.current
    if (givesFocusBack && returnTo instanceof HTMLElement) returnTo.focus({ preventScroll: true })
    setOpened(null)
  }

  useTakenOverPopover(popupRef, () => triggerRef.current && open(triggerRef.current, { focus: 'stays' }))

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
    if (!opened) return
    const popup = popupRef.current!
    if (opened.focus === 'popup') popup.focus({ preventScroll: true })
    else if (opened.focus !== 'stays')
      findItems(popup)
        .at(opened.focus === 'first' ? 0 : -1)
        ?.focus()
    return keepPlaced(opened.anchor, popup, {
      placement,
      // At the pointer there is nothing to stay away from.
      offsetPx: opened.anchor instanceof HTMLElement ? DROPDOWN_OFFSET_PX : 0,
    })
  }, [opened, placement])

  const dismiss = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const removeLayer = addEscapeLayer(() => dismiss(true))
    const controller = new AbortController()
    const { signal } = controller
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !popupRef.current?.contains(target) && !triggerRef.current?.contains(target)
    document.addEventListener('pointerdown', ({ target }) => isOutside(target) && dismiss(false), {
      signal,
      capture: true,
    })
    document.addEventListener('focusin', ({ target }) => isOutside(target) && dismiss(false), { signal })
    // What stands at the pointer belongs to what was under it.
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

/** Only one is open at a time, and those it stands in. */
function closeOthers(popup: HTMLElement): void {
  for (const other of document.querySelectorAll<HTMLElement>('.dropdown-popup:popover-open')) {
    if (!other.contains(popup)) other.hidePopover()
  }
}
