type Dismiss = () => void

/** What Escape would close, the newest last. */
const handlers: Dismiss[] = []

/**
 * Puts something that opened on top of all that is open: the next Escape dismisses it, and it alone.
 * @returns a function that takes it out
 */
export function pushEscapeHandler(dismiss: Dismiss): () => void {
  // Two layers may share a function; each stands for itself.
  const layer = () => dismiss()
  if (handlers.length === 0) document.addEventListener('keydown', handleEscape)
  handlers.push(layer)
  return () => {
    const index = handlers.indexOf(layer)
    if (index === -1) return
    handlers.splice(index, 1)
    if (handlers.length === 0) document.removeEventListener('keydown', handleEscape)
  }
}

function handleEscape(event: KeyboardEvent): void {
  // An input method uses Escape for itself.
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  // Or else the platform would close a dialog or popover of its own choice as well.
  event.preventDefault()
  handlers.at(-1)?.()
}
