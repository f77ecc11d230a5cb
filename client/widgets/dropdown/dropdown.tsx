import '../popup.css'
import './dropdown.css'
import {
  useRef,
  type ComponentPropsWithRef,
  type ComponentType,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
} from 'react'
import { moveFocus, useDropdownRoot, type DropdownOptions, DropdownContext, useDropdown } from './use-dropdown.ts'

/**
 * The root of a dropdown. Until hydration it is a native popover with a plain list, because the keys of a menu need
 * scripts.
 */
export function Dropdown({ children, ...options }: DropdownOptions & { readonly children: ReactNode }) {
  const dropdown = useDropdownRoot(options)
  const { isOpen, trigger, popupRef, triggerRef, open, close } = dropdown
  const isHovering = ({ pointerType }: PointerEvent) => trigger === 'hover' && pointerType === 'mouse'
  return (
    <DropdownContext value={dropdown}>
      <div
        className="dropdown"
        onPointerEnter={(event) => {
          if (isHovering(event) && !isOpen && triggerRef.current) open(triggerRef.current, 'none')
        }}
        onPointerLeave={(event) => {
          if (isHovering(event) && isOpen) close(popupRef.current?.contains(document.activeElement) ?? false)
        }}
      >
        {children}
      </div>
    </DropdownContext>
  )
}

interface DropdownLinkProps {
  /** Component for the link, such as the router's. */
  readonly Anchor?: 'a' | ComponentType<ComponentPropsWithRef<'a'>>
}

interface DropdownTriggerProps extends DropdownLinkProps {
  /** For a trigger that opens on hover; a mouse click follows it. */
  readonly href?: string
  readonly className?: string
  readonly children: ReactNode
}

export function DropdownTrigger({ href, Anchor = 'a', className, children }: DropdownTriggerProps) {
  const { isOpen, isHydrated, kind, trigger, popupId, triggerId, popupRef, triggerRef, open, close } = useDropdown()
  /** What the pointer pressed. The browser closes the popup before the click on a link. */
  const pressRef = useRef({ isMouse: false, wasOpen: false })
  const shared = {
    id: triggerId,
    className,
    'aria-controls': popupId,
    // Before hydration the browser sets these attributes itself.
    'aria-haspopup': isHydrated && kind === 'menu' ? ('menu' as const) : undefined,
    'aria-expanded': isHydrated ? isOpen : undefined,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      pressRef.current = { isMouse: event.pointerType === 'mouse', wasOpen: isOpen }
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const isKeyboard = event.detail === 0
      // Hovering has already opened the popup.
      const isHovering = trigger === 'hover' && !isKeyboard && pressRef.current.isMouse
      if (!isHovering || href === undefined) event.preventDefault()
      if (isHovering) return
      if (isKeyboard ? isOpen : pressRef.current.wasOpen) close(false)
      else open(event.currentTarget, isKeyboard ? 'first' : 'none')
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      if (!isOpen) open(event.currentTarget, event.key === 'ArrowDown' ? 'first' : 'last')
      else if (popupRef.current) moveFocus(popupRef.current, event.key)
    },
  }
  return href === undefined ? (
    <button {...shared} ref={triggerRef as RefObject<HTMLButtonElement | null>} type="button" popoverTarget={popupId}>
      {children}
    </button>
  ) : (
    <Anchor {...shared} ref={triggerRef as RefObject<HTMLAnchorElement | null>} href={href}>
      {children}
    </Anchor>
  )
}

interface DropdownPopupProps {
  /** By default the trigger names the popup. */
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

export function DropdownPopup({ 'aria-label': label, children }: DropdownPopupProps) {
  const { isOpen, isHydrated, kind, trigger, popupId, triggerId, popupRef, close, restoreFocus, setOpen } =
    useDropdown()
  const isMenu = isHydrated && kind === 'menu'
  const Items = kind === 'menu' ? 'div' : 'ul'

  const handlers = {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { key } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (moveFocus(event.currentTarget, key)) event.preventDefault()
      else if (kind === 'navigation') return
      // Closing returns the focus to the trigger, from which Tab moves on.
      else if (key === 'Tab') close(true)
      else if (key === ' ') {
        event.preventDefault()
        if (document.activeElement !== event.currentTarget) (document.activeElement as HTMLElement).click()
      }
    },
    onBeforeToggle({ currentTarget, newState }: ToggleEvent<HTMLElement>) {
      if (newState === 'open') return
      if (currentTarget.contains(document.activeElement)) restoreFocus()
      // The event `toggle` comes later, and the next key may open the popup before.
      setOpen(false)
    },
    onToggle({ newState }: ToggleEvent) {
      setOpen(newState === 'open')
    },
  }

  return (
    <div
      ref={popupRef}
      id={popupId}
      className="popup dropdown-popup"
      // The browser would close an `auto` popover when a long press ends.
      popover={trigger === 'contextmenu' ? 'manual' : 'auto'}
      role={isMenu ? 'menu' : 'group'}
      aria-label={label}
      aria-labelledby={label === undefined ? triggerId : undefined}
      tabIndex={-1}
      data-state={isOpen ? 'open' : 'closed'}
      {...handlers}
    >
      {/* A context menu cannot open without scripts, so its items are rendered only when it opens. */}
      {trigger === 'contextmenu' && !isOpen ? null : (
        <Items className="dropdown-items" role={isMenu ? 'none' : undefined}>
          {children}
        </Items>
      )}
    </div>
  )
}

interface DropdownItemProps
  extends DropdownLinkProps, Omit<HTMLAttributes<HTMLElement>, 'className' | 'role' | 'tabIndex'> {
  readonly href?: string
  readonly rel?: string
  /** Makes the item a radio item. */
  readonly checked?: boolean
}

/** Choosing an item closes the popup. */
export function DropdownItem({ href, rel, Anchor = 'a', checked, onClick, children, ...props }: DropdownItemProps) {
  const { isHydrated, kind, close } = useDropdown()
  const isMenu = isHydrated && kind === 'menu'
  const shared = {
    ...props,
    className: 'dropdown-item',
    role: isMenu ? (checked === undefined ? 'menuitem' : 'menuitemradio') : undefined,
    'aria-checked': isMenu ? checked : undefined,
    // In a menu, arrow keys move between the items instead of Tab.
    tabIndex: isMenu ? -1 : undefined,
    onClick(event: MouseEvent<HTMLElement>) {
      onClick?.(event)
      close(true)
    },
  }
  const item =
    href === undefined ? (
      <button {...shared} type="button">
        {children}
      </button>
    ) : (
      <Anchor {...shared} href={href} rel={rel}>
        {children}
      </Anchor>
    )
  return kind === 'menu' ? item : <li>{item}</li>
}
