/** Some browsers let a script go on before all that came later (Prioritized Task Scheduling). */
interface Scheduler {
  yield?(): Promise<void>
}

/** Ends the present task, so that the browser can answer and paint before the next one. */
export function pause(): Promise<void> {
  const { scheduler } = window as { readonly scheduler?: Scheduler }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
