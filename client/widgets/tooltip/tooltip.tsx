import '../popup.css'
import './tooltip.css'
import { cloneElement, useId, type HTMLAttributes, type ReactElement } from 'react'
import { TOOLTIP_OFFSET_PX } from '../../../shared/constants.ts'
import { onEscape } from '../on-escape.ts'
import { positionPopup } from '../placement.ts'

interface TooltipProps {
  readonly text: string
  /** A single focusable element that is never replaced by another one. */
  readonly children: ReactElement<Pick<HTMLAttributes<HTMLElement>, 'aria-label' | 'aria-describedby'>>
}

/**
 * The tooltip describes its element. If it only repeats the `aria-label`, it is not linked as a description, so that
 * screen readers do not read it twice.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  return (
    <>
      {children.props['aria-label'] === text ? children : cloneElement(children, { 'aria-describedby': id })}
      <span
        ref={attachToPrevious}
        id={id}
        role="tooltip"
        popover="manual"
        className="popup tooltip"
        data-state="closed"
      >
        {text}
      </span>
    </>
  )
}

function attachToPrevious(bubble: HTMLSpanElement): () => void {
  return attachTooltip(bubble.previousElementSibling as HTMLElement, bubble)
}

/** At most one tooltip is visible. */
let hideCurrent: (() => void) | undefined

export function hideTooltip(): void {
  hideCurrent?.()
}

/**
 * Shows a tooltip on hover and keyboard focus; hides it on leave, blur and Escape. The pointer may move onto it:
 * `tooltip.css` bridges the gap.
 * @returns a function that hides it and removes the listeners
 */
export function attachTooltip(anchor: HTMLElement, bubble: HTMLElement): () => void {
  const controller = new AbortController()
  let end: (() => void) | undefined

  function show(): void {
    if (end) return
    hideCurrent?.()
    bubble.showPopover({ source: anchor })
    bubble.dataset['state'] = 'open'
    const stopPositioning = positionPopup(anchor, bubble, 'top', TOOLTIP_OFFSET_PX)
    const stopWatching = onEscape(hide)
    end = () => {
      stopPositioning()
      stopWatching()
    }
    hideCurrent = hide
  }

  function hide(): void {
    if (!end) return
    end()
    end = undefined
    if (hideCurrent === hide) hideCurrent = undefined
    bubble.dataset['state'] = 'closed'
    if (bubble.matches(':popover-open')) bubble.hidePopover()
  }

  function showOnHover({ pointerType }: PointerEvent): void {
    if (pointerType !== 'touch') show()
  }

  function hideOnLeave({ relatedTarget }: PointerEvent): void {
    const isWithin = relatedTarget instanceof Node && (anchor.contains(relatedTarget) || bubble.contains(relatedTarget))
    if (!isWithin) hide()
  }

  // Otherwise focus shows no tooltip, because a dialog focuses its first button when it opens.
  let isPressed = false

  function showOnFocus(): void {
    if (isPressed || anchor.matches(':focus-visible')) show()
  }

  function hideOnBlur(): void {
    isPressed = false
    hide()
  }

  const { signal } = controller
  anchor.addEventListener('pointerenter', showOnHover, { signal })
  anchor.addEventListener('pointerleave', hideOnLeave, { signal })
  bubble.addEventListener('pointerleave', hideOnLeave, { signal })
  anchor.addEventListener('pointerdown', () => (isPressed = true), { signal })
  anchor.addEventListener('focus', showOnFocus, { signal })
  anchor.addEventListener('blur', hideOnBlur, { signal })
  // The browser itself closes the popover on navigation.
  bubble.addEventListener('toggle', () => bubble.matches(':popover-open') || hide(), { signal })

  return () => {
    controller.abort()
    hide()
  }
}
