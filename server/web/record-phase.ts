import type { AppContext } from './app-context.ts'
import type { RequestState } from './request-state.ts'

type Phase = 'wait' | 'load' | 'render' | 'compress'

/** Counts a phase that ends now. @param startedAt `performance.now()` */
export function recordPhase(
  { metrics }: AppContext,
  { route }: Pick<RequestState, 'route'>,
  phase: Phase,
  startedAt: number,
): void {
  metrics.countPhase(route, phase, performance.now() - startedAt)
}
