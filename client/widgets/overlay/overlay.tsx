import './overlay.css'
import { useLayoutEffect, useId, useRef, useState, type HTMLAttributes, type ReactNode, type RefObject } from 'react'
import { useMessages, useHydrated } from '../../base/context.tsx'
import { joinClasses, createPartContext } from '../parts.ts'
import { useMinWidth, type Breakpoint } from '../use-min-width.ts'

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

interface OverlayProps {
  /** From this width on, the panel is a sidebar in the page; below, it is a modal drawer. */
  readonly sidebarFrom: Breakpoint
  readonly children: ReactNode
}

/** The drawer is a native popover: the browser opens and closes it, also before hydration. */
export function Overlay({ sidebarFrom, children }: OverlayProps) {
  const id = useId()
  const panelRef = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isMinified, setMinified] = useState(false)
  const isInline = useMinWidth(sidebarFrom)

  useLayoutEffect(() => {
    if (panelRef.current?.matches(':popover-open')) setOpen(true)
  }, [])
  useLayoutEffect(() => {
    if (isInline) panelRef.current?.hidePopover()
  }, [isInline])
  useLayoutEffect(() => {
    const panel = panelRef.current
    if (!isOpen || !panel) return
    panel.focus({ preventScroll: true })
    const release = makeOthersInert(panel)
    return () => {
      release()
      // The browser cannot do this while the trigger is inert.
      if (document.activeElement === document.body || panel.contains(document.activeElement)) focusTrigger(panel)
    }
  }, [isOpen])

  const overlay = {
    isOpen,
    isInline,
    // A drawer is never minified.
    isMinified: isInline && isMinified,
    panelId: `${id}panel`,
    titleId: `${id}title`,
    bodyId: `${id}body`,
    panelRef,
    setOpen,
    setMinified,
  }
  return <OverlayContext value={overlay}>{children}</OverlayContext>
}

function focusTrigger({ id }: HTMLElement): void {
  document.querySelector<HTMLElement>(`.overlay-trigger[popovertarget="${id}"]`)?.focus({ preventScroll: true })
}

/** @returns a function that undoes it */
function makeOthersInert(element: Element): () => void {
  const inert: HTMLElement[] = []
  for (let inside = element; inside !== document.body && inside.parentElement; inside = inside.parentElement) {
    for (const sibling of inside.parentElement.children) {
      if (sibling === inside || !(sibling instanceof HTMLElement) || sibling.inert) continue
      sibling.inert = true
      inert.push(sibling)
    }
  }
  return () => {
    for (const sibling of inert) sibling.inert = false
  }
}

interface OverlayPartProps {
  readonly className?: string
  readonly children: ReactNode
}

export function OverlayTrigger({ className, children }: Required<OverlayPartProps>) {
  const { isOpen, panelId } = useOverlay('OverlayTrigger')
  const isHydrated = useHydrated()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-controls={panelId}
      // Before hydration the browser sets this attribute itself.
      aria-expanded={isHydrated ? isOpen : undefined}
      popoverTarget={panelId}
      className={joinClasses('overlay-trigger', className)}
    >
      {children}
    </button>
  )
}

interface OverlayPanelProps extends Pick<HTMLAttributes<HTMLElement>, 'aria-label' | 'className' | 'children'> {
  /** On right-to-left pages, left is the right side. */
  readonly placement: 'left' | 'full'
}

/** The panel is named by `OverlayTitle` or by its `aria-label`. */
export function OverlayPanel({ placement, className, ...props }: OverlayPanelProps) {
  const { isOpen, isInline, isMinified, panelId, titleId, panelRef, setOpen } = useOverlay('OverlayPanel')
  return (
    <div
      aria-labelledby={props['aria-label'] === undefined ? titleId : undefined}
      {...props}
      ref={panelRef}
      id={panelId}
      className={joinClasses('overlay-panel', className)}
      role={isOpen ? 'dialog' : 'region'}
      aria-modal={isOpen || undefined}
      tabIndex={isOpen ? -1 : undefined}
      popover="auto"
      data-state={isInline || isOpen ? 'open' : 'closed'}
      data-placement={placement}
      data-minified={isMinified ? '' : undefined}
      onToggle={({ target, currentTarget, newState }) => {
        // React also passes on the events of parts that can be folded.
        if (target === currentTarget) setOpen(newState === 'open')
      }}
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

/** The button is hidden in a sidebar. */
export function OverlayClose({ className }: Required<Pick<OverlayPartProps, 'className'>>) {
  const { panelId } = useOverlay('OverlayClose')
  return (
    <button
      type="button"
      popoverTarget={panelId}
      popoverTargetAction="hide"
      className={joinClasses('overlay-close', className)}
    >
      {useMessages().close}
    </button>
  )
}

/** The button is hidden in a drawer. */
export function OverlayMinify({ 'aria-label': label }: { readonly 'aria-label': string }) {
  const { bodyId, isMinified, setMinified } = useOverlay('OverlayMinify')
  return (
    <button
      type="button"
      aria-label={label}
      className="overlay-minify square"
      aria-controls={bodyId}
      aria-expanded={!isMinified}
      onClick={() => setMinified(!isMinified)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M15 6l-6 6 6 6" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </button>
  )
}
