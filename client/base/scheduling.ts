/** The browser's Prioritized Task Scheduling API, which not every browser has. */
interface Scheduler {
  yield?(): Promise<void>
}

/** Ends the current task, so that the browser can handle input and paint before the next one. */
export function yieldToBrowser(): Promise<void> {
  const { scheduler } = window as { readonly scheduler?: Scheduler }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}

/** A task does not wait longer than this, because Chromium on a busy computer may never report that it is idle. */
const IDLE_WAIT_MAX_MS = 2_000

/** Runs a task when the browser is idle, or after a while. Safari has no idle callbacks, so there it runs after 1 ms. */
export function runWhenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: IDLE_WAIT_MAX_MS })
  else setTimeout(task, 1)
}
