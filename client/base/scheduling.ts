/** Not every browser has the Prioritized Task Scheduling API. */
interface Scheduler {
  yield?(): Promise<void>
}

/** Ends the current task, so that the browser can handle input and paint before the next one. */
export function yieldToBrowser(): Promise<void> {
  const { scheduler } = window as { readonly scheduler?: Scheduler }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}

/** Runs a task when the browser is idle. Safari has no idle callbacks, so there it runs after 1 ms. */
export function runWhenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task)
  else setTimeout(task, 1)
}
