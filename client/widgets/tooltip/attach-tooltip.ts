import { TOOLTIP_OFFSET_PX } from '../../../shared/constants.ts'
import { pushEscapeHandler } from '../escape-stack.ts'
import { positionPopup } from '../placement.ts'

/** Hides the one tooltip that is shown: there is never more than one. */
let hideCurrent: (() => void) | undefined

/**
 * Lets a bubble come and go with its anchor: shown by a pointer that can hover, and by focus that a visitor gave it; hidden on
 * leaving, on blur and by Escape. The pointer may move on to the bubble, whose own edge reaches over the gap (`tooltip.css`).
 * @returns a function that hides it and lets go of the anchor
 */
export function attachTooltip(anchor: HTMLElement, bubble: HTMLElement): () => void {
  const controller = new AbortController()
  let end: (() => void) | undefined

  function show(): void {
    if (end) return
    hideCurrent?.()
    bubble.showPopover({ source: anchor })
    bubble.dataset['state'] = 'open'
    const endPlacement = positionPopup(anchor, bubble, { placement: 'top', offsetPx: TOOLTIP_OFFSET_PX })
    const removeLayer = pushEscapeHandler(hide)
    end = () => {
      endPlacement()
      removeLayer()
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

  // A dialog that opens gives its first button the focus: whoever did not come by keyboard has not asked what that one does.
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
  // Another page was shown: whatever is open is closed from outside.
  bubble.addEventListener('toggle', () => bubble.matches(':popover-open') || hide(), { signal })

  return () => {
    controller.abort()
    hide()
  }
}
