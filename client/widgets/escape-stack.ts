type Dismiss = () => void

/** What Escape would close, the newest last. */
const layers: Dismiss[] = []

/**
 * Puts something that opened on top of all that is open: the next Escape dismisses it, and it alone.
 * @returns a function that takes it out
 */
export function addEscapeLayer(dismiss: Dismiss): () => void {
  // Two layers may share a function; each stands for itself.
  const layer = () => dismiss()
  if (layers.length === 0) document.addEventListener('keydown', dismissTop)
  layers.push(layer)
  return () => {
    const index = layers.indexOf(layer)
    if (index === -1) return
    layers.splice(index, 1)
    if (layers.length === 0) document.removeEventListener('keydown', dismissTop)
  }
}

function dismissTop(event: KeyboardEvent): void {
  // An input method uses Escape for itself.
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  // Or else the platform would close a dialog or popover of its own choice as well.
  event.preventDefault()
  layers.at(-1)?.()
}
