import { LOAD_TIMEOUT_MS } from '../../shared/constants.ts'

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

/** Scripts take several pasted lines as a list of part numbers. */
const SEARCH_FIELDS = 'form[role=search] input'

/** Links that open a menu on hover; a mouse click follows them. */
const HOVERED = 'a[aria-controls]'

export interface EarlyEvents {
  /**
   * Repeats each event once and keeps no more. Without hydration, links and forms then do what they do without scripts.
   * @returns whether there were any presses
   */
  repeat(): boolean
}

/**
 * Keeps what the visitor presses before hydration, if only scripts can handle it. The browser handles links, forms,
 * fields, and popovers, whose state the hydrated page takes over.
 */
export function keepEarlyEvents(): EarlyEvents {
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true }
  /** A visitor who sees no effect may press again, but means it once. */
  const kept = new Map<Element, () => void>()
  let pointerType = ''

  function keep(event: Event, element: Element, repeatEvent: () => void): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (kept.has(element)) return
    if (kept.size === 0) setTimeout(repeat, LOAD_TIMEOUT_MS)
    kept.set(element, repeatEvent)
  }

  function repeat(): boolean {
    if (controller.signal.aborted) return false
    controller.abort()
    repeatFocus()
    for (const [element, repeatEvent] of kept) if (element.isConnected) repeatEvent()
    return kept.size > 0
  }

  window.addEventListener('pointerdown', (event) => ({ pointerType } = event), options)
  window.addEventListener(
    'click',
    (event) => {
      const element = closest(event, PRESSED)
      if (!element || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      if (element.matches(HOVERED) && event.detail > 0 && pointerType === 'mouse') return
      keep(event, element, () => element.dispatchEvent(new MouseEvent('click', event)))
    },
    options,
  )
  window.addEventListener(
    'paste',
    (event) => {
      const element = closest(event, SEARCH_FIELDS) as HTMLInputElement | null
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (element && /\S[^\S\n\r]*[\n\r]\s*\S/.test(text)) keep(event, element, () => repeatPaste(element, text))
    },
    options,
  )
  return { repeat }
}

function closest({ target }: Event, selector: string): Element | null {
  return target instanceof Element ? target.closest(selector) : null
}

/** Without hydration, the text is inserted as the browser would have done. */
function repeatPaste(element: HTMLInputElement, text: string): void {
  // In Firefox, the constructor of a clipboard event takes no data.
  const clipboardData = { getData: () => text }
  const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
  if (element.dispatchEvent(paste)) element.setRangeText(text.replace(/[\n\r]+/g, ' '))
}

/** Loads what a focused field needs, such as suggestions. */
function repeatFocus(): void {
  const focused = document.activeElement
  if (focused && focused !== document.body) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
}
