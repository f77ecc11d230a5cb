import './overlay.css'
import type { ComponentPropsWithRef, HTMLAttributes, ReactNode, RefObject } from 'react'
import { useMessages } from '../../messages-context.ts'
import { joinClasses } from '../join-classes.ts'
import { useHydrated } from '../use-hydrated.ts'
import {
  useOverlayRoot,
  type OverlayOptions,
  OverlayContext,
  ParentPanelShownContext,
  useOverlay,
} from './use-overlay.ts'

/**
 * The state of a panel above the page. Trigger and panel are tied by the platform's popover as well, so that the panel
 * opens before the scripts come and without them; once hydrated it is modal.
 */
export function Overlay({ children, ...options }: OverlayOptions & { readonly children: ReactNode }) {
  return <OverlayContext value={useOverlayRoot(options)}>{children}</OverlayContext>
}

/** A button that opens the overlay, and closes it where it is not covered. */
export function OverlayTrigger({ className, onClick, ...props }: ComponentPropsWithRef<'button'>) {
  const { isOpen, panelId, sidebarFrom, triggerRef, setOpen } = useOverlay('OverlayTrigger')
  const isHydrated = useHydrated()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-controls={panelId}
      // Until then the browser tells it, and would be overruled.
      aria-expanded={isHydrated ? isOpen : undefined}
      popoverTarget={panelId}
      data-sidebar-from={sidebarFrom}
      {...props}
      className={joinClasses('overlay-trigger', className)}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        triggerRef.current = event.currentTarget
        setOpen(!isOpen, 'trigger-press')
      }}
    />
  )
}

interface OverlayPanelProps extends Omit<HTMLAttributes<HTMLElement>, 'id' | 'role' | 'popover'> {
  /** Left and right of a page read from left to right; on one read the other way they change places. */
  readonly placement?: 'center' | 'left' | 'right' | 'top' | 'full'
}

/** What opens. It is named by `OverlayTitle`, or else by its own `aria-label`. */
export function OverlayPanel({ placement = 'center', className, children, ...props }: OverlayPanelProps) {
  const { phase, isOpen, isInline, isMinified, sidebarFrom, panelId, titleId, panelRef, setOpen } =
    useOverlay('OverlayPanel')
  const isHydrated = useHydrated()
  const isShown = isInline || phase === 'opening' || phase === 'open'
  const shared = {
    'aria-labelledby': props['aria-label'] === undefined ? titleId : undefined,
    ...props,
    id: panelId,
    className: joinClasses('overlay-panel', className),
    'data-state': isInline ? 'open' : phase,
    'data-placement': placement,
    children: <ParentPanelShownContext value={isShown}>{children}</ParentPanelShownContext>,
  }
  // What the browser closed by itself is closed for us too; events of panels and fields inside come by here as well.
  const followBrowser = (isStillOpen: boolean) => {
    if (isOpen && phase !== 'closed' && !isStillOpen) setOpen(false, 'browser')
  }
  // In the page it is a part of it, which a <dialog> can never be: that one's role is fixed.
  if (sidebarFrom !== undefined) {
    const isDrawer = phase !== 'closed'
    return (
      <div
        {...shared}
        ref={panelRef as RefObject<HTMLDivElement | null>}
        role={isDrawer ? 'dialog' : 'region'}
        aria-modal={isDrawer || undefined}
        tabIndex={isDrawer ? -1 : undefined}
        // Without scripts the browser has to close it on a press outside; with them it would do so without our knowing.
        popover={isHydrated ? 'manual' : 'auto'}
        data-sidebar-from={sidebarFrom}
        data-minified={isMinified ? '' : undefined}
        onToggle={({ currentTarget }) => followBrowser(currentTarget.matches(':popover-open'))}
      />
    )
  }
  return (
    <dialog
      {...shared}
      ref={panelRef as RefObject<HTMLDialogElement | null>}
      popover="auto"
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        setOpen(false, 'escape-key')
      }}
      onClose={({ currentTarget }) => followBrowser(currentTarget.open)}
    />
  )
}

/** The panel's heading, which names it. */
export function OverlayTitle({ className, children, ...props }: Omit<ComponentPropsWithRef<'h2'>, 'id'>) {
  const { titleId } = useOverlay('OverlayTitle')
  return (
    <h2 {...props} id={titleId} className={joinClasses('overlay-title', className)}>
      {children}
    </h2>
  )
}

/** What a minified sidebar hides. */
export function OverlayBody({ className, ...props }: Omit<ComponentPropsWithRef<'div'>, 'id'>) {
  const { bodyId } = useOverlay('OverlayBody')
  return <div {...props} id={bodyId} className={joinClasses('overlay-body', className)} />
}

/** A button inside of the panel that closes it. A sidebar that stands in the page has none. */
export function OverlayClose({ className, onClick, children, ...props }: ComponentPropsWithRef<'button'>) {
  const { panelId, sidebarFrom, setOpen } = useOverlay('OverlayClose')
  const messages = useMessages()
  return (
    <button
      type="button"
      popoverTarget={panelId}
      popoverTargetAction="hide"
      data-sidebar-from={sidebarFrom}
      {...props}
      className={joinClasses('overlay-close', className)}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        setOpen(false, 'close-press')
      }}
    >
      {children ?? messages.close}
    </button>
  )
}

/** A button that folds the body of a standing sidebar away and back. A drawer has none. */
export function OverlayMinify({ className, onClick, children, ...props }: ComponentPropsWithRef<'button'>) {
  const { bodyId, isMinified, sidebarFrom, setMinified } = useOverlay('OverlayMinify')
  const messages = useMessages()
  return (
    <button
      type="button"
      aria-label={messages.sidebar}
      aria-controls={bodyId}
      aria-expanded={!isMinified}
      data-sidebar-from={sidebarFrom}
      {...props}
      className={joinClasses('overlay-minify', className)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) setMinified(!isMinified)
      }}
    >
      {children ?? (
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M15 6l-6 6 6 6" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      )}
    </button>
  )
}
