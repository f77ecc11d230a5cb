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
 * The root of a dropdown. Without scripts and before hydration it is a native popover with a plain list; menu roles
 * are added together with menu keys.
 */
export function Dropdown({ children, ...options }: DropdownOptions & { readonly children: ReactNode }) {
  const dropdown = useDropdownRoot(options)
  const { isOpen, trigger, popupRef, triggerRef, open, close } = dropdown
  const hover =
    trigger === 'hover'
      ? {
          onPointerEnter: ({ pointerType }: { readonly pointerType: string }) => {
            if (pointerType === 'mouse' && !isOpen) open(triggerRef.current!, { focus: 'none' })
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
  /** Component for the link, such as the router's; the default is a plain `a`. */
  readonly Anchor?: 'a' | ComponentType<ComponentPropsWithRef<'a'>>
}

interface DropdownTriggerProps extends DropdownLinkProps, Omit<HTMLAttributes<HTMLElement>, 'id'> {
  /**
   * Target of the link, with `trigger="hover"`: a mouse click follows it, and without scripts so does every press.
   */
  readonly href?: string
}

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
    // Before hydration the browser sets these attributes itself; ours would override it.
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
      // Hovering has already opened the popup, so the click only follows the link.
      const isHovering = trigger === 'hover' && !isKeyboard && pointerTypeRef.current === 'mouse'
      if (!isHovering || href === undefined) event.preventDefault()
      if (isHovering) return
      if (isOpen) close(false)
      else open(event.currentTarget, { focus: isKeyboard ? 'first' : 'none' })
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      onKeyDown?.(event)
      if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      if (isOpen) moveFocus(popupRef.current!, event.key)
      else open(event.currentTarget, { focus: event.key === 'ArrowDown' ? 'first' : 'last' })
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

/** The area whose context menu the popup is, with `trigger="contextmenu"`. */
export function DropdownContextArea({
  className,
  ...props
}: Omit<ComponentPropsWithRef<'div'>, keyof ReturnType<typeof useContextMenu>>) {
  const handlers = useContextMenu(useDropdown('DropdownContextArea'))
  return <div {...props} {...handlers} className={joinClasses('dropdown-area', className)} />
}

interface DropdownPopupProps {
  /** The popup's name; by default it is named by the trigger. */
  readonly 'aria-label'?: string
  readonly children: ReactNode
}

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
    // Focus returns to the trigger first, so that Tab continues from there.
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
      // The browser closes the popover on navigation or when another one opens.
      if (isOpen && newState === 'closed') close(false)
    },
  }

  return (
    <div
      ref={popupRef}
      id={popupId}
      className="dropdown-popup"
      // Without scripts the browser must close the popover on an outside press. With scripts that would end a long
      // press.
      popover={isHydrated ? 'manual' : 'auto'}
      role={isMenu ? 'menu' : 'group'}
      aria-label={label}
      aria-labelledby={label === undefined ? triggerId : undefined}
      tabIndex={-1}
      data-state={isOpen ? 'open' : 'closed'}
      data-trigger={trigger}
      {...handlers}
    >
      {/* A context menu needs scripts to open, so its items are not rendered before. */}
      {trigger === 'contextmenu' && !isOpen ? null : (
        <Items className="dropdown-items" role={isMenu ? 'none' : undefined}>
          {children}
        </Items>
      )}
    </div>
  )
}

interface DropdownItemProps extends DropdownLinkProps, Omit<HTMLAttributes<HTMLElement>, 'role' | 'tabIndex'> {
  readonly href?: string
  readonly rel?: string
  readonly disabled?: boolean
  /** Renders a radio item in a menu. */
  readonly checked?: boolean
}

/** A menu item or link; choosing it closes the popup. */
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
    // Menu items are reached by arrow keys; without menu keys they stay in the tab order.
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
