/**
 * Calls a function when Escape is pressed. If several are registered, only the first one is called.
 * @returns a function that removes the listener
 */
export function onEscape(handle: () => void): () => void {
  const controller = new AbortController()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    // Keeps the browser from closing a dialog as well.
    event.preventDefault()
    handle()
  }
  document.addEventListener('keydown', onKeyDown, { signal: controller.signal })
  return () => controller.abort()
}
