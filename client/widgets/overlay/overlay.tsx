import './overlay.css'
import type { HTMLAttributes, ReactNode, RefObject } from 'react'
import { useMessages } from '../../base/messages-context.ts'
import { joinClasses } from '../join-classes.ts'
import { useHydrated } from '../../base/use-hydrated.ts'
import { useOverlayRoot, type OverlayOptions, OverlayContext, useOverlay } from './use-overlay.ts'

interface OverlayPartProps {
  readonly className?: string
  readonly children: ReactNode
}

/** The panel is above the page: a native popover until hydration, then modal. */
export function Overlay({ children, ...options }: OverlayOptions & { readonly children: ReactNode }) {
  return <OverlayContext value={useOverlayRoot(options)}>{children}</OverlayContext>
}

export function OverlayTrigger({ className, children }: Required<OverlayPartProps>) {
  const { isOpen, panelId, sidebarFrom, triggerRef, setOpen } = useOverlay('OverlayTrigger')
  const isHydrated = useHydrated()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-controls={panelId}
      // Before hydration the browser sets this attribute itself.
      aria-expanded={isHydrated ? isOpen : undefined}
      popoverTarget={panelId}
      data-sidebar-from={sidebarFrom}
      className={joinClasses('overlay-trigger', className)}
      onClick={(event) => {
        event.preventDefault()
        triggerRef.current = event.currentTarget
        setOpen(!isOpen)
      }}
    >
      {children}
    </button>
  )
}

interface OverlayPanelProps extends Pick<
  HTMLAttributes<HTMLElement>,
  'aria-label' | 'className' | 'onKeyDown' | 'children'
> {
  /** On right-to-left pages, left is the right side. */
  readonly placement: 'left' | 'full'
}

/** The panel is named by `OverlayTitle` or by its `aria-label`. */
export function OverlayPanel({ placement, className, children, ...props }: OverlayPanelProps) {
  const { phase, isOpen, isInline, isMinified, sidebarFrom, panelId, titleId, panelRef, setOpen } =
    useOverlay('OverlayPanel')
  const isHydrated = useHydrated()
  const shared = {
    'aria-labelledby': props['aria-label'] === undefined ? titleId : undefined,
    ...props,
    id: panelId,
    className: joinClasses('overlay-panel', className),
    'data-state': isInline ? 'open' : phase,
    'data-placement': placement,
    children,
  }
  // Nested panels and fields emit the same events.
  const followBrowser = (isStillOpen: boolean) => {
    if (isOpen && phase !== 'closed' && !isStillOpen) setOpen(false, true)
  }
  // An inline panel needs the role `region`, which a `<dialog>` cannot have.
  if (sidebarFrom !== undefined) {
    const isDrawer = phase !== 'closed'
    return (
      <div
        {...shared}
        ref={panelRef as RefObject<HTMLDivElement | null>}
        role={isDrawer ? 'dialog' : 'region'}
        aria-modal={isDrawer || undefined}
        tabIndex={isDrawer ? -1 : undefined}
        // After hydration the popover is not `auto`, because the browser would close it without giving the reason.
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
        setOpen(false)
      }}
      onClose={({ currentTarget }) => followBrowser(currentTarget.open)}
    />
  )
}

export function OverlayTitle({ children }: Pick<OverlayPartProps, 'children'>) {
  const { titleId } = useOverlay('OverlayTitle')
  return (
    <h2 id={titleId} className="overlay-title">
      {children}
    </h2>
  )
}

/** The part of a panel that is hidden if a sidebar is minified. */
export function OverlayBody({ children }: Pick<OverlayPartProps, 'children'>) {
  const { bodyId } = useOverlay('OverlayBody')
  return (
    <div id={bodyId} className="overlay-body">
      {children}
    </div>
  )
}

/** The button is hidden in an inline sidebar. */
export function OverlayClose({ className }: Required<Pick<OverlayPartProps, 'className'>>) {
  const { panelId, sidebarFrom, setOpen } = useOverlay('OverlayClose')
  const messages = useMessages()
  return (
    <button
      type="button"
      popoverTarget={panelId}
      popoverTargetAction="hide"
      data-sidebar-from={sidebarFrom}
      className={joinClasses('overlay-close', className)}
      onClick={(event) => {
        event.preventDefault()
        setOpen(false)
      }}
    >
      {messages.close}
    </button>
  )
}

/** The button is hidden in a drawer. */
export function OverlayMinify({ 'aria-label': label }: { readonly 'aria-label': string }) {
  const { bodyId, isMinified, sidebarFrom, setMinified } = useOverlay('OverlayMinify')
  return (
    <button
      type="button"
      aria-label={label}
      className="overlay-minify"
      aria-controls={bodyId}
      aria-expanded={!isMinified}
      data-sidebar-from={sidebarFrom}
      onClick={() => setMinified(!isMinified)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M15 6l-6 6 6 6" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </button>
  )
}
