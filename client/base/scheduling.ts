/** Not every browser has the Prioritized Task Scheduling API. */
interface Scheduler {
  yield?(): Promise<void>
}

/** Ends the current task, so that the browser can handle input and paint before the next one. */
export function yieldToBrowser(): Promise<void> {
  const { scheduler } = window as { readonly scheduler?: Scheduler }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}

/** Chromium on a busy computer may never report that it is idle, even after everything is loaded. */
const IDLE_WAIT_MAX_MS = 2_000

/** Runs a task when the browser is idle, or after a while. Safari has no idle callbacks, so there it runs after 1 ms. */
export function runWhenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: IDLE_WAIT_MAX_MS })
  else setTimeout(task, 1)
}
