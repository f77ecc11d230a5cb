import './overlay.css'
import { useLayoutEffect, useId, useRef, useState, type HTMLAttributes, type ReactNode } from 'react'
import { createRequiredContext, useMessages, useHydrated } from '../../base/context.tsx'
import { Icon } from '../../components/icon.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'
import { useMinWidth, type Breakpoint } from '../use-min-width.ts'

export const [OverlayContext, useOverlay] = createRequiredContext<ReturnType<typeof useOverlayRoot>>('Overlay')

/**
 * From a width on, the panel is a sidebar in the page; below, it is a modal drawer. The drawer is a native popover: the
 * browser opens and closes it, also before hydration.
 */
export function Overlay({ sidebarFrom, children }: { readonly sidebarFrom: Breakpoint; readonly children: ReactNode }) {
  return <OverlayContext value={useOverlayRoot(sidebarFrom)}>{children}</OverlayContext>
}

function useOverlayRoot(sidebarFrom: Breakpoint) {
  const id = useId()
  const panelRef = useRef<HTMLDivElement>(null)
  /** Whether the panel is open as a drawer. */
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

  return {
    isOpen,
    isInline,
    // A drawer is never minified.
    isMinified: isInline && isMinified,
    panelId: `${id}panel`,
    titleId: `${id}title`,
    panelRef,
    setOpen,
    setMinified,
  }
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

interface OverlayTriggerProps {
  readonly className: string
  readonly children: ReactNode
}

export function OverlayTrigger({ className, children }: OverlayTriggerProps) {
  const { isOpen, panelId } = useOverlay()
  const isHydrated = useHydrated()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-controls={panelId}
      // Before hydration the browser sets this attribute itself.
      aria-expanded={isHydrated ? isOpen : undefined}
      popoverTarget={panelId}
      className={`overlay-trigger ${className}`}
    >
      {children}
    </button>
  )
}

interface OverlayPanelProps extends Pick<HTMLAttributes<HTMLElement>, 'aria-label' | 'className' | 'children'> {
  /** On right-to-left pages, left is the right side. */
  readonly placement: 'left' | 'full'
}

/** The panel is named by `OverlayHead` or by its `aria-label`. `.overlay-body` is hidden in a minified sidebar. */
export function OverlayPanel({ placement, className, ...props }: OverlayPanelProps) {
  const { isOpen, isInline, isMinified, panelId, titleId, panelRef, setOpen } = useOverlay()
  return (
    <div
      aria-labelledby={props['aria-label'] === undefined ? titleId : undefined}
      {...props}
      ref={panelRef}
      id={panelId}
      className={className ? `overlay-panel ${className}` : 'overlay-panel'}
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

/** The button is hidden in a sidebar. */
export function OverlayClose({ className }: Pick<OverlayTriggerProps, 'className'>) {
  const { panelId } = useOverlay()
  return (
    <button type="button" popoverTarget={panelId} popoverTargetAction="hide" className={`overlay-close ${className}`}>
      {useMessages().close}
    </button>
  )
}

/** The drawer has a button that closes it, and the sidebar one that minifies it. */
export function OverlayHead({ title, minifyLabel }: { readonly title: string; readonly minifyLabel: string }) {
  const { panelId, titleId, isMinified, setMinified } = useOverlay()
  return (
    <div className="overlay-head">
      <h2 id={titleId} className="overlay-title">
        {title}
      </h2>
      <OverlayClose className="button" />
      <Tooltip text={minifyLabel}>
        <button
          type="button"
          aria-label={minifyLabel}
          className="overlay-minify square"
          aria-controls={panelId}
          aria-expanded={!isMinified}
          onClick={() => setMinified(!isMinified)}
        >
          <Icon path="M15 6l-6 6 6 6" />
        </button>
      </Tooltip>
    </div>
  )
}
