import { LOAD_TIMEOUT_MS } from '../../shared/constants.ts'
import { isPlainClick } from '../base/plain-click.ts'

/**
 * Buttons without a native function, links that open something in the page or change the list on this device, and
 * buttons of forms that scripts submit in place. Enter in a field of such a form presses its button, too.
 */
const PRESSED = [
  'button[type=button]:not([popovertarget])',
  'a[aria-haspopup]',
  'a[aria-controls]',
  'a[data-in-place]',
  'form[data-in-place] [type=submit]',
].join()

/** Links that open a menu on hover; a mouse click follows them. */
const HOVERED = 'a[aria-controls]'

/**
 * Keeps what the visitor presses before hydration, if only scripts can handle it. The browser handles links, forms,
 * fields, and popovers, whose state the hydrated page takes over.
 */
export function keepEarlyEvents() {
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true }
  /** A visitor who sees no effect may press again, but means it once. */
  const kept = new Map<Element, MouseEvent>()
  let pointerType = ''

  /**
   * Repeats each event once and keeps no more. Without hydration, links and forms then do what they do without scripts.
   * @returns whether there were any presses
   */
  function repeat(): boolean {
    if (controller.signal.aborted) return false
    controller.abort()
    // Loads what a focused field needs, such as suggestions.
    const focused = document.activeElement
    if (focused !== document.body) focused?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    for (const [element, event] of kept) if (element.isConnected) element.dispatchEvent(new MouseEvent('click', event))
    return kept.size > 0
  }

  window.addEventListener('pointerdown', (event) => ({ pointerType } = event), options)
  window.addEventListener(
    'click',
    (event) => {
      const element = event.target instanceof Element ? event.target.closest(PRESSED) : null
      if (!element || !isPlainClick(event)) return
      if (element.matches(HOVERED) && event.detail > 0 && pointerType === 'mouse') return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (kept.size === 0) setTimeout(repeat, LOAD_TIMEOUT_MS)
      if (!kept.has(element)) kept.set(element, event)
    },
    options,
  )
  return { repeat }
}
