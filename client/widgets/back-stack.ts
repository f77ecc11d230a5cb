type BackHandler = () => void

const handlers: BackHandler[] = []
let notify = () => {}

/**
 * Registers a function that closes something open on Back; only the last registered one is called.
 * @returns a function that removes it
 */
export function pushBackHandler(onBack: BackHandler): () => void {
  const handler = () => onBack()
  handlers.push(handler)
  notify()
  return () => {
    const index = handlers.indexOf(handler)
    if (index === -1) return
    handlers.splice(index, 1)
    notify()
  }
}

export function hasBackHandlers(): boolean {
  return handlers.length > 0
}

export function takeBackHandler(): BackHandler | undefined {
  return handlers.pop()
}

/** Calls back after a registration, or a removal other than by `takeBackHandler`. */
export function watchBackHandlers(onChange: () => void): void {
  notify = onChange
}
