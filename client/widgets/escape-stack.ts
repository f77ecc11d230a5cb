type Dismiss = () => void

const handlers: Dismiss[] = []

/**
 * Registers a function for the Escape key; only the function registered last is called.
 * @returns a function that removes it
 */
export function pushEscapeHandler(dismiss: Dismiss): () => void {
  // The same function may be registered twice.
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
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  // The browser would close another dialog or popover as well.
  event.preventDefault()
  handlers.at(-1)?.()
}
