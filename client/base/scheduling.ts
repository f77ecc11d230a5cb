/** Lets the browser handle input and paint before the next task. */
export function yieldToBrowser(): Promise<void> {
  // Not every browser has the Prioritized Task Scheduling API.
  const { scheduler } = window as { readonly scheduler?: { yield?(): Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}

/** Chromium on a busy computer may never report that it is idle. */
const IDLE_WAIT_MAX_MS = 2_000

/** Safari has no idle callbacks, so there the task runs after 1 ms. */
export function runWhenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: IDLE_WAIT_MAX_MS })
  else setTimeout(task, 1)
}

/** Not every browser has the Network Information API. */
interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

export function readConnection(): Connection {
  return (navigator as Navigator & { readonly connection?: Connection }).connection ?? {}
}
