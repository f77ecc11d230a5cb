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
import { joinClasses } from '../join-classes.ts'
import { listEnabledItems, moveFocus } from './dropdown-items.ts'
import { useContextMenu } from './use-context-menu.ts'
import { useDropdownRoot, type DropdownOptions, DropdownContext, useDropdown } from './use-dropdown.ts'

/**
 * The state of a popup beside what opens it. Before the scripts come and without them it is the platform's popover, a
 * plain list; the roles of a menu come together with its keys.
 */
export function Dropdown({ children, ...options }: DropdownOptions & { readonly children: ReactNode }) {
  const dropdown = useDropdownRoot(options)
  const { isOpen, trigger, popupRef, triggerRef, open, close } = dropdown
  const hover =
    trigger === 'hover'
      ? {
          onPointerEnter: ({ pointerType }: { readonly pointerType: string }) => {
            if (pointerType === 'mouse' && !isOpen) open(triggerRef.current!, { initialFocus: 'none' })
          },
          onPointerLeave: ({ pointerType }: { readonly pointerType: string }) => {
            if (pointerType === 'mouse' && isOpen) close(popupRef.current!.contains(document.activeElement))
          },
        }
      : {}
  return (
    <DropdownContext value={dropdown}>
      <div className="dropdown" {...hover}>
        {children}
      </div>
    </DropdownContext>
  )
}

interface DropdownLinkProps {
  /** Renders the link, for example as one of the router's; by default it is the platform's. */
  readonly Anchor?: 'a' | ComponentType<ComponentPropsWithRef<'a'>>
}

interface DropdownTriggerProps extends DropdownLinkProps, Omit<HTMLAttributes<HTMLElement>, 'id'> {
  /** With `trigger="hover"`: where a mouse click leads, and every press without scripts. */
  readonly href?: string
}

/** What opens the popup, and closes it. */
export function DropdownTrigger({
  href,
  Anchor = 'a',
  onClick,
  onKeyDown,
  onPointerDown,
  children,
  ...props
}: DropdownTriggerProps) {
  const { isOpen, isHydrated, kind, trigger, popupId, triggerId, popupRef, triggerRef, open, close } =
    useDropdown('DropdownTrigger')
  const pointerTypeRef = useRef('')
  const shared = {
    ...props,
    id: triggerId,
    'aria-controls': popupId,
    // Until then the browser tells it, and would be overruled.
    'aria-haspopup': isHydrated && kind === 'menu' ? ('menu' as const) : undefined,
    'aria-expanded': isHydrated ? isOpen : undefined,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      onPointerDown?.(event)
      pointerTypeRef.current = event.pointerType
    },
    onClick(event: MouseEvent<HTMLElement>) {
      onClick?.(event)
      if (event.defaultPrevented) return
      const isKeyboard = event.detail === 0
      // It is open by then, for the mouse is there.
      const isHovering = trigger === 'hover' && !isKeyboard && pointerTypeRef.current === 'mouse'
      if (!isHovering || href === undefined) event.preventDefault()
      if (isHovering) return
      if (isOpen) close(false)
      else open(event.currentTarget, { initialFocus: isKeyboard ? 'first' : 'none' })
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      onKeyDown?.(event)
      if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      if (isOpen) moveFocus(popupRef.current!, event.key)
      else open(event.currentTarget, { initialFocus: event.key === 'ArrowDown' ? 'first' : 'last' })
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

/** The place whose context menu the popup is, with `trigger="contextmenu"`. */
export function DropdownContextArea({
  className,
  ...props
}: Omit<ComponentPropsWithRef<'div'>, keyof ReturnType<typeof useContextMenu>>) {
  const handlers = useContextMenu(useDropdown('DropdownContextArea'))
  return <div {...props} {...handlers} className={joinClasses('dropdown-area', className)} />
}

interface DropdownPopupProps {
  /** Its name; without one it is that of the trigger. */
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

/** What opens: a menu, or a list of links. */
export function DropdownPopup({ 'aria-label': label, children }: DropdownPopupProps) {
  const { isOpen, isHydrated, kind, trigger, popupId, triggerId, popupRef, typeAheadRef, close } =
    useDropdown('DropdownPopup')
  const isMenu = isHydrated && kind === 'menu'
  const Items = kind === 'menu' ? 'div' : 'ul'

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, timeStamp } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (moveFocus(event.currentTarget, key)) event.preventDefault()
    else if (kind === 'navigation') return
    // From there the browser moves on to what follows.
    else if (key === 'Tab') close(true)
    else if (key === ' ' && !typeAheadRef.current?.isTyping(timeStamp)) {
      event.preventDefault()
      if (document.activeElement !== event.currentTarget) (document.activeElement as HTMLElement).click()
    } else if ([...key].length === 1) {
      event.preventDefault()
      const items = listEnabledItems(event.currentTarget)
      const labels = items.map(({ textContent }) => textContent)
      const current = items.indexOf(document.activeElement as HTMLElement)
      items[typeAheadRef.current?.type(key, labels, current, timeStamp) ?? -1]?.focus()
    }
  }

  const handlers = {
    onKeyDown,
    onBeforeToggle({ newState }: ToggleEvent) {
      // The page was left, or another one opened.
      if (isOpen && newState === 'closed') close(false)
    },
  }

  return (
    <div
      ref={popupRef}
      id={popupId}
      className="dropdown-popup"
      // Without scripts the browser has to close it on a press outside; with them a long press would end so as well.
      popover={isHydrated ? 'manual' : 'auto'}
      role={isMenu ? 'menu' : 'group'}
      aria-label={label}
      aria-labelledby={label === undefined ? triggerId : undefined}
      tabIndex={-1}
      data-state={isOpen ? 'open' : 'closed'}
      data-trigger={trigger}
      {...handlers}
    >
      {/* Nobody can open a context menu without scripts, so it need not be there before it is opened. */}
      {trigger === 'contextmenu' && !isOpen ? null : (
        <Items className="dropdown-items" role={isMenu ? 'none' : undefined}>
          {children}
        </Items>
      )}
    </div>
  )
}

interface DropdownItemProps extends DropdownLinkProps, Omit<HTMLAttributes<HTMLElement>, 'role' | 'tabIndex'> {
  /** A link; without one it is a button. */
  readonly href?: string
  /** Of a link. */
  readonly rel?: string
  readonly disabled?: boolean
  /** One of several of which exactly one is checked. */
  readonly checked?: boolean
}

/** One choice or link. Chosen, it closes the popup. */
export function DropdownItem({
  href,
  rel,
  Anchor = 'a',
  disabled = false,
  checked,
  className,
  onClick,
  children,
  ...props
}: DropdownItemProps) {
  const { isHydrated, kind, close } = useDropdown('DropdownItem')
  const isMenu = isHydrated && kind === 'menu'
  const shared = {
    ...props,
    className: joinClasses('dropdown-item', className),
    role: isMenu ? (checked === undefined ? 'menuitem' : 'menuitemradio') : undefined,
    'aria-checked': isMenu ? checked : undefined,
    'aria-disabled': disabled || undefined,
    // In a menu the arrows lead from item to item; without its keys each has to be reached by Tab.
    tabIndex: isMenu ? -1 : undefined,
    'data-dropdown-item': '',
    onClick(event: MouseEvent<HTMLElement>) {
      if (disabled) {
        event.preventDefault()
        return
      }
      onClick?.(event)
      close(true)
    },
  }
  const item =
    href === undefined || disabled ? (
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
