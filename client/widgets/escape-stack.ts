const handlers: (() => void)[] = []

/**
 * Registers a function for the Escape key; only the last registered one is called.
 * @returns a function that removes it
 */
export function pushEscapeHandler(onEscape: () => void): () => void {
  // The same function may be registered twice.
  const handler = () => onEscape()
  if (handlers.length === 0) document.addEventListener('keydown', handleEscape)
  handlers.push(handler)
  return () => {
    const index = handlers.indexOf(handler)
    if (index === -1) return
    handlers.splice(index, 1)
    if (handlers.length === 0) document.removeEventListener('keydown', handleEscape)
  }
}

function handleEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  // Keeps the browser from closing another dialog as well.
  event.preventDefault()
  handlers.at(-1)?.()
}
