import './tooltip.css'
import { attachTooltip } from './attach-tooltip.ts'

const ATTRIBUTES = ['title', 'tabindex', 'aria-describedby'] as const

let count = 0

/**
 * Adds a tooltip to an element that React does not render, such as a term in the owner's HTML. The element becomes
 * focusable and loses its `title`.
 * @returns a function that restores it
 */
export function setUpTooltip(element: HTMLElement, text: string): () => void {
  const before = ATTRIBUTES.map((name) => [name, element.getAttribute(name)] as const)
  const bubble = document.createElement('span')
  count += 1
  bubble.id = `tooltip-${count}`
  bubble.className = 'tooltip'
  bubble.role = 'tooltip'
  bubble.popover = 'manual'
  bubble.dataset['state'] = 'closed'
  bubble.textContent = text

  element.removeAttribute('title')
  if (element.tabIndex < 0) element.tabIndex = 0
  const describedBy = element.getAttribute('aria-describedby')
  element.setAttribute('aria-describedby', describedBy ? `${describedBy} ${bubble.id}` : bubble.id)
  // The tooltip is beside the element, so that both are in the same dialog.
  element.after(bubble)
  const detach = attachTooltip(element, bubble)

  return () => {
    detach()
    bubble.remove()
    for (const [name, value] of before) {
      if (value === null) element.removeAttribute(name)
      else element.setAttribute(name, value)
    }
  }
}
