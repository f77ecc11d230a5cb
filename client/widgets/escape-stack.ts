type Dismiss = () => void

/** Close functions of everything that Escape can close; the most recent is last. */
const handlers: Dismiss[] = []

/**
 * Registers a function that the next Escape calls, instead of all earlier ones.
 * @returns a function that removes it
 */
export function pushEscapeHandler(dismiss: Dismiss): () => void {
  // A wrapper gives each registration its own identity, even for the same function.
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
  // Escape during text composition belongs to the input method.
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  // Prevents the browser from closing another dialog or popover as well.
  event.preventDefault()
  handlers.at(-1)?.()
}
